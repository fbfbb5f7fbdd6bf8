// JSON values, as assertions compare them: numbers are doubles, and `true` is not a number.

import { jsonType } from "../core.js";

/**
 * Returns a key that is equal for values that are equal in JSON, and for no others.
 *
 * @param {unknown} value
 * @returns {unknown} a string, or the value if it is not JSON
 */
export function keyOf(value) {
  switch (jsonType(value)) {
    case "array":
      return `[${value.map(keyOf).join()}]`;
    case "object":
      return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${keyOf(value[key])}`).join()}}`;
    case "number":
      return String(value);
    case undefined:
      return value;
    default:
      return JSON.stringify(value);
  }
}

/** Returns the number of code points in a string. A code point may have two units. */
export function codePoints(text) {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}

/**
 * Returns true if a number is a multiple of another one, by their decimal digits.
 *
 * @param {number} number
 * @param {number} of
 */
export function isMultiple(number, of) {
  if (!Number.isFinite(number)) return false;
  const [one, other] = [decimal(number), decimal(of)];
  const more = one.exponent - other.exponent;
  const scaled = (digits, by) => digits * 10n ** BigInt(Math.max(by, 0));
  return scaled(one.digits, more) % scaled(other.digits, -more) === 0n;
}

/** Returns the shortest digits, and an exponent of ten, that identify a double. */
function decimal(number) {
  const [written, exponent] = number.toExponential().split("e");
  const [whole, part = ""] = written.split(".");
  return { digits: BigInt(whole + part), exponent: Number(exponent) - part.length };
}
