// Decides whether the matcher of a hook lets it run. The functions are documented in `settings.d.ts`.

import { contextOf, jsonType, oneOf, string } from "./internal/core.js";
import { matched } from "./internal/matchers.js";
import { matchesEach } from "./internal/matching.js";
import { EVENT_KEY, events } from "./internal/plan.js";

export function matches(event, matcher, value, context) {
  const { host } = contextOf(context);
  const hasMatchers = matched.has(oneOf("event", event, events.keys()));
  if (matcher != null) string("matcher", matcher);
  if (value != null) string("value", value);
  if (!hasMatchers || matcher == null || matcher === "" || matcher === "*") return "match";
  return value == null ? "undecidable" : matchesEach(event, matcher, [value], host)[0];
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
