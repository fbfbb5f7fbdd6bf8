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
  ["a misspelled event", "  Stop: stop,", "  Stopp: stop,", 0, /'HookHandlers'/],
  ["a handler of another event", "  Stop: stop,", "  SubagentStart: stop,", 0, /'Handler<"Stop">' is not assignable .*Handler<"SubagentStart", /],
  ["a reply of another event", '{ hookEventName: "PermissionRequest"', '{ hookEventName: "PreToolUse"', -1,
    /not assignable to type '.*\bHandler<"PermissionRequest", /],
  ["a verb that the event does not take", '({ context }) => context("', '() => block("', 0,
    /'Reply<"block">' is not assignable .*Returned<"SessionStart", /],
  ["a method that the event does not have", "({ context }) =>", "({ block: context }) =>", 0,
    /'block' does not exist on type 'Call<"SessionStart", /],
  ["a field of another event", "call.background_tasks", "call.tool_name", 0, /'tool_name' does not exist on type 'Call<"Stop", /],
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
