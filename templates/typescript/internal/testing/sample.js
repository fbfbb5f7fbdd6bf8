// Makes payloads. The function is documented in `testing.d.ts`.

import { validate } from "../../validate.js";
import { contextOf, isOlder, jsonType, near } from "../core.js";
import { EVENT_KEY } from "../plan.js";
import { shown } from "../shown.js";
import { ARGUMENTS, TOOL } from "../wire.js";
import { described } from "./expected.js";
import { events, rows, said, tools } from "./samples.js";

export function sample(event, values = {}) {
  if (jsonType(values) !== "object") {
    throw new TypeError(`the values of a sample have to be an object, such as \`{ tool: "Bash" }\`, not ${described(values)}`);
  }
  const { tool, host, ...rest } = values;
  const of = one("event", event, events);
  const { columns, fields } = of;
  const payload = structuredClone(of.input);
  if (tool !== undefined) {
    if (!fields.includes(TOOL)) throw new RangeError(`\`${event}\` is not about a tool`);
    payload[TOOL] = tool;
    const { values: ofTool } = tools.get(rowOf(tool).name);
    for (const [field, column] of Object.entries(columns)) payload[field] = structuredClone(ofTool[column] ?? {});
  }
  for (const [name, value] of Object.entries(rest)) {
    if (fields.includes(name)) {
      payload[name] = value;
    } else if (payload[ARGUMENTS] !== undefined) {
      const known = rowOf(payload[TOOL]).arguments;
      if (known) checkName(`argument of \`${payload[TOOL]}\``, name, known);
      payload[ARGUMENTS][name] = value;
    } else {
      checkName(`field of \`${event}\``, name, fields);
    }
  }
  const problems = validate(payload, { event, direction: "input" }, { input: payload });
  if (problems.length > 0) throw new RangeError(shown(problems.map(({ pointer, message }) => `${pointer}: ${message}`).join(" ")));
  if (host !== undefined) leaveOut(payload, of, contextOf({ host }).host, rest);
  return payload;
}

/** Leaves out the fields that are newer than a host. It is an error if one was asked for, or if the event or the tool is newer. */
function leaveOut(payload, { since, newer, columns }, host, values) {
  const event = payload[EVENT_KEY];
  refuseNewer(`the event \`${event}\``, since, host);
  const parts = [[payload, newer]];
  if (payload[TOOL] !== undefined) {
    const tool = tools.get(rowOf(payload[TOOL]).name);
    refuseNewer(`the tool \`${payload[TOOL]}\``, tool.since, host);
    for (const [field, column] of Object.entries(columns)) parts.push([payload[field], tool.newer[column] ?? {}]);
  }
  for (const [value, newer] of parts.filter(([value]) => jsonType(value) === "object")) {
    for (const [name, since] of Object.entries(newer)) {
      if (!Object.hasOwn(value, name) || !isNewer(since, host)) continue;
      if (Object.hasOwn(values, name)) refuseNewer(`\`${name}\``, since, host);
      delete value[name];
    }
  }
}

/** Returns true if a host is certainly older than the version, or as old as the newest one without the feature. */
function isNewer(since, host) {
  const [first, after] = since.map((version) => contextOf({ host: version }).host);
  return after === undefined ? isOlder(host, first) : !isOlder(after, host);
}

function refuseNewer(what, since, host) {
  if (since.length > 0 && isNewer(since, host)) throw new RangeError(said("newer", { what, since: since[0] }));
}

function rowOf(tool) {
  const row = rows.find(({ prefix }) => prefix !== null && String(tool).startsWith(prefix));
  return row ?? one("tool", tool, new Map(rows.flatMap((it) => it.names.map((name) => [name, it]))));
}

/** Returns the entry of a name that has to be known. */
function one(what, name, all) {
  if (all.has(name)) return all.get(name);
  throw new RangeError(unknown(what, name, [...all.keys()]));
}

/** Checks that a name is one of a few. The error has the nearest one, or all. */
function checkName(what, name, names) {
  if (names.includes(name)) return;
  const message = unknown(what, name, names);
  const every = names.map((it) => `\`${it}\``).join(", ");
  throw new RangeError(message.endsWith("?") ? message : said("names", { unknown: message, names: every }));
}

/** Returns the message about an unknown name. */
function unknown(what, name, names) {
  const nearest = near(String(name), names) ?? names.find((it) => it.toLowerCase() === String(name).toLowerCase());
  return shown(`there is no ${what} ${JSON.stringify(name)}${nearest ? `: did you mean "${nearest}"?` : ""}`);
}
