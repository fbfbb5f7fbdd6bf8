// Decides whether the matcher of a hook lets it run. The functions are documented in `settings.d.ts`.

import { contextOf, isOlder, jsonType, oneOf, string } from "./internal/core.js";
import { aliases, matched, syntaxes } from "./internal/matchers.js";
import { holdsFor, namesIn } from "./internal/matching.js";
import { isRefused, test } from "./internal/regex/test.js";
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
  const results = new Set(holding.map((reading) => resultOf(reading, matcher, value, names, host)));
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

/** Returns the result of a syntax. */
function resultOf(reading, matcher, value, aliases, host) {
  const { settled } = reading;
  const isSettled = settled !== undefined && (host === undefined || !isOlder(host, settled));
  const entries = namesIn(matcher, reading);
  if (entries) return compared(matcher, entries, value, aliases, isSettled);
  const result = test(matcher, value);
  if (isSettled && result === "undecidable" && isRefused(matcher)) return "no-match";
  if (result !== "no-match") return result;
  const results = others(value, aliases).map((it) => test(matcher, it)).filter((it) => it !== result);
  // Before it was seen, nobody knew whether regular expressions match the other names, too.
  if (isSettled && results.includes("match")) return "match";
  return results.length > 0 ? "undecidable" : result;
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
function others(value, aliases) {
  const own = aliases.get(value) ?? value;
  const old = [...aliases].filter(([, of]) => of === own).map(([alias]) => alias);
  return old.length > 0 ? [own, ...old] : [];
}
