// JSON: the types and the depth of values, and the parsing of text, with the same limits in every language.

const PRIMITIVES = new Set(["boolean", "number", "string"]);

/**
 * Returns the JSON type of a value; undefined for values that are not JSON: `undefined`, functions, symbols,
 * bigints, infinity and NaN.
 *
 * @param {unknown} value
 * @returns {"null" | "boolean" | "number" | "string" | "array" | "object" | undefined}
 */
export function jsonType(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  if (type === "number" && !Number.isFinite(value)) return undefined;
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

/** The maximum size of a text. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** The maximum depth of a text. What is below `MOST_LEVELS` in it is read as text. */
const MOST_LEVELS_OF_TEXT = 10_000;

let decoder;

/**
 * Decodes UTF-8 and removes a byte order mark. Each invalid sequence of bytes, and each lone surrogate of a string, is
 * replaced by U+FFFD.
 *
 * @param {Uint8Array | string} data a string is treated as its UTF-8
 * @returns { {text: string, replaced: "not-utf8"[]} | {fault: "too-large"}}
 * @throws {TypeError} if it is neither bytes nor a string
 */
export function decode(data) {
  if (typeof data !== "string" && !ArrayBuffer.isView(data)) {
    throw new TypeError(`the text has to be a Uint8Array or a string, not ${nameOf(data)}`);
  }
  if (isTooLarge(data)) return { fault: "too-large" };
  const { text, replaced } = typeof data === "string" ? wellFormed(data) : decoded(data);
  return { text: text.startsWith("\u{feff}") ? text.slice(1) : text, replaced };
}

/** Returns true if data is too large. A unit of a string has one to three bytes, so few strings have to be encoded. */
function isTooLarge(data) {
  if (typeof data !== "string") return data.byteLength > MOST_BYTES;
  if (data.length > MOST_BYTES) return true;
  return data.length * 3 > MOST_BYTES && new TextEncoder().encode(data).length > MOST_BYTES;
}

function wellFormed(text) {
  if (!/\p{Surrogate}/u.test(text)) return { text, replaced: [] };
  return { text: text.replace(/\p{Surrogate}/gu, "\u{fffd}"), replaced: ["not-utf8"] };
}

function decoded(data) {
  // A byte order mark is removed by the caller, because strings can have one as well.
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return { text: decoder.decode(data), replaced: [] };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(data), replaced: ["not-utf8"] };
  }
}

/**
 * Returns the beginning of a text that is UTF-8 and not too large, without a byte order mark.
 *
 * @param {Uint8Array | string} data
 */
export function startOf(data) {
  const start = typeof data === "string" ? startOfString(data) : startOfBytes(data);
  return start.startsWith("\u{feff}") ? start.slice(1) : start;
}

function startOfString(text) {
  const lone = text.search(/\p{Surrogate}/u);
  const start = lone < 0 ? text : text.slice(0, lone);
  return isTooLarge(start) ? start.slice(0, new TextEncoder().encodeInto(start, new Uint8Array(MOST_BYTES)).read) : start;
}

function startOfBytes(data) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, Math.min(data.byteLength, MOST_BYTES));
  const { text, replaced } = decoded(bytes);
  if (replaced.length === 0) return text;
  // What is replaced differs in its bytes. It may begin as U+FFFD does: a character without its end is left out.
  const again = new TextEncoder().encode(text);
  const first = bytes.findIndex((byte, at) => byte !== again[at]);
  const start = first < 0 ? bytes : bytes.subarray(0, first);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(start, { stream: true });
}

/**
 * Parses JSON.
 *
 * A number beyond doubles is the largest double, and an array or object below `MOST_LEVELS` is its text; `replaced` has
 * the codes of both. A lone surrogate is U+FFFD.
 *
 * @param {string} text
 * @returns { {value: unknown, replaced: ("out-of-range" | "too-deep")[]} | {fault: "too-deep" | "not-json"}}
 */
export function parse(text) {
  const outside = withoutStrings(text);
  const deepest = outside.length > MOST_LEVELS ? levels(outside) : 0;
  if (deepest > MOST_LEVELS_OF_TEXT) return { fault: "too-deep" };
  try {
    return deepest > MOST_LEVELS ? parseDeep(text) : parseFlat(text, outside);
  } catch {
    return { fault: "not-json" };
  }
}

/** Returns the object that a text is; `undefined` if it is none. */
export function objectIn(text) {
  const trimmed = text.trim();
  const { value } = isInBraces(trimmed) ? parse(trimmed) : {};
  return jsonType(value) === "object" ? value : undefined;
}

/** Returns true if a text begins and ends as an object does. */
export const isInBraces = (text) => text.startsWith("{") && text.endsWith("}");

function parseDeep(text) {
  JSON.parse(text); // Throws unless all of it is JSON. It does not recurse.
  const folded = withDeepAsText(text);
  const { value, replaced } = parseFlat(folded, withoutStrings(folded));
  return { value, replaced: [...replaced, "too-deep"] };
}

function parseFlat(text, outside) {
  const isHuge = hasHugeNumber(outside);
  const value = JSON.parse(withoutLoneSurrogates(text), isHuge ? withLargestDouble : undefined);
  return { value, replaced: isHuge ? ["out-of-range"] : [] };
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

/** Replaces each array and object of valid JSON that is below the last level by a string with its text. */
function withDeepAsText(text) {
  let [folded, level, copied, start] = ["", 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at + 1) - 1;
    else if ((char === "{" || char === "[") && ++level === MOST_LEVELS + 1) start = at;
    else if ((char === "}" || char === "]") && level-- === MOST_LEVELS + 1) {
      folded += text.slice(copied, start) + JSON.stringify(text.slice(start, at + 1));
      copied = at + 1;
    }
  }
  return folded + text.slice(copied);
}

/** Replaces each escape of a lone surrogate by that of U+FFFD. Not every language has strings with lone surrogates. */
function withoutLoneSurrogates(json) {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json;
  // Reads escape by escape, so that an escaped backslash does not begin another escape.
  const escapes =
    /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs;
  return json.replace(escapes, (escape, lone) => (lone === undefined ? escape : "\\ufffd"));
}

/** Returns true if a number is beyond doubles. JSON.parse reads such a number as infinite. */
function hasHugeNumber(outside) {
  const numbers = outside.match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.some((number) => !Number.isFinite(Number(number)));
}

/** Replaces an infinite number by the largest double of its sign; a reviver for JSON.parse. */
function withLargestDouble(_, value) {
  return typeof value === "number" ? Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE)) : value;
}
