// The outcomes of hooks: the functions of the host that programs call.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const host = await import(path.join(packageFolder, "host.js"));
const { asked, blocked, exited, http, interpret, mcp, merge, messageBlocks, model, notStarted, signalled, stops, timedOut } = host;

const DENY = JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } });

test("the explanation says what happens, why, and what to do", () => {
  const outcome = interpret("PreToolUse", exited(1, "", "no"));
  assert.equal(
    outcome.explanation,
    "The permission rules decide: exit code 1 does not block. Stderr reaches the user as an error notice. " +
      'To block, exit with 2, or with 0 and print `{"hookSpecificOutput": {"hookEventName": "PreToolUse", ' +
      '"permissionDecision": "deny", "permissionDecisionReason": "..."}}`.',
  );
  assert.deepEqual([blocked(outcome), asked(outcome), stops(outcome)], [false, false, false]);
});

for (const [name, result, handler, action, failure] of [
  ["a command", exited(0, DENY), "command", "blocked", undefined],
  ["a signal", signalled(Buffer.from(DENY)), "command", "blocked", "exit-code"],
  ["a server", http(200, DENY), "http", "blocked", undefined],
  ["an error of a server", http(500, DENY), "http", "normal", "status"],
  ["a tool", mcp(DENY), "mcp_tool", "blocked", undefined],
  ["a tool that fails", mcp(DENY, { isError: true }), "mcp_tool", "normal", "tool-error"],
  ["a model", model('{"ok": false}'), "prompt", "blocked", undefined],
  ["a model that fails", model({ text: "?" }), "prompt", "normal", "not-json"],
  ["a time limit", timedOut(), "command", "normal", "timed-out"],
  ["no start", notStarted(), "command", "normal", "not-started"],
  ["the background", host.backgrounded(), "command", "normal", undefined],
  ["a setting", exited(1), { type: "command", onFailure: "block" }, "blocked", "exit-code"],
]) {
  test(`the outcome of ${name}`, () => {
    const outcome = interpret("PreToolUse", result, { handler });
    assert.deepEqual([outcome.action, outcome.failure], [action, failure]);
  });
}

test("a failure in the background blocks nothing, whatever onFailure says", () => {
  for (const key of ["async", "asyncRewake"]) {
    for (const [result, failure] of [[notStarted(), "not-started"], [timedOut(), "timed-out"]]) {
      const handler = { type: "command", command: "my-check", [key]: true, onFailure: "block" };
      const outcome = interpret("PreToolUse", result, { handler });
      assert.deepEqual([outcome.action, outcome.on_failure, outcome.failure], ["normal", "ignored", failure]);
    }
  }
});

test("the host drops an empty input of a permission request", () => {
  const decision = { behavior: "allow", updatedInput: {} };
  const reply = JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
  for (const context of [{ tool: "Bash" }, undefined]) {
    const { action, new_input } = interpret("PermissionRequest", exited(0, reply), context);
    assert.deepEqual([action, new_input], ["allowed", undefined]);
  }
});

test("an event that is newer than the package is unknown", () => {
  assert.equal(interpret("NewEvent", exited(2)).action, "unknown");
});

test("merging takes the strongest decision, and the reason of the last hook", () => {
  const every = ["one", "two"].map((reason) => interpret("PreToolUse", exited(2, "", reason)));
  const said = [undefined, [1, 0]].map((order) => merge(every, order).texts.map(({ text }) => text));
  assert.deepEqual(said, [["two"], ["one"]]);
  assert.match(merge(every).explanation, /^Hook 2 of 2 decides\. The call is not made/);
});

test("of an erased prompt, nobody reads the context", () => {
  const [block, context] = [exited(2, "", "No."), exited(0, "Context.")].map((it) => interpret("UserPromptSubmit", it));
  assert.deepEqual(context.texts.map(({ text }) => text), ["Context."]);
  assert.deepEqual(merge([context, block]).texts.map(({ text }) => text), ["No."]);
});

test("wrong arguments are refused", () => {
  assert.throws(() => interpret("Stop", 1), TypeError);
  assert.throws(() => interpret(1, exited(0)), TypeError);
  assert.throws(() => exited("1"), TypeError);
  assert.throws(() => mcp("", { error: true }), TypeError);
  assert.throws(() => merge([]), RangeError);
  assert.throws(() => merge([{}]), TypeError);
  assert.throws(() => merge([interpret("Stop", exited(0))], [1]), RangeError);
});

test("a profile decides before the exit code where its host does", async () => {
  const { profile } = await import(path.join(packageFolder, "profiles/wave-design-2025-11.js"));
  const allow = DENY.replace("deny", "allow");
  for (const [printed, context, action] of [
    [allow, { profile }, "allowed"],
    [allow, {}, "blocked"],
    ["{", { profile }, "blocked"],
    [allow.replace("PreToolUse", "Stop"), { profile }, "blocked"],
  ]) {
    assert.equal(interpret("PreToolUse", exited(2, printed), context).action, action, printed);
  }
  assert.equal(interpret("SessionStart", exited(0), { profile }).action, "unknown");
});

test("texts become blocks for those who get them", () => {
  const warn = { type: "warn", content: "Low on disk." };
  const instruction = {
    type: "hook",
    hookEvent: "Stop",
    content: "Run the tests.",
    metadata: { purpose: "instruction", from: "/reason" },
  };
  for (const [event, printed, blocks] of [
    ["Stop", '{"systemMessage": "Low on disk."}', [warn]],
    ["Stop", "plain text", []],
    ["Stop", '{"decision": "block", "reason": "Run the tests.", "systemMessage": "Low on disk."}', [instruction, warn]],
    ["UserPromptSubmit", '{"decision": "block", "reason": "No secrets."}', [{ type: "warn", content: "No secrets." }]],
  ]) {
    assert.deepEqual(messageBlocks(interpret(event, exited(0, printed))), blocks);
  }
});

const IN_BACKGROUND = { type: "command", command: "my-check", async: true };
const WAKES = { type: "command", command: "my-check", asyncRewake: true };
const MESSAGE = '{"systemMessage": "m"}';

for (const [name, handler, result, codes, texts] of [
  ["a denial", IN_BACKGROUND, exited(0, DENY), ["without-effect"], []],
  ["exit code 2", IN_BACKGROUND, exited(2, "", "No."), ["without-effect"], []],
  ["a message", IN_BACKGROUND, exited(0, MESSAGE), [], ["m"]],
  ["a message over lines", IN_BACKGROUND, exited(0, MESSAGE.replace(":", "\n:")), [], ["m"]],
  ["a second object", IN_BACKGROUND, exited(0, `{}\n${MESSAGE}`), ["without-effect"], []],
  ["a raw line break", IN_BACKGROUND, host.backgrounded('{"systemMessage": "a\nb"}'), ["not-json"], []],
  ["stderr that wakes", WAKES, exited(2, "", "a\nb"), [], ["a\nb"]],
  ["an object that wakes", WAKES, exited(2, DENY), ["without-effect"], [DENY]],
  ["a message that does not wake", WAKES, exited(0, MESSAGE), ["without-effect"], []],
]) {
  test(`in the background, ${name} has the problems that it should`, () => {
    const outcome = interpret("PreToolUse", result, { handler });
    assert.deepEqual([outcome.action, outcome.problems.map(({ code }) => code)], ["normal", codes]);
    assert.deepEqual(outcome.texts.map(({ text }) => text), texts);
  });
}
