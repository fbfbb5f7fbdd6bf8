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
    { id: question.id, toolName: "Bash", timestamp: 1000, toolInput: { command: "ls" }, reason: "It may be slow." },
  ]);
  assert.equal(queue.getSnapshot().isAwaitingPermission, true);
  assert.equal(queue.answer(question.id, "allow", "Fine."), true);
  const answer = { decision: "allow", toolName: "Bash", timestamp: 1000, shouldContinueRecursion: true, reason: "Fine." };
  assert.deepEqual(await question.answer, answer);
  assert.deepEqual(validate(answer, "PermissionAnswer"), []);
  assert.equal(queue.answer(question.id, "deny"), false);
  assert.equal(queue.getSnapshot().isAwaitingPermission, false);
});

test("what nobody answers is refused", async () => {
  const queue = new PermissionQueue({ capacity: 2, timeout: 20 });
  const questions = ["A", "B", "C"].map((tool) => queue.ask(tool));
  assert.equal(queue.cancel(questions[0].id), true);
  const answers = await Promise.all(questions.map(({ answer }) => answer));
  assert.deepEqual(answers.map(({ decision, reason }) => [decision, reason]), [
    ["deny", "the question was cancelled"],
    ["deny", "the user did not answer in time"],
    ["deny", "too many questions wait for the user"],
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
  assert.equal(queue.ask("__proto__").pending.toolName, "__proto__");
});

test("the history is bounded by time, and listeners are told when a run is forgotten", async () => {
  const queue = new PermissionQueue({ historyDuration: 40 });
  const run = { ...RUN, timestamp: Date.now() };
  queue.record(run);
  assert.deepEqual(queue.getSnapshot().hookExecutionHistory, [run]);
  await new Promise((resolve) => {
    queue.subscribe(resolve);
    setTimeout(resolve, 10_000).unref();
    setTimeout(() => {}, 200);
  });
  assert.deepEqual(queue.getSnapshot().hookExecutionHistory, []);
  queue.record({ ...RUN, timestamp: Date.now() });
  queue.clearHistory();
  assert.deepEqual(queue.getSnapshot().hookExecutionHistory, []);
  assert.throws(() => queue.record({ timestamp: 1 }), TypeError);
});

test("what a caller changes later changes nothing", async () => {
  const queue = new PermissionQueue();
  const given = { answers: { rm: "deny" } };
  queue.updatePreferences(given);
  given.answers.rm = "allow";
  queue.export().userPreferences.answers.rm = "allow";
  assert.throws(() => (queue.getSnapshot().userPreferences.answers.rm = "allow"), TypeError);
  assert.equal((await queue.ask("rm").answer).decision, "deny");
  const input = { paths: ["a"] };
  const { pending } = queue.ask("Read", { input });
  input.paths.push("b");
  assert.deepEqual(pending.toolInput, { paths: ["a"] });
});

test("who asks while a state is restored is not lost", async () => {
  const queue = new PermissionQueue();
  const state = new PermissionQueue().export();
  queue.ask("A");
  let again;
  queue.subscribe(() => (again ??= queue.ask("B")));
  queue.restore(state);
  assert.equal(queue.answer(again.id, "allow"), true);
  assert.equal((await again.answer).decision, "allow");
});

test("a listener that fails keeps nobody from being told", (context) => {
  const { mock } = context.mock.method(console, "error", () => {});
  const queue = new PermissionQueue();
  let calls = 0;
  queue.subscribe(() => {
    throw new Error("no");
  });
  queue.subscribe(() => void (calls += 1));
  queue.ask("A");
  assert.deepEqual([calls, mock.callCount()], [1, 1]);
});

test("a late answer is a refusal", async () => {
  const queue = new PermissionQueue({ timeout: 5 });
  const { id, answer } = queue.ask("A");
  const start = performance.now();
  while (performance.now() - start < 10);
  assert.equal(queue.answer(id, "allow"), false);
  assert.equal((await answer).decision, "deny");
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
  assert.equal(question.id, state.pendingPermissions[0].id);
  other.answer(question.id, "allow");
  assert.equal((await question.answer).decision, "allow");
  const asked = other.ask("C");
  const [one] = state.pendingPermissions;
  for (const wrong of [
    { isAwaitingPermission: false },
    { pendingPermissions: [one, one] },
    { pendingPermissions: [0, 1, 2].map((at) => ({ ...one, id: String(at) })) },
    { pendingPermissions: 1 },
  ]) {
    assert.throws(() => other.restore({ ...state, ...wrong }));
  }
  assert.deepEqual(other.getSnapshot().pendingPermissions.map(({ id }) => id), [asked.id]);
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
  for (const wrong of [{ capacity: 0 }, { capacity: 101 }, { timeout: 0 }, { timeout: NaN }, { historyDuration: 0 }]) {
    assert.throws(() => new PermissionQueue(wrong), RangeError);
  }
  const queue = new PermissionQueue();
  assert.throws(() => queue.ask(""), TypeError);
  assert.throws(() => queue.answer(queue.ask("A").id, "maybe"), RangeError);
});

test("a queue has no preference and no option that it does not know", () => {
  const queue = new PermissionQueue();
  assert.throws(() => queue.restore({ ...queue.export(), userPreferences: { zz: 1 } }), /zz/);
  assert.throws(() => queue.ask("Bash", { timeOut: 5 }), TypeError);
  assert.throws(() => queue.ask("Bash", { reason: 5 }), TypeError);
  assert.equal(queue.getSnapshot().isAwaitingPermission, false);
});

test("nobody can guess an id", () => {
  const queue = new PermissionQueue();
  const state = queue.export();
  const ids = [];
  for (let at = 0; at < 50; at++) {
    ids.push(queue.ask("A").id, new PermissionQueue().ask("A").id);
    queue.restore(state);
  }
  assert.equal(new Set(ids).size, 100);
  assert.ok(ids.every((id) => /^[\da-f]{32}$/.test(id)));
  for (let at = 0; at < 32; at++) assert.ok(new Set(ids.map((id) => id[at])).size > 8);
});

test("an answer to a question that was not asked is refused", async () => {
  const before = new PermissionQueue();
  const old = before.ask("Read");
  before.answer(old.id, "allow");
  const queue = new PermissionQueue();
  const question = queue.ask("Bash");
  for (const unknown of [old.id, "1", "", null, undefined, 1, {}, question.id.toUpperCase(), `${question.id} `]) {
    assert.throws(() => queue.answer(unknown, "allow"), { name: "RangeError", message: /no question with this id/ });
    assert.equal(queue.cancel(unknown), false);
  }
  assert.equal(queue.getSnapshot().isAwaitingPermission, true);
  queue.restore(before.export());
  assert.equal(queue.answer(question.id, "allow"), false);
  assert.throws(() => queue.answer(old.id, "allow"), /no question with this id/);
  assert.equal((await question.answer).decision, "deny");
});

test("a state is restored over itself", async () => {
  const queue = new PermissionQueue();
  const { id, answer } = queue.ask("A");
  const [again] = queue.restore(queue.export());
  assert.equal((await answer).decision, "deny");
  assert.ok(again.id === id && queue.answer(id, "allow"));
  assert.equal((await again.answer).decision, "allow");
});

const failing = {
  throws: () => {
    throw new Error("no");
  },
  rejects: async () => {
    throw new Error("no");
  },
  "throws nothing": () => {
    throw undefined;
  },
  "waits for ever": () => new Promise(() => {}),
  "returns a thenable that fails": () => ({
    get then() {
      throw new Error("no");
    },
  }),
  "is not a function": 5,
};

for (const [what, listener] of Object.entries(failing)) {
  test(`a listener keeps nobody waiting: it ${what}`, async (context) => {
    context.mock.method(console, "error", () => {});
    const queue = new PermissionQueue();
    let calls = 0;
    queue.subscribe(listener);
    queue.subscribe(() => void (calls += 1));
    const questions = ["A", "B"].map((tool) => queue.ask(tool));
    assert.equal(queue.answer(questions[0].id, "allow"), true);
    queue.restore(new PermissionQueue().export());
    const answers = await Promise.all(questions.map(({ answer }) => answer));
    assert.deepEqual([answers.map(({ decision }) => decision), calls], [["allow", "deny"], 4]);
    await new Promise(setImmediate); // a rejection that nobody handles would end the program
  });
}

test("a listener can use the queue, and is not called in itself", async () => {
  const queue = new PermissionQueue();
  let [running, deepest, count] = [0, 0, 0];
  const ends = [];
  const listener = () => {
    [running, count] = [running + 1, count + 1];
    deepest = Math.max(deepest, running);
    for (const { id } of queue.getSnapshot().pendingPermissions) queue.answer(id, "deny", "by a listener");
    for (const end of ends) end();
    running -= 1;
  };
  ends.push(queue.subscribe(listener), queue.subscribe(() => assert.fail("it has been unsubscribed")));
  assert.equal((await queue.ask("A").answer).reason, "by a listener");
  queue.ask("B");
  assert.deepEqual([deepest, count], [1, 1]);
});

test("a listener that never stops changing is stopped", () => {
  const queue = new PermissionQueue();
  let calls = 0;
  queue.subscribe(() => queue.updatePreferences({ showWarnings: ++calls % 2 === 0 }));
  queue.ask("A");
  assert.equal(calls, 100);
  queue.ask("B");
  assert.equal(calls, 200);
});

const clocks = {
  "throws": failing.throws, "NaN": () => NaN, "nothing": () => undefined, "a date": () => new Date(), "before 1970": () => -1, "infinite": () => Infinity,
  "a text": () => "now", "not a function": 5,
};

for (const [what, clock] of Object.entries(clocks)) {
  test(`a clock keeps nobody waiting: ${what}`, async (context) => {
    context.mock.method(console, "error", () => {});
    const queue = new PermissionQueue({ clock });
    const before = Date.now();
    const [one, late] = [queue.ask("A"), queue.ask("B", { timeout: 5 })];
    assert.equal((await late.answer).decision, "deny");
    assert.equal(queue.answer(one.id, "allow"), true);
    queue.record({ ...RUN, timestamp: Date.now() });
    const { decision, timestamp } = await one.answer;
    assert.equal(decision, "allow");
    for (const it of [one.pending.timestamp, timestamp, queue.getSnapshot().hookExecutionHistory[0].timestamp]) {
      assert.ok(before <= it && it <= Date.now());
    }
    queue.clearHistory();
  });
}

test("a clock that goes back or jumps changes no time limit", async () => {
  let now = 1000;
  const queue = new PermissionQueue({ clock: () => now, timeout: 60_000 });
  const { id, answer } = queue.ask("A");
  for (now of [0, 10 ** 15, 5]) {
    assert.equal(queue.getSnapshot().isAwaitingPermission, true);
    assert.equal((await queue.ask("B", { timeout: 5 }).answer).timestamp, now);
  }
  assert.equal(queue.answer(id, "allow"), true);
  assert.equal((await answer).decision, "allow");
});

test("a clock can use the queue", async () => {
  const found = {};
  const clock = () => {
    if (found.id) found.again = found.queue.cancel(found.id);
    return 1;
  };
  found.queue = new PermissionQueue({ clock });
  const { id, answer } = found.queue.ask("A");
  found.id = id;
  assert.equal(found.queue.answer(id, "allow"), true);
  assert.deepEqual([(await answer).decision, found.again], ["allow", false]);
});

test("what is too deep is refused", () => {
  for (const levels of [200, 500, 20_000]) {
    let deep = {};
    for (let at = 0; at < levels; at++) deep = { a: deep };
    const queue = new PermissionQueue();
    const isTooDeep = (error) => error instanceof TypeError && /more than 128 levels/.test(error.message);
    assert.throws(() => queue.ask("Bash", { input: deep }), isTooDeep);
    assert.throws(() => queue.record({ ...RUN, more: deep }), isTooDeep);
    assert.throws(() => queue.updatePreferences({ answers: deep }), isTooDeep);
    assert.throws(() => queue.restore({ ...queue.getSnapshot(), more: deep }), isTooDeep);
    assert.deepEqual([queue.getSnapshot().pendingPermissions, queue.getSnapshot().hookExecutionHistory], [[], []]);
  }
});
