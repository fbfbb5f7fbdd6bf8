// How the host starts a handler: its time limit, its command, and what decides whether it can be started.

import { fill, quoted } from "../core.js";
import { commandOf, limitOf } from "../handler.js";
import { ownOf } from "../registration.js";
import { messages, placeholders, types } from "./data.js";

const OPTION = "option";

/**
 * Returns the time limit of a handler in seconds, and how the host starts it.
 *
 * @param {import("./sources.js").Source} source
 * @param {string} event
 * @param {object} group
 * @param {object} handler
 * @param {import("./host.js").Host} host
 */
export function limitAndStart(source, event, group, handler, { version }) {
  if (source.isOfFunctions) return { timeout: limitOf(event, group, version), start: { form: "function" } };
  const timeout = limitOf(event, handler, version);
  const { form } = types.get(handler.type);
  if (form !== "command") return { timeout, start: { form } };
  const known = knownIn(source);
  const given = known.map((it) => [it.name, valueOf(source, it)]).filter(([, value]) => typeof value === "string");
  const values = Object.fromEntries(given);
  const texts = textsOf(handler);
  const unfilled = known
    .filter((it) => it.is !== OPTION && !Object.hasOwn(values, it.name))
    .map(({ name }) => name)
    .filter((name) => texts.some((text) => text.includes(`\${${name}}`)));
  const start = { form: isForShell(handler) ? "shell" : "exec", command: commandOf(handler, values) };
  if (given.length > 0) start.environment = values;
  if (unfilled.length > 0) start.unfilled = unfilled;
  return { timeout, start };
}

/** Returns the placeholders that the host knows in a place. */
const knownIn = ({ place }) => placeholders.filter((it) => it.places?.includes(place.name) ?? true);

const valueOf = ({ given, tree }, { is }) => ownOf(is === "folder" ? tree : given)(is);

const isForShell = ({ args }) => args === undefined || args === null;

const textsOf = ({ command, args }) => [command, ...(args ?? [])];

/**
 * Returns why the placeholders of a command keep it from being started. Adds what else decides to `doubts`.
 *
 * @param {import("./sources.js").Source} source
 * @param {object} handler
 * @param {import("./sources.js").Doubt[]} doubts
 * @returns {import("./sources.js").Found | undefined}
 */
export function ofPlaceholders(source, handler, doubts) {
  if (source.isOfFunctions || types.get(handler.type).form !== "command") return undefined;
  const known = knownIn(source);
  const isLine = isForShell(handler);
  for (const text of textsOf(handler)) {
    for (const part of text.split("${").slice(1)) {
      const end = part.indexOf("}");
      const name = part.slice(0, end);
      const found = end < 0 ? undefined : placeholders.find((it) => isNamed(it, name));
      // Where an option is not known, it is a text like any other.
      if (!found || (found.is === OPTION && !known.includes(found))) continue;
      if (!known.includes(found) || (found.direct && isLine)) {
        return { reason: "placeholder", message: fill(messages.placeholder, { name: shown(name) }) };
      }
      if (found.is !== OPTION) continue;
      const option = shown(name.slice(found.name.length));
      doubts.push({ condition: "plugin", message: fill(messages.option, { name: option }) });
    }
  }
  return undefined;
}

/** Returns a name as messages show it, without quotes. */
const shown = (name) => quoted(name).slice(1).replaceAll('"', "");

const isNamed = (placeholder, name) =>
  placeholder.is === OPTION ? name.startsWith(placeholder.name) : name === placeholder.name;
