// The npm package's part of `cargo xtask bench --host`. Prints its measurements as JSON.
//
// `interpret EVENT FILE BATCHES` compares `interpret` with `readReply`, `loads` and `loads host` list the files that a
// hook loads, and `queue QUESTIONS` puts a permission queue under load. Needs `--expose-gc`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";

/**
 * The milliseconds of a batch. Most are shorter than what the system gives a process at a time, so other load spoils few.
 */
const BATCH = 0.2;

const OPEN = 100;

const packageFolder = new URL("../../generated/typescript/", import.meta.url).href;
const load = (file) => import(packageFolder + file);

/** Returns the microseconds of both functions, by batch. */
async function interpret(event, file, batches) {
  const { exited, interpret } = await load("host.js");
  const { readReply } = await load("read.js");
  const text = readFileSync(file, "utf8");
  const result = exited(0, text);
  assert.deepEqual([readReply(text, event).problems, interpret(event, result).problems], [[], []]);
  const runs = [() => readReply(text, event), () => interpret(event, result)];
  const milliseconds = (run, count) => {
    const start = performance.now();
    for (let at = 0; at < count; at += 1) run();
    return performance.now() - start;
  };
  // Until both are compiled. A few batches only show that everything runs.
  for (let at = 0; at < Math.min(20, Number(batches)); at += 1) for (const run of runs) milliseconds(run, 1000);
  const count = Math.max(1, Math.round((1000 * BATCH) / milliseconds(runs[0], 1000)));
  const found = [[], []];
  for (let batch = 0; batch < Number(batches); batch += 1) {
    for (const which of batch % 2 ? [0, 1] : [1, 0]) found[which].push((milliseconds(runs[which], count) / count) * 1000);
  }
  return { read: found[0], interpret: found[1] };
}

/** Returns the files of the package that a hook loads. */
async function loads(more) {
  const found = new Set();
  const session = new Session();
  session.connect();
  session.on("Debugger.scriptParsed", ({ params }) => found.add(params.url));
  session.post("Debugger.enable");
  const { isKnown, readInput, readReply } = await load("read.js");
  const { validate } = await load("validate.js");
  assert.ok(!isKnown(readInput('{"hook_event_name": "Later"}').input));
  assert.ok(readReply('{"decision": 1}', "Stop").problems.length > 0);
  assert.ok(validate({ decision: 1 }, "StopOutput").length > 0);
  if (more) {
    const { PermissionQueue, exited, interpret, merge, runHook } = await load("host.js");
    assert.equal(merge([interpret("Stop", exited(2))]).action, "blocked");
    assert.ok(typeof runHook === "function" && !new PermissionQueue().getSnapshot().isAwaitingPermission);
  }
  session.disconnect();
  const files = [...found].filter((url) => url.startsWith(packageFolder));
  return { files: files.map((url) => url.slice(packageFolder.length)).sort() };
}

/** Asks this many questions and answers them, with many open at once. */
async function queue(questions) {
  const { PermissionQueue } = await load("host.js");
  const count = Number(questions);
  const queue = new PermissionQueue({ capacity: OPEN, timeout: 600_000 });
  const found = { lost: 0, twice: 0, disordered: 0 };
  const waiting = [];
  const memory = [];
  const answer = async (at) => {
    const [question] = waiting.splice(at, 1);
    const number = Number(question.pending.toolName.slice("tool ".length));
    const decision = number % 3 ? "deny" : "allow";
    const isTaken = queue.answer(question.id, decision);
    found.twice += Number(queue.answer(question.id, "deny"));
    const got = await question.answer;
    found.lost += Number(!(isTaken && got.decision === decision && got.toolName === `tool ${number}`));
  };
  const pending = () => queue.getSnapshot().pendingPermissions.map(({ id }) => id);
  for (let number = 1; number <= count; number += 1) {
    waiting.push(queue.ask(`tool ${number}`, { input: { command: `ls ${number}` }, reason: "It may be slow." }));
    if (number % 1000 === 0) found.disordered += Number(pending().join() !== waiting.map(({ id }) => id).join());
    if (number === count / 10 || number === count) memory.push(held());
    // The answers come in another order than the questions.
    if (waiting.length === OPEN) await answer((number * 37) % OPEN);
  }
  while (waiting.length > 0) await answer(Math.floor(waiting.length / 2));
  found.lost += pending().length;
  return { ...found, memory };
}

/** Returns the bytes of the heap that are in use. */
function held() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const [what, ...rest] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await { interpret, loads, queue }[what](...rest))}\n`);
