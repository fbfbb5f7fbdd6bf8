// The guard of the page, on the cases that the guards of every language are run on.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, root, ways } from "./support.js";

const readme = readFileSync(path.join(packageFolder, "README.md"), "utf8");
const [, program] = /^```ts\n([\s\S]*?)^```$/m.exec(readme);
const lines = readFileSync(path.join(root, "tests/guard/cases.jsonl"), "utf8").trimEnd().split("\n");
const cases = lines.map((line) => JSON.parse(line));

test("the guard of the page does what is written of every case", () => {
  const home = project("guard", { "guard.ts": program });
  assert.deepEqual(compile(home, ways[0], { types: ["node"], noEmit: false }), []);
  const outcomes = cases.map(({ name, stdin }) => {
    const run = spawnSync(process.execPath, ["guard.js"], { cwd: home, input: stdin, encoding: "utf8" });
    const decision = run.stdout && JSON.parse(run.stdout).hookSpecificOutput.permissionDecision;
    return { name, exit: run.status, decision };
  });
  const expected = cases.map(({ name, exit, denies }) => ({ name, exit, decision: denies ? "deny" : "" }));
  assert.ok(cases.length > 80);
  assert.deepEqual(outcomes, expected);
});
