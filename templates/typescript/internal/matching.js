// Decides what matchers match: which syntax holds for a host, the names in a matcher, and the values that it lets pass.

import { isOlder } from "./core.js";
import { aliases, matched, syntaxes } from "./matchers.js";
import { isRefused, tests } from "./regex/test.js";

/**
 * Does the same as `matches` for several values, with a matcher that does not match everything.
 *
 * @param {string} event an event with matchers
 * @param {string} matcher
 * @param {string[]} values
 * @param {number[]} [host]
 * @returns {("match" | "no-match" | "undecidable")[]}
 */
export function matchesEach(event, matcher, values, host) {
  const names = aliases[matched.get(event).table] ?? new Map();
  const results = readingsOf(event, host).map((reading) => resultsOf(reading, matcher, values, names, host));
  return values.map((_, index) => {
    const [first, ...others] = new Set(results.map((it) => it[index]));
    return others.length > 0 ? "undecidable" : first;
  });
}

/** Returns the names in a matcher; none for an expression, `undefined` if the host may read it otherwise. */
export function entriesOf(event, matcher, host) {
  const [first, ...others] = readingsOf(event, host).map((reading) => namesIn(matcher, reading) ?? []);
  return others.every((it) => JSON.stringify(it) === JSON.stringify(first)) ? first : undefined;
}

/** Returns true if it was seen what matchers of an event do with other names of a value. */
export const isSettled = (event, host) =>
  readingsOf(event, host).every(({ settled }) => settled !== undefined && (host === undefined || !isOlder(host, settled)));

const readingsOf = (event, host) => syntaxes[matched.get(event).syntax].filter((it) => holdsFor(it, host));

/** Returns true if a fact with `since` and `until` holds for a version of the host. */
export function holdsFor({ since, until }, host) {
  if (host === undefined) return until === undefined;
  return !(since && isOlder(host, since)) && (until === undefined || isOlder(host, until));
}

/** Returns the names of a name or a list of names; `undefined` for a regular expression. */
function namesIn(matcher, { names, separators }) {
  const isOfNames = names !== undefined && [...matcher].every((it) => /^[A-Za-z0-9]$/.test(it) || names.includes(it));
  if (!isOfNames) return undefined;
  const entries = [""];
  for (const char of matcher) {
    if (separators.includes(char)) entries.push("");
    else entries[entries.length - 1] += char;
  }
  return entries.map(trimmed);
}

/** Removes spaces around an entry; `trim` would remove other white space as well. */
function trimmed(entry) {
  let [start, end] = [0, entry.length];
  while (entry[start] === " ") start++;
  while (end > start && entry[end - 1] === " ") end--;
  return entry.slice(start, end);
}

/** Returns the results of a syntax. */
function resultsOf(reading, matcher, values, aliases, host) {
  const { settled } = reading;
  const isSettled = settled !== undefined && (host === undefined || !isOlder(host, settled));
  const entries = namesIn(matcher, reading);
  if (entries) return values.map((value) => compared(matcher, entries, value, aliases, isSettled));
  if (isSettled && isRefused(matcher)) return values.map(() => "no-match");
  const others = values.map((value) => othersOf(value, aliases));
  // Together, because a pattern is compiled for each call.
  const all = [...new Set([...values, ...others.flat()])];
  const results = tests(matcher, all);
  const found = new Map(all.map((value, index) => [value, results[index]]));
  return values.map((value, index) => {
    const own = found.get(value);
    const different = others[index].map((it) => found.get(it)).filter((it) => it !== "no-match");
    if (own !== "no-match" || different.length === 0) return own;
    // Before it was seen, nobody knew whether regular expressions match the other names, too.
    return isSettled && different.includes("match") ? "match" : "undecidable";
  });
}

/** Compares a matcher that is a name or a list of names. */
function compared(matcher, entries, value, aliases, isSettled) {
  const own = (name) => aliases.get(name) ?? name;
  const is = (entry) => entry !== "" && (entry === value || own(entry) === value);
  // Not documented: whether an empty entry matches an empty value, and which names older hosts knew.
  const mayBe = (entry) =>
    (entry === "" && value === "") || (own(value) !== value && own(entry) === own(value));
  if (!isSettled && entries.length === 1 && entries[0] !== matcher) {
    // Before it was seen, nobody knew whether spaces around a single name count.
    return matcher === value || is(entries[0]) || mayBe(entries[0]) ? "undecidable" : "no-match";
  }
  if (entries.some(is)) return "match";
  return entries.some(mayBe) ? "undecidable" : "no-match";
}

/** Returns the other names with the same meaning. */
function othersOf(value, aliases) {
  const own = aliases.get(value) ?? value;
  const old = [...aliases].filter(([, of]) => of === own).map(([alias]) => alias);
  return old.length > 0 ? [own, ...old] : [];
}
