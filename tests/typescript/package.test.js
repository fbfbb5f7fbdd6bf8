// The package in a project: every import path resolves, for the compiler and at run time, and the constants, the map
// types and the union over all events agree with each other.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { compile, compilers, packageFolder, project, root, ways } from "./support.js";

const manifest = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8"));
const { HOOK_EVENTS, HOST_VERSION, VERSION } = await import(path.join(packageFolder, "index.js"));
const { CAPS, CONTROLS, ENVIRONMENT, HOST_VERSIONS, REPEATS } = await import(path.join(packageFolder, "host.js"));
const catalogue = JSON.parse(readFileSync(path.join(root, "schemas/events.json"), "utf8"));
const setFile = readFileSync(path.join(root, "schemas/codegen.toml"), "utf8");
const [, host] = /^\[host\]\n(?:.+\n)*?version = "(.+)"$/m.exec(setFile);

test("what every hook loads is ASCII: the engine keeps a text with any other character at twice its size", () => {
  assert.match(readFileSync(path.join(packageFolder, "index.js"), "utf8"), /^[\0-\x7f]*$/);
});

const program = `
import { HOOK_EVENTS, HOST_VERSION, VERSION } from "hookwire";
import type * as hookwire from "hookwire";
import type { HookEvent, HookInput, HookInputs, HookOutputs } from "hookwire";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): void => void yes;

same<HookEvent, (typeof HOOK_EVENTS)[number]>(true);
same<HookEvent, HookInput["hook_event_name"]>(true);
same<HookEvent, keyof HookInputs>(true);
same<HookEvent, keyof HookOutputs>(true);
same<typeof VERSION, ${JSON.stringify(manifest.version)}>(true);
same<typeof HOST_VERSION, ${JSON.stringify(host)}>(true);
${HOOK_EVENTS.map(
  (name) => `
same<HookInputs["${name}"], hookwire.${name}Input>(true);
same<HookOutputs["${name}"], hookwire.${name}Output>(true);
same<HookInputs["${name}"], Extract<HookInput, { hook_event_name: "${name}" }>>(true);`,
).join("")}

// Testing the name narrows, and after all names nothing is left.
export function narrow(input: HookInput): unknown {
  switch (input.hook_event_name) {
${HOOK_EVENTS.map((name) => `    case "${name}": { const it: HookInputs["${name}"] = input; return it; }`).join("\n")}
    default: { const nothing: never = input; return nothing; }
  }
}
`;

// The same program with one wrong type, which must not compile.
const disagreement = program.replace("hookwire.PreToolUseInput>", "hookwire.PreToolUseOutput>");

/** Returns the names of the types that a file of declarations declares. */
function typesOf(file) {
  const text = readFileSync(path.join(packageFolder, file), "utf8");
  return [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
}

// Every type of every profile, by its name. The compiler checks the declarations, too: `skipLibCheck` is off.
const profileTypes = Object.keys(manifest.exports).filter((name) => name.startsWith("./profiles/")).map((name) => {
  const types = typesOf(manifest.exports[name].types);
  return { name: path.posix.join("hookwire", name), types };
});
const everyProfile = profileTypes.map(({ name, types }, at) =>
  types.map((type) => `export type { ${type} as P${at}${type} } from "${name}";`).join("\n")).join("\n");
const home = project("package", { "all.ts": program, "profiles.ts": everyProfile, "disagreement.ts": disagreement });
const installed = path.join(home, "node_modules/hookwire");

test("the constants equal those of the schema set", () => {
  assert.deepEqual(HOOK_EVENTS, catalogue.events.map((event) => event.name));
  assert.ok(Object.isFrozen(HOOK_EVENTS));
  assert.equal(VERSION, manifest.version);
  assert.equal(HOST_VERSION, host);
});

test("limits and environment variables equal those of the schemas", () => {
  const { limit, unit, beyond } = catalogue.caps[0];
  const base = JSON.parse(readFileSync(path.join(root, "schemas/hooks/hook-output-base.schema.json"), "utf8"));
  assert.deepEqual(CAPS.stdout, { limit, unit, beyond });
  assert.deepEqual(CAPS.systemMessage, base.properties.systemMessage["x-cap"]);
  assert.ok(!("reason" in CAPS));
  const set = catalogue.environment.filter((variable) => variable.status === "set");
  assert.deepEqual(ENVIRONMENT, Object.fromEntries(set.map(({ name, when }) => [name, when])));
  assert.deepEqual(CONTROLS, catalogue.controls.map(({ name }) => name));
  const again = catalogue.events.filter((event) => event.again);
  assert.deepEqual(REPEATS, Object.fromEntries(again.map((event) => [event.name, event.again])));
  for (const version of ["2.1.85", "2.1.163", "2.1.281", "2.1.332"]) assert.ok(HOST_VERSIONS.includes(version), version);
});

test("the package has every file that it exports, and no dependencies", () => {
  for (const [name, entry] of Object.entries(manifest.exports)) {
    for (const file of typeof entry === "string" ? [entry] : Object.values(entry)) {
      assert.ok(existsSync(path.join(installed, file)), `${name}: ${file}`);
    }
  }
  assert.equal(manifest.dependencies, undefined);
});

test("the bundled schemas equal the published ones", () => {
  const read = (file) => JSON.parse(readFileSync(file, "utf8"));
  const published = read(path.join(root, "generated/schemas/bundle.schema.json"));
  assert.deepEqual(read(path.join(installed, "bundle.schema.json")), published);
  const command = 'process.stdout.write(require("hookwire/bundle.schema.json")["x-host"].version)';
  assert.equal(execFileSync(process.execPath, ["-e", command], { cwd: home, encoding: "utf8" }), HOST_VERSION);
});

test("no declaration uses `any` or turns an error off", () => {
  const declarations = readdirSync(installed, { recursive: true }).filter((file) => file.endsWith(".d.ts"));
  assert.ok(declarations.length > HOOK_EVENTS.length);
  for (const file of declarations) {
    const code = readFileSync(path.join(installed, file), "utf8").replace(/\/\*\*.*?\*\/|"(?:\\.|[^"\\])*"/gs, "");
    assert.doesNotMatch(code, /\bany\b|@ts-/, file);
  }
});

test("every profile of the set has types", () => {
  const profiles = readdirSync(path.join(root, "schemas/profiles")).sort();
  assert.deepEqual(profileTypes.map(({ name }) => path.posix.basename(name)).sort(), profiles);
  for (const { name, types } of profileTypes) assert.ok(types.length > 10, name);
});

test("a module resolution without `exports` finds the root", () => {
  const setting = { name: "node10", module: "commonjs", moduleResolution: "node10" };
  const old = project("node10", {
    "use.ts": 'import type { StopOutput } from "hookwire";\nexport const reply: StopOutput = { decision: "deny" };',
  });
  const found = compile(old, { compiler: compilers.find(({ name }) => name === "typescript-oldest"), setting });
  assert.deepEqual(found.map(({ line, code }) => [line, code]), [[2, 2322]]);
});

/** The names that exist at run time, by import path. */
const NAMES = {
  "hookwire": [
    "HOOK_EVENTS", "HOST_VERSION", "VERSION", "accept", "allow", "ask", "block", "callback", "cancel", "classifierContext", "combine", "context",
    "decide", "decline", "defer", "display", "feedback", "firstMessage", "handle", "hidePrompt", "message", "permissions", "reloadSkills",
    "replaceOutput", "retry", "rewrite", "run", "stop", "terminal", "title", "toolResult", "watch", "worktree",
  ],
  "hookwire/host": [
    "CAPS", "CONTROLS", "ENVIRONMENT", "HANDLER_KINDS", "HOST_VERSIONS", "PermissionQueue", "REPEATS", "anyFailure", "asked", "backgrounded", "blocked", "exited", "http", "interpret", "mcp",
    "merge", "messageAnswer", "messageBlocks", "model", "notStarted", "promptQuestion", "readPromptReply", "readTranscript", "recordedResult",
    "ruleMatches", "runHook", "select", "signalled", "simulateSettings", "stops", "timedOut",
  ],
  "hookwire/problems": [],
  "hookwire/profiles/validator": ["profile"],
  "hookwire/profiles/wave-design-2025-11": ["profile"],
  "hookwire/read": ["ReadError", "isKnown", "readInput", "readReply"],
  "hookwire/sdk": [],
  "hookwire/settings": ["SettingsError", "addHook", "matcherValue", "matches", "removeHook"],
  "hookwire/shell": ["commands", "matching", "mayRun"],
  "hookwire/testing": ["check", "sample", "simulate"],
  "hookwire/tools": ["canonicalTool", "isTool", "mcpTool", "mcpToolName", "pluginServer"],
  "hookwire/validate": ["validate", "validatorReply"],
};

test("every import path has its names at run time, and no other path exists", () => {
  const paths = Object.keys(manifest.exports).map((name) => path.posix.join("hookwire", name));
  assert.deepEqual(paths.filter((name) => !name.endsWith(".json")).sort(), Object.keys(NAMES));
  const listed = `const names = {};
    for (const name of ${JSON.stringify(Object.keys(NAMES))}) names[name] = Object.keys(await import(name)).sort();
    console.log(JSON.stringify(names));`;
  const run = execFileSync(process.execPath, ["--input-type=module", "-e", listed], { cwd: home, encoding: "utf8" });
  assert.deepEqual(JSON.parse(run), NAMES);
  for (const inner of ["types/stop", "internal/core.js", "pre-tool-use", "facts"]) {
    assert.throws(() => createRequire(path.join(home, "x.js")).resolve(`hookwire/${inner}`), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
  }
});

test("the root is one file, and validation loads nothing of the host", () => {
  assert.deepEqual(loadedBy("index.js"), ["index.js"]);
  // The texts of settings are read as the host reads them, with regular expressions.
  const regex = ["data", "parse", "program", "test"].map((name) => `internal/regex/${name}.js`);
  assert.deepEqual(loadedBy("validate.js"), [
    "internal/core.js",
    "internal/matchers.js",
    "internal/matching.js",
    "internal/plan.js",
    ...regex,
    "internal/registration-data.js",
    "internal/registration.js",
    "internal/types.js",
    "validate.js",
  ]);
});

/** Returns the files that a file of the package imports, directly or through others, and the file itself. */
function loadedBy(file, found = new Set()) {
  if (found.has(file)) return [];
  found.add(file);
  const text = readFileSync(path.join(installed, file), "utf8");
  for (const [, other] of text.matchAll(/^(?:import|export|\}) .*?from "(\..*?)";$/gm)) {
    loadedBy(path.posix.join(path.posix.dirname(file), other), found);
  }
  return [...found].sort();
}

for (const way of ways) {
  test(`all types resolve and agree: ${way.name}`, () => {
    const found = compile(home, way, { skipLibCheck: false });
    const wrong = found.filter(({ file }) => file === "disagreement.ts");
    assert.deepEqual(found.filter((it) => !wrong.includes(it)), []);
    assert.deepEqual(wrong.map(({ file, code }) => [file, code]), [["disagreement.ts", 2345]]);
  });
}
