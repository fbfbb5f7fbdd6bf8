// The published npm tarball, in projects of ES modules and of CommonJS, with the newest compiler and the oldest.
//
// `cargo xtask test --only installed` runs this with `node --test`: HOOKWIRE_TARBALL is the file. It is not one of the
// package's tests, which pack its folder themselves.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { choose, mistakes } from "./mistakes.js";
import { compile, compilers, project, settings, ways } from "./support.js";

const tarball = process.env.HOOKWIRE_TARBALL;
assert.ok(tarball && existsSync(tarball), "HOOKWIRE_TARBALL is the file to install");
// A separate folder, because a compiler also finds types in the folders around a project.
const outside = process.env.HOOKWIRE_OUTSIDE;
assert.ok(outside && existsSync(outside), "HOOKWIRE_OUTSIDE is an empty folder");

const installed = (name, files) => project(name, files, outside, [tarball]);
const shape = (home) => path.join(home, "node_modules/hookwire");
const readme = (home) => readFileSync(path.join(shape(home), "README.md"), "utf8");
const blocks = (page) => [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);

/** Returns a guard's result for a call outside of the sandbox, one inside, and no JSON. */
function guarded(command, cwd) {
  const event = { session_id: "", transcript_path: "", cwd: "", hook_event_name: "PreToolUse", tool_use_id: "" };
  const call = (dangerouslyDisableSandbox) =>
    JSON.stringify({ ...event, tool_name: "Bash", tool_input: { command: "ls", dangerouslyDisableSandbox } });
  return [call(true), call(false), "no JSON"].map((input) => {
    const done = spawnSync(process.execPath, command, { cwd, input, encoding: "utf8" });
    assert.equal(done.error, undefined);
    return { code: done.status, denies: done.stdout.includes('"deny"'), silent: done.stdout === "" };
  });
}

// `run` says a block in both ways: with JSON and with exit code 2. A program that prints a reply by itself says it in one.
const expected = (denial) => [
  { code: denial, denies: true, silent: false },
  { code: 0, denies: false, silent: true },
  { code: 2, denies: false, silent: true },
];

test("the package installs no other package", () => {
  const home = installed("alone", {});
  assert.deepEqual(readdirSync(path.join(home, "node_modules")).filter((name) => !name.startsWith(".")), ["hookwire"]);
});

// Declares the parts of Node that the program uses, because the full declarations are a separate package.
const node = `
declare module "node:fs" {
  export function readFileSync(path: 0): Uint8Array;
  export function writeSync(file: 1, text: string): number;
}
declare module "node:assert/strict" {
  const assert: { ok(value: unknown): void };
  export default assert;
}
declare module "node:http" {
  interface Request extends AsyncIterable<any> {
    headers: { [name: string]: string | string[] | undefined };
  }
  interface Response {
    writeHead(status: number, headers: object): Response;
    end(body: string): void;
  }
  export function createServer(answer: (request: Request, response: Response) => void): {
    listen(port: number, address: string): void;
  };
}
declare const process: {
  stdout: { write(text: string): void };
  stderr: { write(text: string): void };
  env: { [name: string]: string | undefined };
  exitCode: number;
};
`;

for (const compiler of compilers) {
  test(`the first program in the README, compiled by TypeScript ${compiler.version}, runs as a module`, () => {
    const home = installed(`first-${compiler.name}`, {});
    writeFileSync(path.join(home, "guard.ts"), blocks(readme(home))[0]);
    writeFileSync(path.join(home, "node.d.ts"), node);
    assert.deepEqual(compile(home, { compiler, setting: settings[0] }, { noEmit: false }), []);
    assert.deepEqual(guarded(["guard.js"], home), expected(2));
  });
}

test("every program in the README compiles", () => {
  const home = installed("page", {});
  const programs = blocks(readme(home));
  programs.forEach((code, at) => writeFileSync(path.join(home, `program-${at}.ts`), code));
  writeFileSync(path.join(home, "node.d.ts"), node);
  assert.ok(programs.length > 5);
  const lib = { lib: ["es2022", "dom"] };
  for (const way of ways) assert.deepEqual(compile(home, way, lib), [], way.name);
});

// Node requires ES modules by default since 20.19, and with this flag since 20.17; older versions cannot.
const flags = process.features.require_module ? [] : ["--experimental-require-module"];

const common = `
const { readFileSync } = require("node:fs");
const { HOST_VERSION, VERSION } = require("hookwire");
const { isKnown, readInput } = require("hookwire/read");
const { validate } = require("hookwire/validate");
if (process.argv[2] === "version") {
  process.stdout.write([VERSION, HOST_VERSION, validate({}, "StopInput").length > 0].join(" "));
} else {
  try {
    const { input } = readInput(readFileSync(0));
    const refused = isKnown(input) && input.tool_input.dangerouslyDisableSandbox;
    const deny = { hookEventName: "PreToolUse", permissionDecision: "deny" };
    if (refused) process.stdout.write(JSON.stringify({ hookSpecificOutput: deny }));
  } catch {
    process.exitCode = 2;
  }
}
`;

test("a CommonJS program can require the package", () => {
  const home = installed("common", { "guard.cjs": common });
  const { version } = JSON.parse(readFileSync(path.join(shape(home), "package.json"), "utf8"));
  const run = spawnSync(process.execPath, [...flags, "guard.cjs", "version"], { cwd: home, encoding: "utf8" });
  assert.match(run.stdout, new RegExp(`^${version.replaceAll(".", "\\.")} \\d+\\.\\d+\\.\\d+ true$`), run.stderr);
  assert.deepEqual(guarded([...flags, "guard.cjs"], home), expected(0));
});

test("the newest compiler checks types in a CommonJS project", () => {
  const use = (key) => `import type { StopOutput } from "hookwire";
import { validate } from "hookwire/validate";
export const reply: StopOutput = { ${key}: "block", reason: "x" };
export const problems = validate(reply, { event: "Stop", direction: "output" });
`;
  const home = installed("common-types", { "right.ts": use("decision"), "wrong.ts": use("decsion") });
  writeFileSync(path.join(home, "package.json"), JSON.stringify({ private: true, type: "commonjs" }));
  const found = compile(home, { compiler: compilers[0], setting: settings[0] });
  assert.deepEqual(found.map(({ file, line }) => [file, line]), [["wrong.ts", 3]]);
});

const programs = Object.fromEntries(
  mistakes.flatMap(({ program }, at) => ["right", "wrong"].map((side) => [`${side}-${at}.ts`, choose(program, side)])),
);

test("wrong programs are reported at their line, and their corrected copies are not", () => {
  const home = installed("mistakes", programs);
  for (const way of ways) {
    const found = compile(home, way).map(({ file, line }) => `${file}:${line}`);
    const lineOf = (program) => program.split("\n").findIndex((text) => text.endsWith("// here")) + 1;
    const meant = mistakes.map(({ program }, at) => `wrong-${at}.ts:${lineOf(program)}`);
    assert.deepEqual([...new Set(found)].sort(), meant.sort(), way.name);
  }
  assert.ok(mistakes.length > 10);
});
