// The program for several events, and copies of it with one mistake each: every compiler reports the mistake at its
// line, with a message that names it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, project, ways } from "./support.js";

const program = readFileSync(path.join(import.meta.dirname, "programs/dispatch.ts"), "utf8");

/** [mistake, correct text, wrong text, line of the error from that of the text, message] */
const mistakes = [
  ["a misspelled event", "async Stop(input) {", "async Stopp(input) {", 0, /'HookHandlers'/],
  ["a reply of another event", '{ hookEventName: "PermissionRequest"', '{ hookEventName: "PreToolUse"', -1,
    /not assignable to type '\(input: PermissionRequestInput<string>\) => .*\bPermissionRequestOutput \| /],
  ["a decision that the event does not have", 'decision: "block"', 'decision: "deny"', -3,
    /not assignable to type '\(input: StopInput\) => .*\bStopOutput \| /],
  ["a field of another event", "input.background_tasks", "input.tool_name", 0, /'tool_name' does not exist on type 'StopInput'/],
  ["an unchecked input", "isKnown(input) ? await replyTo", "input ? await replyTo", 0, /'string' is not assignable .* 'HookEvent'/],
  ["an input of another event", "replyTo(input.hook_event_name, input)", 'replyTo("Stop", input)', 0,
    /'HookInput' is not assignable to parameter of type 'StopInput'/],
];

const files = mistakes.map(([, right, wrong], at) => {
  assert.equal(program.split(right).length, 2, right);
  return [`wrong-${at}.ts`, program.replace(right, wrong)];
});
const home = project("dispatch", { "right.ts": program, ...Object.fromEntries(files) });
const lineOf = (right) => program.slice(0, program.indexOf(right)).split("\n").length;

for (const way of ways) {
  const found = compile(home, way, { types: ["node"] });

  test(`the program for several events compiles: ${way.name}`, () => {
    assert.deepEqual(found.filter(({ file }) => file === "right.ts"), []);
  });

  for (const [at, [mistake, right, , offset, message]] of mistakes.entries()) {
    test(`${mistake} is reported: ${way.name}`, () => {
      const [first] = found.filter(({ file }) => file === `wrong-${at}.ts`);
      assert.equal(first?.line, lineOf(right) + offset);
      assert.match(first.message, message);
    });
  }
}
