// Tries hooks: what would the host do? The functions are documented in `testing.d.ts`.

import { decide } from "../../index.js";
import { jsonType } from "../core.js";
import { interpret } from "../interpret.js";
import { EVENT_KEY } from "../plan.js";
import { exited } from "../results.js";
import { shown, shownLines } from "../shown.js";
import { described, differenceOf, isMet, rowsOf } from "./expected.js";
import { events, FAILURES, said } from "./samples.js";
import { refusedIn, triedOf } from "./tried.js";

export const simulate = async (hook, payload, host) => (await tried(hook, payload, host)).outcome;

export async function check(hook, rows, host) {
  const every = rowsOf(rows);
  const wrong = [];
  const entry = new Set();
  let count = 0;
  for (const [index, [payload, expected]] of every.entries()) {
    const found = await tried(hook, payload, host);
    const refused = refusedIn(found);
    for (const { pointer, message } of refused) entry.add(shown(`  ${pointer}: ${message}`));
    // If the host does not run the hook, there is no more to say.
    const differs = found.isRun && !(await isMet(expected, found.outcome, index + 1));
    if (differs) wrong.push(differenceOf(payload, expected, found));
    if (differs || refused.length > 0) count += 1;
  }
  if (entry.size > 0) wrong.unshift([said("entry"), ...entry].join("\n"));
  if (wrong.length > 0) throw new Error(shownLines([`${count} of ${every.length} rows differ`, ...wrong].join("\n\n")));
}

/** Tries a hook with a payload. */
async function tried(hook, payload, host) {
  const event = payload?.[EVENT_KEY];
  if (!events.has(event)) throw new RangeError(said("no-payload", { key: EVENT_KEY, found: JSON.stringify(event) }));
  const entry = entryOf(hook);
  const context = host === undefined ? {} : { host };
  // Imported here, so that the rest of the module works in a browser.
  if (entry) return (await import("./command.js")).tried(entry, payload, context);
  const handlers = typeof hook === "function" ? { [event]: hook } : hook;
  checkHandlers(handlers, event);
  const failures = [];
  const run = () => decide(handlers, JSON.stringify(payload), { [FAILURES]: failures });
  const { stdout, stderr, exitCode } = await withoutExit(failures, run);
  const outcome = interpret(event, exited(exitCode, stdout, stderr), { ...context, input: payload });
  return triedOf(outcome, { failure: failures.join(" "), stderr });
}

/** Modules of Node. In variables, so that bundlers for browsers do not look for them. */
const [HOOKS, MODULES] = ["node:async_hooks", "node:module"];

/** Knows the failures of the hook that is tried, in the code that it calls. */
let trial;

/** Tries a hook. If it ends the program, it fails, and not the test, which would pass. */
async function withoutExit(failures, run) {
  if (globalThis.process?.versions?.node === undefined) return run();
  trial ??= watchExit();
  return (await trial).run(failures, async () => {
    const result = await run();
    // What is to be done next is still done by a command.
    await new Promise((done) => setImmediate(done));
    return result;
  });
}

/** Makes an error of each end of the program that a hook asks for. */
async function watchExit() {
  const [{ AsyncLocalStorage }, { syncBuiltinESMExports }] = await Promise.all([import(HOOKS), import(MODULES)]);
  const hooks = new AsyncLocalStorage();
  const { process } = globalThis;
  const { exit } = process;
  process.exit = (code) => {
    const failures = hooks.getStore();
    if (failures === undefined) return exit.call(process, code);
    failures.push("it called `process.exit`");
    throw new Error(failures.at(-1));
  };
  // Modules that import it by name have a copy.
  syncBuiltinESMExports();
  return hooks;
}

/** Returns the entry in the settings of a hook that is a command. */
function entryOf(hook) {
  if (typeof hook === "string") return { type: "command", command: hook };
  if (Array.isArray(hook)) {
    if (hook.length === 0 || !hook.every((it) => typeof it === "string")) {
      throw new TypeError("a command is an array of strings: its program and arguments");
    }
    return { type: "command", command: hook[0], args: hook.slice(1) };
  }
  if (typeof hook === "function") return undefined;
  if (typeof hook !== "object" || hook === null) {
    throw new TypeError(`a hook is handlers, a function or a command, not ${described(hook)}`);
  }
  return "type" in hook ? { ...hook } : undefined;
}

/** Refuses a part of a settings file. As handlers it would fail, and a test that expects that would pass. */
function checkHandlers(handlers, event) {
  for (const [key, value] of Object.entries(handlers)) {
    const byTool = jsonType(value) === "object" ? Object.values(value) : [value];
    if (byTool.some((it) => typeof it === "string" || Array.isArray(it))) throw new TypeError(said("no-handler", { key, event }));
  }
}
