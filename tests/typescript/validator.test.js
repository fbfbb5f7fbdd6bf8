// The guarantees of `validatorReply`: wrong arguments are reported, results are never shared, and the types depend on
// the event. The replies for every event are in tests/conform/validators.jsonl.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { compile, packageFolder, project, ways } from "./support.js";

const { HOOK_EVENTS } = await import(path.join(packageFolder, "index.js"));
const { validate, validatorReply } = await import(path.join(packageFolder, "validate.js"));
const { profile } = await import(path.join(packageFolder, "profiles/validator.js"));

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

test("changing a reply changes neither later replies nor the result", () => {
  const before = structuredClone(failed);
  const { reply } = error("PermissionRequest");
  reply.hookSpecificOutput.decision.behavior = "allow";
  reply.passed = true;
  assert.equal(error("PermissionRequest").reply.hookSpecificOutput.decision.behavior, "deny");
  assert.deepEqual(failed, before);
});

test("validatorReply throws on wrong arguments", () => {
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

const SEVERITIES = ["error", "warning", "info"];
const passed = { passed: true, violations: [], summary: "All is well." };

/** The reply for every event, severity and outcome. */
const replies = HOOK_EVENTS.flatMap((event) =>
  SEVERITIES.flatMap((severity) =>
    [passed, failed].map((result) => ({ event, reply: validatorReply(result, { severity, event }).reply })),
  ),
);

test("every reply is valid under the profile `validator`", () => {
  assert.equal(replies.length, HOOK_EVENTS.length * 6);
  const problems = replies.flatMap(({ event, reply }) => validate(reply, { event, direction: "output" }, { profile }));
  assert.deepEqual(problems, []);
  const plain = replies.filter(({ event, reply }) => validate(reply, { event, direction: "output" }).length === 0);
  assert.deepEqual(plain, [], "without the profile, the host ignores the result");
});

const typed = `
import type { HookOutputs } from "hookwire/profiles/validator";
import { validatorReply, type ValidationResult } from "hookwire/validate";

declare const result: ValidationResult;
${HOOK_EVENTS.map((event) => `export const of${event}: HookOutputs["${event}"] = validatorReply(result, { severity: "error", event: "${event}" }).reply;`).join("\n")}
${replies.map(({ event, reply }, at) => `export const it${at}: HookOutputs["${event}"] = ${JSON.stringify(reply)};`).join("\n")}
`;

const program = `
import type { HookEvent, PreToolUseOutput, StopOutput as PlainStopOutput } from "hookwire";
import type { HookOutputs, StopOutput } from "hookwire/profiles/validator";
import { validatorReply, type ValidationResult, type Violation } from "hookwire/validate";

const violations: Violation[] = [];
const result: ValidationResult = { passed: false, violations, summary: "" };
export const stop: StopOutput = validatorReply(result, { severity: "error", event: "Stop" }).reply;
export const call: PreToolUseOutput = validatorReply(result, { severity: "warning", event: "PreToolUse", reason: "r" }).reply;
const { reply } = validatorReply(result, { severity: "error", event: "Stop" });
export const decision: "approve" | "block" | undefined = reply.decision;
export const reason: string | undefined = reply.reason;
export function report<E extends HookEvent>(event: E): HookOutputs[E] {
  return validatorReply(result, { severity: "error", event }).reply;
}
export const ofAny = (event: HookEvent): boolean => validatorReply(result, { severity: "error", event }).reply.passed;
export const passed: boolean = validatorReply(result, { severity: "info", event: "Setup" }).reply.passed;
`;
const mistakes = [
  'validatorReply(result, { severity: "eror", event: "Stop" });',
  'validatorReply(result, { severity: "error", event: "stop" });',
  'validatorReply(result, { severity: "error" });',
  'validatorReply({ passed: true }, { severity: "error", event: "Stop" });',
  'const other: PreToolUseOutput = validatorReply(result, { severity: "error", event: "Stop" }).reply; void other;',
  'const later: true = validatorReply(result, { severity: "error", event: "Stop" }).reply.async; void later;',
  'const plain: PlainStopOutput = { passed: true }; void plain;',
  'const misspelled: StopOutput = { pased: true }; void misspelled;',
];
const home = project("validator", { "right.ts": program, "replies.ts": typed, "wrong.ts": program + mistakes.join("\n") });

for (const way of ways) {
  test(`the reply has the type of its event: ${way.name}`, () => {
    const found = compile(home, way);
    assert.deepEqual(found.filter(({ file }) => file !== "wrong.ts"), []);
    const first = program.split("\n").length;
    const lines = found.filter(({ file }) => file === "wrong.ts").map(({ line }) => line - first);
    assert.deepEqual([...new Set(lines)], mistakes.map((_, at) => at));
  });
}
