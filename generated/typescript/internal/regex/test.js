// Regular expressions, as far as they can be decided in linear time. The engine's own may take exponential time, and
// would decide patterns that the packages of other languages cannot.

import { LARGEST, LONGEST, MOST_WORK } from "./data.js";
import { canBeOf, isInvalid, parse, sizeOf } from "./parse.js";
import { finds, programOf } from "./program.js";

/**
 * Returns the result of `new RegExp(pattern).test(value)`, by UTF-16 units, for a supported pattern within the limits.
 *
 * @param {string} pattern
 * @param {string} value
 * @returns {"match" | "no-match" | "undecidable"}
 */
export const test = (pattern, value) => tests(pattern, [value])[0];

/**
 * Does the same as `test`, for several values.
 *
 * @param {string} pattern
 * @param {string[]} values
 * @returns {("match" | "no-match" | "undecidable")[]}
 */
export function tests(pattern, values) {
  const node = pattern.length > LONGEST ? undefined : parse(pattern.split(""));
  const size = node === undefined ? Infinity : sizeOf(node);
  if (size > LARGEST) return values.map(() => "undecidable");
  const program = programOf(node);
  return values.map((value) => {
    if (size * (value.length + 1) > MOST_WORK) return "undecidable";
    return finds(program, value.split("").map(codeOf)) ? "match" : "no-match";
  });
}

/**
 * Returns true if `new RegExp(pattern)` is an error. Patterns that are too long or not supported are not known to be.
 *
 * @param {string} pattern
 */
export const isRefused = (pattern) => pattern.length <= LONGEST && isInvalid(pattern.split(""));

/**
 * Returns what of a pattern can match a text of ASCII letters, digits and these signs, for the parts that `|` separates on
 * its top level.
 *
 * @param {string} pattern
 * @param {string} signs
 * @returns { {impossible: boolean, possible: boolean, empty: boolean} | undefined } undefined if it is not supported
 */
export function partsOf(pattern, signs) {
  const node = pattern.length > LONGEST ? undefined : parse(pattern.split(""));
  if (node === undefined) return undefined;
  const branches = node.choice ?? [node];
  const possible = branches.map((branch) => canBeOf(branch, signs));
  const empty = branches.some(({ sequence }) => sequence?.length === 0);
  return { impossible: possible.includes(false), possible: possible.includes(true), empty };
}

/** A pattern of a schema, which is run on characters. The generator rejects patterns outside the subset. */
export class Pattern {
  #program;

  /** @param {string} pattern */
  constructor(pattern) {
    const node = parse(Array.from(pattern));
    this.#program = node && programOf(node);
  }

  /** Returns true if the pattern matches anywhere in a value. */
  isIn(value) {
    return this.#program !== undefined && finds(this.#program, Array.from(value, codeOf));
  }
}

const codeOf = (sign) => sign.codePointAt(0);
