// Permission rules that were compared with calls on the real host: `ruleMatches` says the same.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { ruleMatches, select } = await import(path.join(packageFolder, "host.js"));

/** The folder of a session in the sandbox. The host puts the home folder into the text of a command. */
const ROOT = "/srv/observe/case/tree";
const FOLDERS = { home: `${ROOT}/home`, project: `${ROOT}/work` };

const bash = (command) => ({ hook_event_name: "PreToolUse", session_id: "s1", tool_name: "Bash", tool_input: { command } });

/** Returns the rule of each handler, with its id. */
const rulesOf = (sources) => sources.flatMap(({ document }) => Object.values(document.hooks).flat())
  .flatMap(({ hooks }) => hooks)
  .map((it) => [it.command.split(" ").at(-1), it.if]);

test("rules cover the calls that the host covers", () => {
  const text = readFileSync(path.join(root, "tests/observed/2.1.332/settings/rules.jsonl"), "utf8");
  const wrong = [];
  let [same, unknown] = [0, 0];
  for (const line of text.replaceAll("{{root}}", ROOT).trimEnd().split("\n")) {
    const { sources, seen } = JSON.parse(line);
    const rules = rulesOf(sources);
    for (const { input, ran } of seen.filter((it) => Object.hasOwn(it.input, "tool_name"))) {
      for (const [name, rule] of rules) {
        const answer = ruleMatches(rule, input, FOLDERS);
        if (answer === undefined) unknown += 1;
        else if (answer === ran.includes(name)) same += 1;
        else wrong.push([rule, input.tool_input, !answer]);
      }
    }
  }
  assert.deepEqual(wrong.slice(0, 10), []);
  assert.ok(same > 100_000, `${same}`);
  assert.ok(unknown < same / 200, `${unknown}`);
});

test("what is not known is not guessed", () => {
  const call = { tool_name: "Read", tool_input: { file_path: `${ROOT}/work/one.rs` } };
  for (const rule of ["Read(/one.rs)", "Read(~/x)", "Read(one.rs)"]) assert.equal(ruleMatches(rule, call), undefined);
  assert.equal(ruleMatches("Read(one.rs)", { ...call, cwd: `${ROOT}/work` }), true);
  assert.equal(ruleMatches("Bash", call), false);
  assert.equal(ruleMatches("Bash(echo *)", bash("echo $HOME")), undefined);
  assert.equal(ruleMatches("Bash(echo /home/me)", bash("echo $HOME"), { home: "/home/me" }), true);
  assert.equal(ruleMatches("Bash(git *)", { tool_name: "Bash", tool_input: {} }), undefined);
  assert.equal(ruleMatches("Bash(git *)", bash("git push \u0001")), undefined);
});

test("characters count, not the units of a string", () => {
  assert.equal(ruleMatches("Bash(x)", bash("\u{1f600}".repeat(5001))), undefined);
  assert.equal(ruleMatches("Bash(x)", bash("\u{1f600}".repeat(10_001))), true);
  const read = { tool_name: "Read", cwd: "/", tool_input: { file_path: "/\u{1f600}" } };
  assert.deepEqual(["Read(?)", "Read(??)"].map((rule) => ruleMatches(rule, read)), [true, false]);
});

test("wrong arguments are refused", () => {
  assert.throws(() => ruleMatches(1, {}), TypeError);
  assert.throws(() => ruleMatches("Bash", null), TypeError);
  assert.throws(() => ruleMatches("Bash", {}, { home: 1 }), TypeError);
  assert.throws(() => ruleMatches("Bash", {}, { folder: "/" }), TypeError);
});

test("select decides the condition of a call", () => {
  const handlers = ["Bash(git *)", "Bash(ls *)"].map((it) => ({ type: "command", command: it, if: it }));
  const { runs, others } = select({ hooks: { PreToolUse: [{ hooks: handlers }] } }, bash("git push"));
  assert.deepEqual(runs.map(({ pointer }) => pointer), ["/hooks/PreToolUse/0/hooks/0"]);
  assert.deepEqual(others.map(({ reason }) => reason), ["condition"]);
});

test("a long line is compared with many rules", () => {
  const handlers = Array.from({ length: 300 }, (_, it) => ({ type: "command", command: `${it}`, if: `Bash(g${it}*)` }));
  const read = (line) => select({ hooks: { PreToolUse: [{ hooks: handlers }] } }, bash(line));
  for (const line of ["git push; ".repeat(900), `git ${"x".repeat(9000)}`]) {
    const { others, depends_on: dependsOn } = read(line);
    assert.deepEqual([others.length, dependsOn], [300, []]);
  }
});
