// Checks the arguments of the functions: a misspelled one is never ignored.

import { nameOf } from "./json.js";
import { near } from "./message.js";
import { Profile, profiles } from "./profiles.js";

/**
 * Accepts an argument that is one of several words.
 *
 * @param {string} name the name of the argument
 * @param {unknown} value
 * @param {Iterable<string>} words
 * @returns {string} the value
 * @throws {TypeError} if it is not a string
 * @throws {RangeError} if it is another string
 */
export function oneOf(name, value, words) {
  const known = [...words];
  if (known.includes(string(name, value))) return value;
  throw new RangeError(`there is no ${name} ${JSON.stringify(value)}: ${instead(value, known)}`);
}

/**
 * Accepts an argument that is any string.
 *
 * @param {string} name the name of the argument
 * @param {unknown} value
 * @returns {string} the value
 * @throws {TypeError} if it is not a string
 */
export function string(name, value) {
  if (typeof value === "string") return value;
  throw new TypeError(`\`${name}\` has to be a string, not ${nameOf(value)}`);
}

/**
 * Accepts an argument that is true or false.
 *
 * @param {string} name the name of the argument
 * @param {unknown} value
 * @param {boolean} otherwise the default
 * @returns {boolean} the value
 * @throws {TypeError} if it is not a boolean
 */
export function flag(name, value, otherwise) {
  if (value === undefined) return otherwise;
  if (typeof value === "boolean") return value;
  throw new TypeError(`\`${name}\` has to be a boolean, not ${nameOf(value)}`);
}

function instead(value, known) {
  const nearest = near(value, known);
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  const some = known.slice(0, 4).map((word) => `"${word}"`);
  return `it is one of ${some.join(", ")}${known.length > some.length ? ", ..." : ""}`;
}

/**
 * Accepts the name of any tool, known or not.
 *
 * @param {unknown} tool
 * @returns {string | undefined}
 * @throws {TypeError} if it is not a string
 */
export function toolOf(tool) {
  return tool === undefined ? undefined : string("tool", tool);
}

/**
 * Accepts an object of options, which may be absent.
 *
 * @param {unknown} options
 * @returns {object}
 * @throws {TypeError} if it is not an object
 */
export function optionsOf(options = {}) {
  if (typeof options === "object" && options !== null) return options;
  throw new TypeError(`the options have to be an object, not ${nameOf(options)}`);
}

/**
 * Parses a version of the host.
 *
 * @param {unknown} host such as `2.1.42`, or undefined
 * @returns {number[] | undefined}
 * @throws {TypeError} if it is not a string
 * @throws {RangeError} if the string is not a version
 */
export function versionOf(host) {
  if (host === undefined) return undefined;
  if (typeof host !== "string") throw new TypeError(`\`host\` has to be a string, as "2.1.42", not ${nameOf(host)}`);
  if (/^\d{1,15}(\.\d{1,15})*$/.test(host)) return host.split(".").map(Number);
  throw new RangeError(`\`host\` has to be numbers with dots such as "2.1.42", not ${JSON.stringify(host)}`);
}

/**
 * Registers a profile, so that its types can be looked up, and returns its name.
 *
 * @param {unknown} profile a profile, or undefined
 * @returns {string | undefined}
 * @throws {TypeError} if it is not a profile, such as the name of one: profiles have to be imported
 */
export function profileOf(profile) {
  if (profile === undefined) return undefined;
  if (!(profile instanceof Profile)) {
    const what = typeof profile === "string" ? JSON.stringify(profile) : nameOf(profile);
    const given = profile?.default instanceof Profile ? "the module: write `.default` behind it" : what;
    throw new TypeError(`\`profile\` has to be the default export of a module of \`profiles/\`, not ${given}`);
  }
  profiles.set(profile.name, profile);
  return profile.name;
}
