// Makes payloads. The function is documented in `testing.d.ts`.

import { validate } from "../../validate.js";
import { near } from "../core.js";
import { events, rows, tools } from "./samples.js";

const TOOL = "tool_name";
const ARGUMENTS = "tool_input";

export function sample(event, values = {}) {
  const { input, columns, fields } = one("event", event, events);
  const payload = structuredClone(input);
  const { tool, ...rest } = values;
  if (tool !== undefined) {
    if (!fields.includes(TOOL)) throw new RangeError(`\`${event}\` is not about a tool`);
    payload[TOOL] = tool;
    const of = tools.get(rowOf(tool).name);
    for (const [field, column] of Object.entries(columns)) payload[field] = structuredClone(of[column] ?? {});
  }
  for (const [name, value] of Object.entries(rest)) {
    if (fields.includes(name)) {
      payload[name] = value;
    } else if (payload[ARGUMENTS] !== undefined) {
      const known = rowOf(payload[TOOL]).arguments;
      if (known) one(`argument of \`${payload[TOOL]}\``, name, new Map(known.map((it) => [it, it])));
      payload[ARGUMENTS][name] = value;
    } else {
      one(`field of \`${event}\``, name, new Map(fields.map((it) => [it, it])));
    }
  }
  const problems = validate(payload, { event, direction: "input" }, { input: payload });
  if (problems.length > 0) throw new RangeError(problems.map(({ pointer, message }) => `${pointer}: ${message}`).join("; "));
  return payload;
}

function rowOf(tool) {
  const row = rows.find(({ prefix }) => prefix !== null && String(tool).startsWith(prefix));
  return row ?? one("tool", tool, new Map(rows.flatMap((it) => it.names.map((name) => [name, it]))));
}

/** Returns the entry of a name that has to be known. */
function one(what, name, all) {
  if (all.has(name)) return all.get(name);
  const names = [...all.keys()];
  const nearest = near(String(name), names) ?? names.find((it) => it.toLowerCase() === String(name).toLowerCase());
  throw new RangeError(`there is no ${what} ${JSON.stringify(name)}${nearest ? `: did you mean "${nearest}"?` : ""}`);
}
