// Assertions: the requirements of a schema beyond types, evaluated as in JSON Schema.
//
// Evaluation does not recurse, so that deep payloads and schemas do not exhaust the stack: a case yields the cases that
// it needs to a loop.

import { Case } from "./case.js";
import { atOnce } from "./keywords.js";
import { keyOf } from "./values.js";

/**
 * A fault: its place, its code, the word for its message, and the values in that.
 *
 * @typedef {{place: Place, code: string, word: string, value: unknown, limit?: unknown}} Fault
 *
 * A place is that of `walk.js`, or the enclosing place, the key or index in it, and how it is held.
 * @typedef {import("../core.js").Place | {around: Place, key: string | number, held: "key" | "item" | "value"}} Place
 */

/**
 * Returns whether an assertion holds for a value, and its faults.
 *
 * @param {unknown} value a value that is not deeper than the validator's limit
 * @param {object} assertion an assertion of the validation plan
 * @param {Place} place the place of the value
 * @param {import("./case.js").Known} known the cases of references that are known from other parts of the same payload.
 *   Those that are evaluated are added, and their faults are not returned again.
 * @returns {{holds: boolean, faults: Fault[]}} whether the assertion holds, and the faults that are not reported yet
 */
export function faultsOf(value, assertion, place, known) {
  const root = new Case(value, assertion, place, known);
  const faults = evaluated(root);
  return { holds: root.holds, faults };
}

/**
 * Returns the place of the first branch of `anyOf` or `oneOf`, or of `enum`, that accepts a value.
 *
 * @param {unknown} value a value for which the assertion holds
 * @param {object} assertion the assertion of a union
 * @param {import("./case.js").Known} known as for `faultsOf`
 * @returns {number}
 */
export function branchOf(value, assertion, known) {
  if (assertion.values) return assertion.values.findIndex((one) => keyOf(one) === keyOf(value));
  return (assertion.any ?? assertion.one).findIndex((branch) => {
    const holds = atOnce(value, branch);
    if (holds !== undefined) return holds;
    const root = new Case(value, branch, undefined, known);
    evaluated(root);
    return root.holds;
  });
}

function evaluated(root) {
  const found = [];
  const cases = [root];
  let answer;
  while (cases.length > 0) {
    const it = cases.at(-1);
    const { done, value: step } = it.steps.next(answer);
    answer = undefined;
    if (done) {
      answer = cases.pop();
    } else if (step instanceof Case) {
      cases.push(step);
    } else {
      it.holds = false;
      if (it.place === undefined) answer = cases.pop(); // its other faults are not reported
      else if (step) found.push(step);
    }
  }
  return found;
}
