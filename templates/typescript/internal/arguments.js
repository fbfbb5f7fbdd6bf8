// Arguments of the functions, checked: a misspelled one is never treated as none.

import { nameOf } from "./json.js";
import { near } from "./message.js";
import { Profile, profiles } from "./profiles.js";

/**
 * An argument that is one of several words.
 *
 * @param {string} name of the argument
 * @param {unknown} value
 * @param {Iterable<string>} words
 * @returns {string} the value
 * @throws {TypeError} for what is no string
 * @throws {RangeError} for another string
 */
export function oneOf(name, value, words) {
  const known = [...words];
  if (known.includes(string(name, value))) return value;
  throw new RangeError(`there is no ${name} ${JSON.stringify(value)}: ${instead(value, known)}`);
}

/**
 * An argument that is any string.
 *
 * @param {string} name of the argument
 * @param {unknown} value
 * @returns {string} the value
 * @throws {TypeError} for what is no string
 */
export function string(name, value) {
  if (typeof value === "string") return value;
  throw new TypeError(`\`${name}\` has to be a string, not ${nameOf(value)}`);
}

/**
 * An argument that is true or false.
 *
 * @param {string} name of the argument
 * @param {unknown} value
 * @param {boolean} otherwise what it is where it is left out
 * @returns {boolean} the value
 * @throws {TypeError} for anything else
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
 * The name of a tool, which may be that of any.
 *
 * @param {unknown} tool
 * @returns {string | undefined}
 * @throws {TypeError} for what is no string
 */
export function toolOf(tool) {
  return tool === undefined ? undefined : string("tool", tool);
}

/**
 * Options, which need not be given.
 *
 * @param {unknown} options
 * @returns {object}
 * @throws {TypeError} for what is no object
 */
export function optionsOf(options = {}) {
  if (typeof options === "object" && options !== null) return options;
  throw new TypeError(`the options have to be an object, not ${nameOf(options)}`);
}

/**
 * Reads a version of the host.
 *
 * @param {unknown} host `2.1.42`, or undefined for none
 * @returns {number[] | undefined}
 * @throws {TypeError} for what is no string
 * @throws {RangeError} for a string that is no version
 */
export function versionOf(host) {
  if (host === undefined) return undefined;
  if (typeof host !== "string") throw new TypeError(`\`host\` has to be a string, as "2.1.42", not ${nameOf(host)}`);
  if (/^\d{1,15}(\.\d{1,15})*$/.test(host)) return host.split(".").map(Number);
  throw new RangeError(`\`host\` has to be numbers with dots such as "2.1.42", not ${JSON.stringify(host)}`);
}

/**
 * The name of a profile, which types can be looked up in from then on.
 *
 * @param {unknown} profile undefined for none
 * @returns {string | undefined}
 * @throws {TypeError} for anything else, such as a profile's name: only a program that imports one has it
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
