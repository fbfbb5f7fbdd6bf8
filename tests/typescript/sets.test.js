// Schema sets of other projects: their packages compile, and accept their examples.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { compile, examples, project, root, ways } from "./support.js";

const SETS = { tour: "cookbook", inline: "inline", found: "found", awkward: "awkward", lights: "lights", codex: "agent-hooks", native: "logbook" };

/** Keys of payloads that no schema has: a compiler refuses them in a literal. */
const NEWER = "newer";

const out = mkdtempSync(path.join(tmpdir(), "hookwire-sets-"));
after(() => rmSync(out, { recursive: true, force: true }));

const generator = process.env.HOOKWIRE_CODEGEN;
const [command, ...first] = generator ? [generator] : ["cargo", "xtask"];
for (const name of Object.keys(SETS)) {
  const schemas = path.join(out, "sets", name);
  cpSync(path.join(root, "tests/sets", name), schemas, { recursive: true });
  const folders = ["--schemas", schemas, "--out", path.join(out, name)];
  execFileSync(command, [...first, "codegen", "--only", "typescript", ...folders], { cwd: root, stdio: "pipe" });
}

const payloads = Object.keys(SETS).flatMap((set) =>
  examples(path.join(root, "tests/sets", set, "examples")).map((example) => ({ set, ...example })),
);

/** A program for each set, with every valid payload in a variable of its type. */
const programs = Object.fromEntries(
  Object.entries(SETS).map(([set, name]) => {
    const own = payloads.filter((it) => it.set === set && it.valid && it.scenario !== NEWER);
    const lines = own.map(({ type, payload }, at) => `export const it${at}: set.${type} = ${literal(payload)};`);
    return [`${set}.ts`, `import type * as set from "${name}";\n${lines.join("\n")}\nexport type All = typeof set;\n`];
  }),
);

/** Returns a literal of the value, in which `__proto__` is a normal key. */
function literal(value) {
  const text = JSON.stringify(value).replaceAll("\u2028", "\\u2028");
  return text.replaceAll('"__proto__":', '["__proto__"]:');
}

/** One mistake per line. */
const mistakes = `
import type { Recipe, Step } from "cookbook";
import type { Order } from "inline";
import type { StopOutput, PreToolUseInput } from "agent-hooks";
export const kind: Step = { do: "burn", minutes: 5 };
export const missing: Recipe = { name: "Soup", ingredients: {} };
export const unit: Recipe = { name: "Soup", ingredients: { salt: { unit: "ton" } }, steps: [] };
export const state: Order["state"] = "lost";
export const nested: Order["buyer"] = { name: "Ada", contact: { mail: 1 } };
export const decision: StopOutput = { decision: "approve" };
export const mode: PreToolUseInput["permission_mode"] = "auto";
`;

/** The programs on the pages. */
const pages = Object.fromEntries(
  Object.keys(SETS).map((set) => {
    const page = readFileSync(path.join(out, set, "typescript/README.md"), "utf8");
    return [`page-${set}.ts`, /^```ts\n([\s\S]*?)^```$/m.exec(page)[1]];
  }),
);

const folders = Object.keys(SETS).map((name) => path.join(out, name, "typescript"));
const home = project("sets", { ...programs, ...pages, "mistakes.ts": mistakes }, undefined, folders);

test("there are payloads of every set that has examples", () => {
  const counted = Object.keys(SETS).map((set) => [set, payloads.filter((it) => it.set === set).length > 0]);
  assert.deepEqual(counted.filter(([, any]) => !any), [["lights", false]]);
  assert.ok(payloads.length > 60, `${payloads.length}`);
});

test("every package can be imported at run time", () => {
  const imports = Object.values(SETS).map((name) => `await import("${name}");`);
  execFileSync(process.execPath, ["--input-type=module", "-e", imports.join("\n")], { cwd: home });
});

test("the examples have the expected problems", async () => {
  for (const [set, name] of Object.entries(SETS)) {
    const { validate } = await import(path.join(home, "node_modules", name, "validate.js"));
    const own = payloads.filter((it) => it.set === set);
    const reported = own.map(({ type, payload }) => validate(payload, type).map(({ pointer, code }) => ({ code, pointer })));
    assert.deepEqual(reported, own.map(({ problems }) => problems), set);
  }
});

test("messages name a format as the schema does", async () => {
  const { validate } = await import(path.join(home, "node_modules/logbook/validate.js"));
  const problems = validate({ id: "x", at: "0000-01-01T00:00:00Z", day: "0000-01-01", home: "a b" }, "Entry");
  const formats = problems.map(({ message }) => /`([a-z-]+)`\.$/.exec(message)?.[1]);
  assert.deepEqual(formats, ["date-time", "date", "uri", "uuid"]);
});

test("the package of a host without prompts returns what its catalogue says of each reply", async () => {
  const { exited, interpret } = await import(path.join(home, "node_modules/agent-hooks/host.js"));
  const lines = readFileSync(path.join(root, "tests/conform/other-host.jsonl"), "utf8").trim().split("\n");
  const rows = lines.map((line) => JSON.parse(line));
  const found = rows.map(({ case: name, event, code, stdout, stderr }) => {
    const { action, stop, texts } = interpret(event, exited(code, stdout, stderr));
    const read = texts.flatMap(({ text, audience }) => audience.map((who) => [text, who]));
    return { case: name, event, code, stdout, stderr, action, stop, texts: read };
  });
  assert.ok(rows.length > 20);
  assert.deepEqual(found, rows);
});

test("a guard of another host blocks", async () => {
  const guard = `import { block, run } from "agent-hooks";
run({ PreToolUse: { Bash: ({ tool_input }) => tool_input.command.includes("rm ") && block("Keep the files.") } });
`;
  writeFileSync(path.join(home, "guard.mjs"), guard);
  const { runHook } = await import(path.join(home, "node_modules/agent-hooks/host.js"));
  const { sample } = await import(path.join(home, "node_modules/agent-hooks/testing.js"));
  const entry = { type: "command", command: process.execPath, args: [path.join(home, "guard.mjs")] };
  const outcomes = [];
  for (const command of ["rm -rf wheels", "ls"]) {
    const { outcome } = await runHook(entry, sample("PreToolUse", { tool_input: { command } }));
    outcomes.push([outcome.action, outcome.texts.map(({ text }) => text)]);
  }
  assert.deepEqual(outcomes, [["blocked", ["Keep the files."]], ["normal", []]]);
});

for (const way of ways) {
  test(`payloads compile as their types, and mistakes do not: ${way.name}`, () => {
    const found = compile(home, way, { lib: ["es2022", "dom"], skipLibCheck: false });
    assert.deepEqual(found.filter(({ file }) => file !== "mistakes.ts"), []);
    const lines = mistakes.split("\n").flatMap((line, at) => (line.startsWith("export") ? [at + 1] : []));
    assert.deepEqual([...new Set(found.map(({ line }) => line))], lines);
  });
}
