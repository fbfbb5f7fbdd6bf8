// JSON: the types and the depth of values, and the parsing of text, with the same limits in every language.

/** The maximum depth of a payload, because the stack is limited in every language. */
export const MOST_LEVELS = 128;

const PRIMITIVES = new Set(["boolean", "number", "string"]);

/**
 * Returns the JSON type of a value; undefined for values that are not JSON: `undefined`, functions, symbols, bigints.
 *
 * @param {unknown} value
 * @returns {"null" | "boolean" | "number" | "string" | "array" | "object" | undefined}
 */
export function jsonType(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "object" || PRIMITIVES.has(type) ? type : undefined;
}

/** Returns the JavaScript name of a value's type. */
export function nameOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}

/** Returns the JSON pointer of a key or an index, from the pointer of the enclosing value. */
export function pointerTo(pointer, key) {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The number of values that are visited before the depth of each object is remembered. Few payloads have as many. */
const MOST_FORGOTTEN = 2_000_000;

/**
 * Returns true if arrays and objects are nested too deeply to be validated, as in a circular value.
 *
 * Shared values are visited once for each place. That can take exponential time: `{l: x, r: x}`, the same in `x`, and
 * so on. After `MOST_FORGOTTEN` values, an object is visited again only if it is deeper than before.
 *
 * @param {unknown} value
 */
export function isTooDeep(value) {
  let left = MOST_FORGOTTEN;
  const deepest = new Map();
  const isBelow = (inner, level) => {
    if (typeof inner !== "object" || inner === null) return false;
    if (level > MOST_LEVELS) return true;
    if (left <= 0) {
      if (deepest.get(inner) >= level) return false;
      deepest.set(inner, level);
    }
    const values = Object.values(inner);
    left -= values.length + 1;
    for (const value of values) {
      if (isBelow(value, level + 1)) return true;
    }
    return false;
  };
  return isBelow(value, 1);
}

const MOST_BYTES = 64 * 1024 * 1024;

// A byte order mark is removed below, because strings can have one as well.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes UTF-8 and removes a byte order mark.
 *
 * @param {Uint8Array | string} data a string is treated as its UTF-8
 * @returns {{text: string} | {fault: "too-large" | "not-utf8"}}
 * @throws {TypeError} if it is neither bytes nor a string
 */
export function decode(data) {
  if (typeof data !== "string" && !ArrayBuffer.isView(data)) {
    throw new TypeError(`the text has to be a Uint8Array or a string, not ${nameOf(data)}`);
  }
  if (isTooLarge(data)) return { fault: "too-large" };
  const text = typeof data === "string" ? data : decoded(data);
  if (text === undefined || /\p{Surrogate}/u.test(text)) return { fault: "not-utf8" };
  return { text: text.startsWith("\u{feff}") ? text.slice(1) : text };
}

/** Returns true if data is too large. A unit of a string has one to three bytes, so few strings have to be encoded. */
function isTooLarge(data) {
  if (typeof data !== "string") return data.byteLength > MOST_BYTES;
  if (data.length > MOST_BYTES) return true;
  return data.length * 3 > MOST_BYTES && new TextEncoder().encode(data).length > MOST_BYTES;
}

function decoded(data) {
  try {
    return decoder.decode(data);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON.
 *
 * @param {string} text
 * @returns {{value: unknown} | {fault: "too-deep" | "not-json"}}
 */
export function parse(text) {
  const outside = withoutStrings(text);
  if (outside.length > MOST_LEVELS && levels(outside) > MOST_LEVELS) return { fault: "too-deep" };
  try {
    const value = JSON.parse(text);
    return hasLoneSurrogate(text) || hasHugeNumber(outside) ? { fault: "not-json" } : { value };
  } catch {
    return { fault: "not-json" };
  }
}

/** Returns a text without its strings. */
function withoutStrings(text) {
  let outside = "";
  let at = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', at)) {
    outside += text.slice(at, open + 1);
    at = endOfString(text, open + 1);
  }
  return outside + text.slice(at);
}

/** Returns the index after the string that begins at `start`. */
function endOfString(text, start) {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === "\\") at++;
  }
  return text.length;
}

/** Returns the maximum number of open levels. */
function levels(outside) {
  let [open, most] = [0, 0];
  for (const bracket of outside.replace(/[^[\]{}]+/g, "")) {
    open += bracket === "{" || bracket === "[" ? 1 : -1;
    most = Math.max(most, open);
  }
  return most;
}

/** Returns true if JSON escapes a lone surrogate. Other languages have no string for that. */
function hasLoneSurrogate(json) {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return false;
  // Reads escape by escape, so that an escaped backslash does not begin another escape.
  for (const [, lone] of json.matchAll(/\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F])|.)/gs)) {
    if (lone !== undefined) return true;
  }
  return false;
}

/** Returns true if a number is beyond doubles. JSON.parse reads such a number as infinite. */
function hasHugeNumber(outside) {
  const numbers = outside.match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.some((number) => !Number.isFinite(Number(number)));
}
