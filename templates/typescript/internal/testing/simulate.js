// Tries hooks: what would the host do? The functions are documented in `testing.d.ts`.

import { decide } from "../../index.js";
import { interpret } from "../interpret.js";
import { EVENT_KEY } from "../plan.js";
import { exited } from "../results.js";
import { runHook } from "../run.js";
import { events } from "./samples.js";

export async function simulate(hook, payload, host) {
  const event = payload?.[EVENT_KEY];
  if (!events.has(event)) throw new RangeError(`the payload is not that of an event: \`${EVENT_KEY}\` is ${JSON.stringify(event)}`);
  const entry = entryOf(hook);
  const context = host === undefined ? {} : { host };
  if (entry) return (await runHook(entry, payload, { context })).outcome;
  const handlers = typeof hook === "function" ? { [event]: hook } : hook;
  const { stdout, stderr, exitCode } = await decide(handlers, JSON.stringify(payload));
  return interpret(event, exited(exitCode, stdout, stderr), { ...context, input: payload });
}

export async function check(hook, rows, host) {
  if (rows.length === 0) throw new RangeError("there is no row to check");
  const wrong = [];
  for (const [payload, expected] of rows) {
    const said = difference(payload, await simulate(hook, payload, host), expected);
    if (said) wrong.push(said);
  }
  if (wrong.length > 0) throw new Error([`${wrong.length} of ${rows.length} rows differ`, ...wrong].join("\n\n"));
}

function difference(payload, outcome, expected) {
  const isRight = typeof expected === "string" ? outcome.action === expected : expected(outcome);
  if (isRight) return "";
  const wanted = typeof expected === "string" ? expected : expected.name || "another one";
  const lines = [title(payload), `  expected: ${wanted}`, `  found: ${outcome.action}`, `  ${outcome.explanation}`];
  return [...lines, ...outcome.texts.map(({ purpose, text }) => `  ${purpose}: ${text}`)].join("\n");
}

/** The keys that every payload has. */
const USUAL = ["session_id", "transcript_path", "cwd", EVENT_KEY];

/** Returns a payload in one line: the event, the tool, and what is not the same in all payloads. */
function title(payload) {
  const event = payload[EVENT_KEY];
  if ("tool_name" in payload) return `${event} ${payload.tool_name} ${JSON.stringify(payload.tool_input)}`;
  return `${event} ${JSON.stringify(Object.fromEntries(Object.entries(payload).filter(([key]) => !USUAL.includes(key))))}`;
}

/** Returns the entry in the settings of a hook that is a command. */
function entryOf(hook) {
  if (typeof hook === "string") return { type: "command", command: hook };
  if (Array.isArray(hook)) return { type: "command", command: hook[0], args: hook.slice(1) };
  if (typeof hook === "function") return undefined;
  if (typeof hook !== "object" || hook === null) {
    throw new TypeError(`a hook is handlers, a function or a command, not ${hook === null ? "null" : `a ${typeof hook}`}`);
  }
  return "type" in hook ? hook : undefined;
}
