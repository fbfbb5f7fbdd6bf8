// The questions to the user that wait.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const { PermissionQueue } = await import(path.join(packageFolder, "host.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const RUN = {
  result: { exitCode: 0, stdout: "", stderr: "", executionTime: 1, hookEvent: "Stop" },
  timestamp: 1000,
};

test("a question waits until it is answered", async () => {
  const queue = new PermissionQueue({ clock: () => 1000 });
  const question = queue.ask("Bash", { input: { command: "ls" }, reason: "It may be slow." });
  assert.deepEqual(queue.getSnapshot().pendingPermissions, [
    { id: "1", toolName: "Bash", timestamp: 1000, toolInput: { command: "ls" }, reason: "It may be slow." },
  ]);
  assert.equal(queue.getSnapshot().isAwaitingPermission, true);
  assert.equal(queue.answer("1", "allow", "Fine."), true);
  const answer = { decision: "allow", toolName: "Bash", timestamp: 1000, shouldContinueRecursion: true, reason: "Fine." };
  assert.deepEqual(await question.answer, answer);
  assert.deepEqual(validate(answer, "PermissionAnswer"), []);
  assert.equal(queue.answer("1", "deny"), false);
  assert.equal(queue.getSnapshot().isAwaitingPermission, false);
});

test("what nobody answers is refused", async () => {
  const queue = new PermissionQueue({ capacity: 2, timeout: 20 });
  const questions = ["A", "B", "C"].map((tool) => queue.ask(tool));
  assert.equal(queue.cancel("1"), true);
  const answers = await Promise.all(questions.map(({ answer }) => answer));
  assert.deepEqual(answers.map(({ decision, reason }) => [decision, reason]), [
    ["deny", "the question was cancelled"],
    ["deny", "the user did not answer in time"],
    ["deny", "too many calls wait for the user"],
  ]);
});

test("a preference answers for the user, and a wrong one changes nothing", async () => {
  const queue = new PermissionQueue();
  queue.updatePreferences({ answers: { Bash: "allow" } });
  assert.equal((await queue.ask("Bash").answer).decision, "allow");
  for (const wrong of [{ answers: { Bash: "maybe" } }, { showWarning: true }, []]) {
    assert.throws(() => queue.updatePreferences(wrong), TypeError);
  }
  assert.deepEqual(queue.getSnapshot().userPreferences, { answers: { Bash: "allow" } });
  assert.equal(queue.ask("__proto__").id, "2");
});

test("the history is bounded by time", () => {
  let now = 1000;
  const queue = new PermissionQueue({ historyDuration: 60, clock: () => now });
  queue.record(RUN);
  now += 59;
  assert.deepEqual(queue.getSnapshot().hookExecutionHistory, [RUN]);
  now += 2;
  assert.deepEqual(queue.getSnapshot().hookExecutionHistory, []);
  queue.record({ ...RUN, timestamp: now });
  queue.clearHistory();
  assert.deepEqual(queue.getSnapshot().hookExecutionHistory, []);
  assert.throws(() => queue.record({ timestamp: 1 }), TypeError);
});

test("the state can be exported and restored, and an inconsistent one is refused", async () => {
  const queue = new PermissionQueue({ capacity: 2 });
  queue.ask("A");
  const state = queue.export();
  assert.deepEqual(validate(state, "HookEventContext"), []);
  const other = new PermissionQueue({ capacity: 2 });
  const lost = other.ask("Z");
  const [question] = other.restore(state);
  assert.equal((await lost.answer).decision, "deny");
  other.answer("1", "allow");
  assert.equal((await question.answer).decision, "allow");
  assert.equal(other.ask("C").id, "2");
  const [one] = state.pendingPermissions;
  for (const wrong of [
    { isAwaitingPermission: false },
    { pendingPermissions: [one, one] },
    { pendingPermissions: [0, 1, 2].map((at) => ({ ...one, id: String(at) })) },
    { pendingPermissions: 1 },
  ]) {
    assert.throws(() => other.restore({ ...state, ...wrong }));
  }
  assert.deepEqual(other.getSnapshot().pendingPermissions.map(({ id }) => id), ["2"]);
});

test("it is a store: a snapshot is the same until something changes, and changes are told", () => {
  const { subscribe, getSnapshot, ...queue } = new PermissionQueue();
  assert.deepEqual(queue, {});
  const store = new PermissionQueue();
  const before = store.getSnapshot();
  assert.equal(store.getSnapshot(), before);
  let calls = 0;
  const end = store.subscribe(() => void (calls += 1));
  const { id } = store.ask("A");
  assert.notEqual(store.getSnapshot(), before);
  store.cancel(id);
  end();
  store.ask("B");
  assert.equal(calls, 2);
  assert.throws(() => store.getSnapshot().pendingPermissions.push({}), TypeError);
});

test("nothing is lost and nothing is answered twice", async () => {
  const queue = new PermissionQueue({ capacity: 100 });
  const tools = [];
  for (let at = 0; at < 10_000; at += 100) {
    const questions = Array.from({ length: 100 }, (_, index) => queue.ask(`${at + index}`));
    for (const { id } of questions.toReversed()) assert.equal(queue.answer(id, "allow"), true);
    for (const { answer } of questions) tools.push((await answer).toolName);
  }
  assert.deepEqual(tools, Array.from({ length: 10_000 }, (_, index) => `${index}`));
  assert.equal(queue.getSnapshot().isAwaitingPermission, false);
});

test("wrong arguments are refused", () => {
  for (const wrong of [{ capacity: 0 }, { capacity: 101 }, { timeout: 0 }, { historyDuration: 0 }]) {
    assert.throws(() => new PermissionQueue(wrong), RangeError);
  }
  const queue = new PermissionQueue();
  assert.throws(() => queue.ask(""), TypeError);
  assert.throws(() => queue.answer(queue.ask("A").id, "maybe"), RangeError);
});
