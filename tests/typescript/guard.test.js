// The guard on the page, with the cases that all languages share.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, root, ways } from "./support.js";

const readme = readFileSync(path.join(packageFolder, "README.md"), "utf8");
const [, program] = /^```ts\n([\s\S]*?)^```$/m.exec(readme);
const lines = readFileSync(path.join(root, "tests/guard/cases.jsonl"), "utf8").trimEnd().split("\n");
const cases = lines.map((line) => JSON.parse(line));
const home = project("guard", { "guard.ts": program });
const errors = compile(home, ways[0], { types: ["node"], noEmit: false });

test("the guard in the README has the expected outcome in every case", () => {
  assert.deepEqual(errors, []);
  const outcomes = cases.map(({ name, stdin }) => {
    const run = spawnSync(process.execPath, ["guard.js"], { cwd: home, input: stdin, encoding: "utf8" });
    const decision = run.stdout && JSON.parse(run.stdout).hookSpecificOutput.permissionDecision;
    return { name, exit: run.status, decision };
  });
  const expected = cases.map(({ name, exit, denies }) => ({ name, exit, decision: denies ? "deny" : "" }));
  assert.ok(cases.length > 40);
  assert.deepEqual(outcomes, expected);
});

test("a denial that cannot be printed blocks, and an allowed call needs no output", () => {
  // A stream that is open for reading cannot be written.
  const shut = openSync(path.join(home, "guard.ts"), "r");
  const outcomes = [true, false].map((denies) => {
    const { stdin } = cases.find((it) => it.denies === denies);
    const stdio = ["pipe", shut, "pipe"];
    const run = spawnSync(process.execPath, ["guard.js"], { cwd: home, input: stdin, encoding: "utf8", stdio });
    return [run.status, run.stderr.includes("the reply cannot be written")];
  });
  closeSync(shut);
  assert.deepEqual(outcomes, [
    [2, true],
    [0, false],
  ]);
});

test("the guard is short, and the page has its test", () => {
  assert.ok(program.split("\n").filter((line) => line.trim() !== "").length <= 8);
  assert.match(readme, /"onFailure": "block"/);
  assert.match(readme, /check\(/);
});
