// Decides whether the matcher of a hook lets it run. The functions are documented in `settings.d.ts`.

import { contextOf, isOlder, jsonType, oneOf, string } from "./internal/core.js";
import { aliases, matched, syntaxes } from "./internal/matchers.js";
import { test } from "./internal/regex/test.js";
import { EVENT_KEY, events } from "./internal/plan.js";

export function matches(event, matcher, value, context) {
  const { host } = contextOf(context);
  const { syntax, table } = matched.get(oneOf("event", event, events.keys())) ?? {};
  if (matcher != null) string("matcher", matcher);
  if (value != null) string("value", value);
  if (syntax === undefined || matcher == null || matcher === "" || matcher === "*") return "match";
  if (value == null) return "undecidable";
  const names = aliases[table] ?? new Map();
  const holding = syntaxes[syntax].filter((reading) => holdsFor(reading, host));
  const results = new Set(holding.map((reading) => resultOf(reading, matcher, value, names)));
  return results.size === 1 ? [...results][0] : "undecidable";
}

export function matcherValue(input) {
  const own = (key) => (jsonType(input) === "object" && Object.hasOwn(input, key) ? input[key] : undefined);
  const { on, part } = matched.get(own(EVENT_KEY)) ?? {};
  const value = on === undefined ? undefined : own(on);
  if (typeof value !== "string") return undefined;
  if (part === "basename") return basename(value);
  return part === "canonical-model" ? value.replace(/\[1m\]$/, "") : value;
}

function basename(path) {
  // `C:\` and `C:/`, and `\\` before the name of a server.
  const parts = path.split(/^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) ? /[\\/]/ : "/");
  return parts.findLast((part) => part !== "") ?? "";
}

function holdsFor({ since, until }, host) {
  if (host === undefined) return until === undefined;
  return !(since && isOlder(host, since)) && (until === undefined || isOlder(host, until));
}

/** Returns the result of a syntax. */
function resultOf({ names, separators }, matcher, value, aliases) {
  const isOfNames = names !== undefined && [...matcher].every((it) => /^[A-Za-z0-9]$/.test(it) || names.includes(it));
  if (isOfNames) return compared(matcher, separators, value, aliases);
  const result = test(matcher, value);
  // It is not documented whether regular expressions match old names, too.
  const isUnsure = result === "no-match" && others(value, aliases).some((it) => test(matcher, it) !== result);
  return isUnsure ? "undecidable" : result;
}

/** Compares a matcher that is a name or a list of names. */
function compared(matcher, separators, value, aliases) {
  const own = (name) => aliases.get(name) ?? name;
  const is = (entry) => entry !== "" && (entry === value || own(entry) === value);
  // Not documented: whether an empty entry matches an empty value, and which names older hosts knew.
  const mayBe = (entry) =>
    (entry === "" && value === "") || (own(value) !== value && own(entry) === own(value));
  const entries = split(matcher, separators).map(trimmed);
  if (entries.length === 1 && entries[0] !== matcher) {
    // It is not documented whether spaces around a single name are ignored.
    return matcher === value || is(entries[0]) || mayBe(entries[0]) ? "undecidable" : "no-match";
  }
  if (entries.some(is)) return "match";
  return entries.some(mayBe) ? "undecidable" : "no-match";
}

function split(matcher, separators) {
  const entries = [""];
  for (const char of matcher) {
    if (separators.includes(char)) entries.push("");
    else entries[entries.length - 1] += char;
  }
  return entries;
}

/** Removes spaces around an entry; `trim` would remove other white space as well. */
function trimmed(entry) {
  let [start, end] = [0, entry.length];
  while (entry[start] === " ") start++;
  while (end > start && entry[end - 1] === " ") end--;
  return entry.slice(start, end);
}

/** Returns the other names with the same meaning. */
function others(value, aliases) {
  const own = aliases.get(value) ?? value;
  const old = [...aliases].filter(([, of]) => of === own).map(([alias]) => alias);
  return old.length > 0 ? [own, ...old] : [];
}
