// Payloads for tests of hooks, and what the host would do with a hook.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const { block, context, HOOK_EVENTS } = await import(path.join(packageFolder, "index.js"));
const { blocked } = await import(path.join(packageFolder, "host.js"));
const { check, sample, simulate } = await import(path.join(packageFolder, "testing.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const guard = ({ tool_input }) => tool_input.command === "rm -rf /" && block("No.");
const bad = sample("PreToolUse", { command: "rm -rf /" });
const good = sample("PreToolUse", { command: "ls" });

test("every event has a valid sample, which is new each time", () => {
  for (const event of HOOK_EVENTS) {
    const made = sample(event);
    assert.equal(made.hook_event_name, event);
    assert.deepEqual(validate(made, { event, direction: "input" }, { input: made }), []);
    delete made.hook_event_name;
    assert.equal(sample(event).hook_event_name, event);
  }
});

test("tools have samples, also those of servers", () => {
  const after = sample("PostToolUse", { tool: "Read", file_path: "/a" });
  assert.equal(after.tool_input.file_path, "/a");
  assert.deepEqual(validate(after, { event: "PostToolUse", direction: "input" }, { input: after }), []);
  assert.equal(sample("PreToolUse", { tool: "mcp__a__b", anything: 1 }).tool_input.anything, 1);
  assert.equal(sample("Stop", { stop_hook_active: true }).stop_hook_active, true);
});

test("what the host would not write is an error", () => {
  const said = (event, values) => {
    try {
      sample(event, values);
    } catch (error) {
      return error.message;
    }
  };
  assert.equal(said("PreToolUs"), 'there is no event "PreToolUs": did you mean "PreToolUse"?');
  assert.equal(said("PreToolUse", { tool: "bash" }), 'there is no tool "bash": did you mean "Bash"?');
  assert.equal(said("PreToolUse", { comand: "ls" }), 'there is no argument of `Bash` "comand": did you mean "command"?');
  assert.equal(said("PreToolUse", { command: 1 }), "/tool_input/command: `command` has to be a string, not a number.");
  assert.equal(said("Stop", { tool: "Bash" }), "`Stop` is not about a tool");
  assert.equal(said("Stop", { activ: 1 }), 'there is no field of `Stop` "activ"');
});

test("a hook can be tried in each form", async () => {
  const program = "process.exit(require('fs').readFileSync(0, 'utf8').includes('rm -rf') ? 2 : 0)";
  const words = [process.execPath, "-e", program];
  const entry = { type: "command", command: process.execPath, args: ["-e", program] };
  for (const hook of [guard, { PreToolUse: { Bash: guard } }, words, entry]) {
    assert.equal(blocked(await simulate(hook, bad)), true);
    assert.equal(blocked(await simulate(hook, good)), false);
  }
  assert.equal(blocked(await simulate(() => context("Go on."), sample("Stop"))), true);
  assert.equal(blocked(await simulate(() => context("Go on."), sample("Stop"), "2.1.42")), false);
  await assert.rejects(simulate(1, good), /a hook is handlers, a function or a command, not a number/);
  await assert.rejects(simulate(guard, {}), /the payload is not that of an event/);
});

test("a table reports every row that differs", async () => {
  await check(guard, [
    [bad, "blocked"],
    [good, "normal"],
    [bad, blocked],
  ]);
  const wrong = check(guard, [
    [bad, "blocked"],
    [good, "blocked"],
    [good, blocked],
  ]);
  await assert.rejects(wrong, (error) => {
    const beginning = '2 of 3 rows differ\n\nPreToolUse Bash {"command":"ls"}\n  expected: blocked\n  found: normal\n';
    return error.message.startsWith(beginning) && error.message.includes("the hook says nothing");
  });
  await assert.rejects(check(guard, []), /no row/);
});
