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

/**
 * Whether there are more levels of arrays and objects than are judged, as in a value that contains itself.
 *
 * @param {unknown} value
 * @param {number} level on which the value stands
 * @param {Map<object, number>} seen the lowest level that each object was found on: what stands in many places is
 *     looked through again only where it is deeper
 */
export function isTooDeep(value, level = 1, seen = new Map()) {
  if (typeof value !== "object" || value === null) return false;
  if (level > MOST_LEVELS) return true;
  if (seen.get(value) >= level) return false;
  seen.set(value, level);
  return Object.values(value).some((inner) => isTooDeep(inner, level + 1, seen));
}
