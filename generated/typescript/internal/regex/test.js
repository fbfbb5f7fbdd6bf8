// Regular expressions, as far as they can be decided in linear time. The engine's own can take for ever, and would decide
// what the packages of other languages cannot.

import { LARGEST, LONGEST, MOST_WORK } from "../matchers.js";
import { parse, sizeOf } from "./parse.js";
import { finds, programOf } from "./program.js";

/**
 * What `new RegExp(pattern).test(value)` says, where the pattern is of the subset and within the limits.
 *
 * @param {string} pattern
 * @param {string} value
 * @returns {"match" | "no-match" | "undecidable"}
 */
export function test(pattern, value) {
  const node = pattern.length > LONGEST ? undefined : parse(pattern);
  if (node === undefined) return "undecidable";
  const size = sizeOf(node);
  if (size > LARGEST || size * (value.length + 1) > MOST_WORK) return "undecidable";
  return finds(programOf(node), value) ? "match" : "no-match";
}
