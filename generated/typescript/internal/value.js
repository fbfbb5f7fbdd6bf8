// What a value is as JSON, and how deep it is.

/** Deeper payloads are not judged: no language can follow them without end. */
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

/** So many values are looked through before it is remembered where each object was. Few payloads have as many. */
const MOST_FORGOTTEN = 2_000_000;

/**
 * Whether there are more levels of arrays and objects than are judged, as in a value that contains itself.
 *
 * What stands in many places is looked through in each, which could take for ever: `{l: x, r: x}` again in `x`, and so
 * on. So from a number of values on, an object is looked through again only where it is deeper than before.
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
