// Checks the arguments of the functions: a misspelled one is never ignored.

/**
 * A context whose keys have been checked.
 *
 * @typedef {object} Checked
 * @property {number[]} [host] the version of the host
 * @property {string} [tool] the tool of a call
 * @property {Profile} [profile]
 * @property { { type: string } } [handler] the entry of the handler in the settings
 */

const KEYS = ["host", "tool", "profile", "input", "handler"];

/**
 * Accepts a context, which may be absent.
 *
 * @param {unknown} context
 * @returns {Checked}
 * @throws {TypeError} if it is not an object, has an unknown key, or a value has the wrong type
 * @throws {RangeError} if the host is not a version, or the kind of the handler is unknown
 */
export function contextOf(context) {
  const { host, tool, profile, input, handler } = objectOf("context", context, KEYS);
  const named = { tool: toolOf(tool, input), profile: profileOf(profile), handler: handlerOf(handler) };
  return { host: versionOf(host), input, ...named };
}

/**
 * Accepts an object with some of these keys. It may be absent.
 *
 * @param {string} name the name of the argument
 * @param {unknown} value
 * @param {string[]} keys
 * @returns {object}
 * @throws {TypeError} if it is not an object, or has another key
 */
export function objectOf(name, value = {}, keys) {
  if (jsonType(value) !== "object") throw new TypeError(`\`${name}\` has to be an object, not ${nameOf(value)}`);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return value;
  throw new TypeError(`\`${name}\` has no key ${JSON.stringify(unknown)}: ${suggestion(unknown, keys)}`);
}

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
  throw new RangeError(`there is no ${name} ${JSON.stringify(value)}: ${suggestion(value, known)}`);
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

/** Returns a question with the nearest word, or some of the words. */
function suggestion(value, known) {
  const nearest = near(value, known);
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  const some = known.slice(0, 5).map((word) => `"${word}"`);
  return `it is one of ${some.join(", ")}${known.length > some.length ? ", ..." : ""}`;
}

/** Accepts the name of any tool, known or not. Without one, returns the tool of the input. */
function toolOf(tool, input) {
  if (input !== undefined && jsonType(input) !== "object") {
    throw new TypeError(`\`input\` has to be an object, not ${nameOf(input)}`);
  }
  if (tool !== undefined) return string("tool", tool);
  const isNamed = input !== undefined && Object.hasOwn(input, TOOL) && typeof input[TOOL] === "string";
  return isNamed ? input[TOOL] : undefined;
}

/** Parses a version of the host, such as `2.1.42`. */
function versionOf(host) {
  if (host === undefined) return undefined;
  if (typeof host !== "string") throw new TypeError(`\`host\` has to be a string, as "2.1.42", not ${nameOf(host)}`);
  if (/^\d{1,15}(\.\d{1,15})*$/.test(host)) return host.split(".").map(Number);
  throw new RangeError(`\`host\` has to be numbers with dots such as "2.1.42", not ${JSON.stringify(host)}`);
}

/** Returns true if a version, a list of numbers, is lower than another one. A prefix of the other one is lower. */
export function isOlder(version, other) {
  const at = other.findIndex((part, index) => part !== version[index]);
  return at >= 0 ? (version[at] ?? -1) < other[at] : false;
}

/** Accepts a profile. The name of one is not enough, because profiles have to be imported. */
function profileOf(profile) {
  if (profile === undefined || profile instanceof Profile) return profile;
  if (typeof profile === "string") {
    const name = PROFILES.includes(profile) ? profile : (near(profile, PROFILES) ?? "<name>");
    const statement = `import { profile } from "${PACKAGE}/profiles/${name}"`;
    throw new TypeError(`\`profile\` is not a string: \`${statement}\`, and pass that`);
  }
  const given = profile?.profile instanceof Profile ? "the module: write `.profile` after it" : nameOf(profile);
  throw new TypeError(`\`profile\` has to be the export \`profile\` of a module of \`profiles/\`, not ${given}`);
}

/** Accepts the entry of a handler in the settings, or the kind of a handler. Returns the entry. */
function handlerOf(handler) {
  if (handler === undefined) return undefined;
  const entry = typeof handler === "string" ? { type: handler } : handler;
  if (jsonType(entry) !== "object") {
    throw new TypeError(`\`handler\` has to be a string or an object, not ${nameOf(handler)}`);
  }
  if (HANDLERS.length > 0) oneOf("handler", entry.type, HANDLERS);
  else string("handler", entry.type);
  return entry;
}
