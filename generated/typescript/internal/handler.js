// Reads the entry of a handler: its time limit, and the program of its command.

import { isOlder, nameOf } from "./core.js";
import { olderLimits, plans } from "./outcomes.js";

/** The time limit in seconds on an event that the package does not know. */
const DEFAULT = 600;

/** The largest time limit. Doubles do not have every larger number. */
const MOST_SECONDS = 2 ** 53;

const SHELLS = new Map([
  ["bash", ["bash", "-c"]],
  ["powershell", ["pwsh", "-NoProfile", "-NonInteractive", "-Command"]],
]);

/**
 * Returns the time limit of a handler in seconds, on a version of the host.
 *
 * @param {string} event
 * @param {object} handler
 * @param {number[]} [host]
 */
export function limitOf(event, { type, timeout }, host) {
  const { limits = {}, most = MOST_SECONDS } = plans.get(event) ?? {};
  if (typeof timeout === "number" && timeout > 0) return Math.min(timeout, most);
  const kind = typeof type === "string" ? type : "";
  const own = (values) => (Object.hasOwn(values, kind) ? values[kind] : undefined);
  const older = host === undefined ? [] : (own(olderLimits) ?? []).filter(({ until }) => isOlder(host, until));
  return Math.min(own(limits) ?? DEFAULT, ...older.map(({ seconds }) => seconds));
}

/**
 * Returns the program and the arguments of a command.
 *
 * @param {object} handler
 * @param {Record<string, string>} values those of the placeholders
 * @throws {TypeError} if it has no command, or arguments other than strings
 */
export function commandOf({ command, args, shell }, values) {
  if (typeof command !== "string") throw new TypeError(`a \`command\` handler needs a \`command\`, not ${nameOf(command)}`);
  if (args === undefined || args === null) return [...(SHELLS.get(shell) ?? ["sh", "-c"]), command];
  if (!Array.isArray(args) || !args.every((it) => typeof it === "string")) {
    throw new TypeError("`args` of a `command` handler has to be an array of strings");
  }
  return [command, ...args].map((text) => withValues(text, values));
}

/** Replaces each `${NAME}` once: a value is not read again. */
function withValues(text, values) {
  const [start, ...parts] = text.split("${");
  const replaced = parts.map((part) => {
    const end = part.indexOf("}");
    const name = part.slice(0, end);
    return end >= 0 && Object.hasOwn(values, name) ? values[name] + part.slice(end + 1) : `\${${part}`;
  });
  return start + replaced.join("");
}
