// What is expected of a hook.

import { nameOf, near } from "../core.js";
import { ACTIONS } from "../draft.js";
import { EVENT_KEY } from "../plan.js";
import { shown } from "../shown.js";
import { ARGUMENTS, FOLDER, SESSION, TOOL, TRANSCRIPT } from "../wire.js";
import { events, meant, said } from "./samples.js";

const FAILED = "failed";
const BOTH = "failed and ";
const EVERY_ACTION = [...ACTIONS, "unknown"];
const WORDS = [...EVERY_ACTION, FAILED];

/** What an outcome has in Python only. */
const OF_PYTHON = ["asked", "blocked", "stops"];

/** The number of characters that are shown of what a hook writes to stderr. */
const LONGEST = 4000;

/**
 * Returns the rows of a table.
 *
 * @throws {RangeError} if one has a mistake; the message names all that have
 */
export function rowsOf(rows) {
  if (typeof rows === "string" || typeof rows?.[Symbol.iterator] !== "function") {
    throw new RangeError(said("no-pair", { found: described(rows) }));
  }
  const every = [...rows];
  if (every.length === 0) throw new RangeError(said("no-rows"));
  const found = every.map((row, index) => [index + 1, mistakeIn(row)]).filter(([, mistake]) => mistake !== undefined);
  if (found.length > 0) throw new RangeError(found.map(([number, mistake]) => `row ${number}: ${mistake}`).join("\n"));
  return every;
}

/** Returns the mistake in a row, if it has one. */
function mistakeIn(row) {
  if (!Array.isArray(row) || row.length !== 2) return said("no-pair", { found: described(row) });
  const [payload, expected] = row;
  const event = payload?.[EVENT_KEY];
  if (!events.has(event)) return said("no-payload", { key: EVENT_KEY, found: JSON.stringify(event) });
  // A class is true for every outcome, such as `Boolean`.
  if ((typeof expected === "function" && !isClass(expected)) || isOutcome(expected)) return undefined;
  const nearest = typeof expected === "string" ? nearestTo(expected) : undefined;
  return said("no-outcome", { found: described(expected), near: nearest ? `: did you mean "${nearest}"?` : ".", words: listed() });
}

const listed = () => WORDS.map((word) => `"${word}"`).join(", ");

/** Returns true for a class. Only the prototype of its objects cannot be replaced. */
const isClass = (value) => Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;

function isOutcome(expected) {
  if (typeof expected !== "string") return false;
  return expected === FAILED || EVERY_ACTION.includes(expected.startsWith(BOTH) ? expected.slice(BOTH.length) : expected);
}

function nearestTo(word) {
  if (!word.startsWith(BOTH)) return meant.get(word.toLowerCase()) ?? near(word, WORDS);
  const nearest = nearestTo(word.slice(BOTH.length));
  return EVERY_ACTION.includes(nearest) ? BOTH + nearest : undefined;
}

/** Returns a value in a few words. */
export function described(value) {
  if (typeof value === "string") return JSON.stringify(value);
  const name = nameOf(value);
  if (value === null || value === undefined || Array.isArray(value)) return name;
  return `${name === "object" ? "an" : "a"} ${name}`;
}

/**
 * Returns true if an outcome is as expected.
 *
 * @throws {RangeError} if the function of the row, whose number is for the message, returns neither true nor false
 */
export async function isMet(expected, outcome, number) {
  if (typeof expected === "function") {
    const result = await expected(strict(outcome));
    if (typeof result === "boolean") return result;
    throw new RangeError(`row ${number}: ${said("no-verdict", { found: described(result), words: listed() })}`);
  }
  return expected === foundIn(outcome) || (outcome.failed && expected === FAILED);
}

/** Returns an outcome whose misspelled keys are errors: `undefined` would be a verdict. Libraries look for keys of their own. */
const strict = (outcome) =>
  new Proxy(outcome, {
    get(target, key) {
      const keys = Object.keys(target);
      const isMistake = typeof key === "string" && !(key in target) && near(key, [...keys, ...OF_PYTHON]) !== undefined;
      if (isMistake) throw new RangeError(said("no-key", { key, keys: keys.join(", ") }));
      return Reflect.get(target, key);
    },
  });

/** Returns an outcome in words. */
const foundIn = ({ action, failed }) => (failed ? BOTH + action : action);

/** Returns the paragraph about a row that has another outcome. */
export function differenceOf(payload, expected, { outcome, failure, stderr, entry }) {
  const wanted = typeof expected === "string" ? expected : expected.name || "another one";
  const lines = [shown(title(payload)), `  expected: ${wanted}`, `  found: ${foundIn(outcome)}`, `  ${outcome.explanation}`];
  const seen = [onOneLine(failure)];
  const isSeen = (text) => seen.some((it) => it.includes(onOneLine(text)));
  for (const { pointer, message } of outcome.problems.filter((it) => !entry.includes(it) && !isSeen(it.message))) {
    lines.push(`  problem: ${pointer === "" ? "" : shown(`${pointer}: `)}${message}`);
  }
  const whole = onOneLine(stderr.trim());
  for (const { purpose, text, from } of outcome.texts) {
    // What the host shows of stderr is a part of it, and all of it follows.
    const isPart = outcome.failed && from === "stderr" && onOneLine(text) !== whole;
    if (isPart || seen.includes(onOneLine(text))) continue;
    lines.push(`  ${purpose}: ${text.trimEnd()}`);
    seen.push(onOneLine(text));
  }
  if (outcome.failed) {
    const written = stderr.trim().slice(-LONGEST);
    if (!isSeen(written)) lines.push(`  stderr: ${written}`);
    lines.push(`  ${said("broke", { action: outcome.action })}`);
  }
  return lines.join("\n");
}

/** Returns a text in a form to compare: a failure is reported on one line, and a reply has the lines of its message. */
const onOneLine = (text) => shown(text).replaceAll("\\u000a", " ").trim().split(/\s+/).join(" ");

/** The keys that every payload has. */
const USUAL = [SESSION, TRANSCRIPT, FOLDER, EVENT_KEY];

/** Returns a payload in one line: the event, the tool, and what is not the same in all payloads. */
function title(payload) {
  const event = payload[EVENT_KEY];
  if (TOOL in payload) return `${event} ${payload[TOOL]} ${JSON.stringify(payload[ARGUMENTS])}`;
  return `${event} ${JSON.stringify(Object.fromEntries(Object.entries(payload).filter(([key]) => !USUAL.includes(key))))}`;
}
