// Reads matchers: which syntax holds for a host, and the names in a matcher.

import { isOlder } from "./core.js";

/** Returns true if a fact with `since` and `until` holds for a version of the host. */
export function holdsFor({ since, until }, host) {
  if (host === undefined) return until === undefined;
  return !(since && isOlder(host, since)) && (until === undefined || isOlder(host, until));
}

/** Returns the names of a name or a list of names; `undefined` for a regular expression. */
export function namesIn(matcher, { names, separators }) {
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
