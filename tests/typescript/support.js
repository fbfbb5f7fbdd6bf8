// Helpers of the tests: the path of the generated package, projects that use it, and the compilers.
//
// The folder is copied to `target/typescript` and installed there, so that the tree stays clean. Both folders are two
// levels below the root of the repository; HOOKWIRE_ROOT can name another root.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
export const root = process.env.HOOKWIRE_ROOT ?? path.resolve(here, "../..");
export const packageFolder = path.join(root, "generated/typescript");
export const schemaFolder = path.join(root, "target/type-schemas/out/schemas");
export const exampleFolder = path.join(root, "schemas/examples");

/** The newest compiler, and the oldest one that the package supports. */
export const compilers = ["typescript", "typescript-oldest"].map((name) => {
  const folder = path.join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return { name, version, tsc: path.join(folder, "bin/tsc") };
});

/** The two module resolutions, one with exact optional properties and one without. */
export const settings = [
  { name: "nodenext", module: "nodenext", moduleResolution: "nodenext", exactOptionalPropertyTypes: true },
  { name: "bundler", module: "esnext", moduleResolution: "bundler", exactOptionalPropertyTypes: false },
];

const all = compilers.flatMap((compiler) =>
  settings.map((setting) => ({ compiler, setting, name: `TypeScript ${compiler.version}, ${setting.name}` })),
);

/** A short run has each compiler and each setting once, a long run has all pairs. */
export const ways = "HOOKWIRE_LONG" in process.env ? all : [all[0], all[3]];

/**
* Makes a project with the packages installed as users have them: packed and unpacked, not linked.
*
* @param {string} name of the project's folder
* @param {Record<string, string>} files content by name
* @param {string} parent folder whose `node_modules` the project can use as well
* @param {string[]} packages folders to install
* @returns {string} the folder
*/
export function project(name, files, parent = here, packages = [packageFolder]) {
  const folder = path.join(parent, "projects", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), MANIFEST);
  cpSync(path.join(installed(packages), "node_modules"), path.join(folder, "node_modules"), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const MANIFEST = JSON.stringify({ private: true, type: "module" });

/** Returns a folder in which these packages are installed, once for all tests: packing and installing takes npm seconds. */
function installed(packages) {
  const hash = createHash("sha256");
  for (const file of packages.flatMap(filesOf)) hash.update(file).update("\0").update(readFileSync(file));
  const folder = path.join(here, "projects", `installed-${hash.digest("hex")}`);
  if (existsSync(folder)) return folder;
  const own = `${folder}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, "package.json"), MANIFEST);
  const packed = JSON.parse(npm(["pack", ...packages, "--json"], own)).map(({ filename }) => `./${filename}`);
  npm(["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", ...packed], own);
  try {
    renameSync(own, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true });
  }
  return folder;
}

/** Returns all files of a package, which is a folder or an archive. */
function filesOf(given) {
  if (statSync(given).isFile()) return [given];
  const entries = readdirSync(given, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).map((it) => path.join(it.parentPath, it.name)).sort();
}

function npm(args, cwd) {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
* Compiles every `.ts` and `.tsx` file of a project, and with `allowJs` every `.mjs` file.
*
* @param {string} folder of the project
* @param {{compiler: {name: string, tsc: string}, setting: object}} way
* @param {object} options for the compiler, in addition to the strict ones that are always set
* @returns {{file: string, line: number, code: number, message: string}[]} the compiler's errors
*/
export function compile(folder, { compiler, setting }, options = {}) {
  const { name, ...resolution } = setting;
  const config = `tsconfig.${compiler.name}.${name}.json`;
  const compilerOptions = {
    strict: true,
    isolatedModules: true,
    noUncheckedIndexedAccess: true,
    // The declarations of the package are checked once for each compiler, in the tests that set this to false.
    skipLibCheck: true,
    target: "es2022",
    lib: ["es2022"],
    types: [],
    rootDir: ".",
    noEmit: true,
    ...resolution,
    ...options,
  };
  writeFileSync(path.join(folder, config), JSON.stringify({ compilerOptions, include: ["*.ts", "*.tsx", "*.mjs"] }));
  const run = spawnSync(process.execPath, [compiler.tsc, "--pretty", "false", "-p", config], {
    cwd: folder,
    encoding: "utf8",
  });
  const found = [...run.stdout.matchAll(/^(.+?)\((\d+),\d+\): error TS(\d+): (.*)$/gm)].map(
    ([, file, line, code, message]) => ({ file, line: Number(line), code: Number(code), message }),
  );
  // An error without a file is a mistake in the setup, not in the program under test.
  if (run.error || (run.status !== 0 && found.length === 0) || /^error TS/m.test(run.stdout)) {
    throw new Error(`tsc did not run: ${run.error ?? ""}${run.stdout}${run.stderr}`);
  }
  return found;
}

/**
 * Returns the number of examples of a kind, counted independently of the reader.
 *
 * @param {"valid" | "invalid"} kind
 */
export function countOf(kind) {
  const files = readdirSync(exampleFolder).map((file) => JSON.parse(readFileSync(path.join(exampleFolder, file), "utf8")));
  return files.reduce((sum, file) => sum + Object.keys(file[kind] ?? {}).length, 0);
}

/** Returns the examples of a folder: type name, validity, scenario, payload, and expected problems. */
export function examples(of = exampleFolder) {
  return listed(of).flatMap((file) => {
    const type = path.basename(file, ".json");
    const kinds = JSON.parse(readFileSync(path.join(of, file), "utf8"));
    return ["valid", "invalid"].flatMap((kind) =>
      Object.entries(kinds[kind] ?? {}).map(([scenario, { value, problems = [] }]) => {
        return { type, scenario, valid: kind === "valid", payload: value, problems };
      }),
    );
  });
}

function listed(folder) {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** Returns the import path of a type of the package. */
export function subpathOf(type) {
  const { exports } = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8"));
  const declares = new RegExp(`^export (?:interface|type) ${type}\\b`, "m");
  const of = typeModules().find(([, text]) => declares.test(text))?.[0];
  const subpath = Object.keys(exports).find((name) => {
    const { types } = exports[name];
    return types && readFileSync(path.join(packageFolder, types), "utf8").includes(`"./types/${of}.js"`);
  });
  return path.posix.join("hookwire", subpath);
}

let modules;

/** Returns the name and the text of every file of types. */
function typeModules() {
  modules ??= readdirSync(path.join(packageFolder, "types")).map((file) => [
    file.slice(0, -".d.ts".length),
    readFileSync(path.join(packageFolder, "types", file), "utf8"),
  ]);
  return modules;
}
