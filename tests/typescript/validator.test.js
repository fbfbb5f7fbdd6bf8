// The guarantees of `validatorReply`: wrong arguments are reported, results are never shared, and the types depend on
// the event. The replies for every event are in tests/conform/validators.jsonl.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, ways } from "./support.js";

const { validatorReply } = await import(path.join(packageFolder, "validate.js"));

const failed = {
  passed: false,
  violations: [{ rule: "r", file: "f", line: 1, snippet: "s", suggestion: "do" }],
  summary: "1 violation",
};
const error = (event, more) => validatorReply(failed, { severity: "error", event, ...more });

test("the reply has the decision of the event, the text and the result", () => {
  const text = "1 violation\nf:1: r: do\n    s";
  const hookSpecificOutput = {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: text,
  };
  assert.deepEqual(error("PreToolUse"), {
    reply: { hookSpecificOutput, ...failed },
    exitCode: 0,
    stderr: "",
    note: undefined,
  });
  const { reply, exitCode, stderr } = error("TeammateIdle", { reason: "Not yet." });
  assert.deepEqual([reply, exitCode, stderr], [failed, 2, "Not yet."]);
});

test("nobody shares what is returned", () => {
  const before = structuredClone(failed);
  const { reply } = error("PermissionRequest");
  reply.hookSpecificOutput.decision.behavior = "allow";
  reply.passed = true;
  assert.equal(error("PermissionRequest").reply.hookSpecificOutput.decision.behavior, "deny");
  assert.deepEqual(failed, before);
});

test("a wrong argument is never taken for another one", () => {
  const wrong = [
    [failed, { severity: "eror", event: "Stop" }, RangeError, /did you mean "error"/],
    [failed, { severity: "passed", event: "Stop" }, RangeError, /no severity "passed"/],
    [{ ...failed, passed: true }, { severity: "eror", event: "Stop" }, RangeError, /severity/],
    [failed, { severity: "error", event: "stop" }, RangeError, /did you mean "Stop"/],
    [failed, { severity: "error" }, TypeError, /`event`/],
    [failed, { severity: "error", event: "Stop", reason: null }, TypeError, /`reason`/],
    [failed, undefined, TypeError, /`event`/],
    [{ ...failed, passed: "no" }, { severity: "error", event: "Stop" }, TypeError, /at "\/passed": `passed` has to be/],
    [null, { severity: "error", event: "Stop" }, TypeError, /not a result/],
  ];
  for (const [result, options, type, message] of wrong) {
    const thrown = { name: type.name, message };
    assert.throws(() => validatorReply(result, options), thrown, JSON.stringify([result, options]));
  }
});

const program = `
import type { PreToolUseOutput } from "hookwire";
import type { StopOutput } from "hookwire/profiles/validator";
import { validatorReply, type ValidationResult, type Violation } from "hookwire/validate";

const violations: Violation[] = [];
const result: ValidationResult = { passed: false, violations, summary: "" };
export const stop: StopOutput = validatorReply(result, { severity: "error", event: "Stop" }).reply;
export const call: PreToolUseOutput = validatorReply(result, { severity: "warning", event: "PreToolUse", reason: "r" }).reply;
export const passed: boolean = validatorReply(result, { severity: "info", event: "Setup" }).reply.passed;
`;
const mistakes = [
  'validatorReply(result, { severity: "eror", event: "Stop" });',
  'validatorReply(result, { severity: "error", event: "stop" });',
  'validatorReply(result, { severity: "error" });',
  'validatorReply({ passed: true }, { severity: "error", event: "Stop" });',
  'const other: PreToolUseOutput = validatorReply(result, { severity: "error", event: "Stop" }).reply; void other;',
];
const home = project("validator", { "right.ts": program, "wrong.ts": program + mistakes.join("\n") });

for (const way of ways) {
  test(`the types are those of the event: ${way.name}`, () => {
    const found = compile(home, way);
    assert.deepEqual(found.filter(({ file }) => file === "right.ts"), []);
    const first = program.split("\n").length;
    const lines = found.filter(({ file }) => file === "wrong.ts").map(({ line }) => line - first);
    assert.deepEqual([...new Set(lines)], mistakes.map((_, at) => at));
  });
}
