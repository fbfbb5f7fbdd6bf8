// JSON: the types of values, how deep they are, and text to values, with the same bounds in every language.

/** Deeper payloads are not validated: no language can follow them without end. */
export const MOST_LEVELS = 128;

const PRIMITIVES = new Set(["boolean", "number", "string"]);

/**
 * The JSON type of a value; undefined for what JSON cannot hold: `undefined`, functions, symbols, bigints.
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

/** Returns the type of a value, in the words of JavaScript. */
export function nameOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}

/** The JSON pointer of what is at a key or an index, by that of what is around it. */
export function pointerTo(pointer, key) {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** So many values are looked through before it is remembered where each object was. Few payloads have as many. */
const MOST_FORGOTTEN = 2_000_000;

/**
 * Returns true if there are more levels of arrays and objects than are validated, as in a value that contains itself.
 *
 * Shared values are visited once for each place, which could take for ever: `{l: x, r: x}` again in `x`, and so on.
 * After a number of values, an object is visited again only if it is deeper than before.
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

// A byte order mark is left out below, where strings can have one as well.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A text without its byte order mark.
 *
 * @param {Uint8Array | string} data a string stands for its UTF-8
 * @returns {{text: string} | {fault: "too-large" | "not-utf8"}}
 * @throws {TypeError} for what is neither bytes nor a string
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

/** A unit of a string is one to three bytes of UTF-8, so most strings need not be encoded to be measured. */
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
 * The one JSON value that a text is.
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

/** Where a text goes on behind the string that begins at this place. */
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

/** Returns true if JSON escapes half of a surrogate pair. Other languages have no string for that. */
function hasLoneSurrogate(json) {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return false;
  // Escape by escape, so that no backslash is treated as the beginning of one that is not.
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
