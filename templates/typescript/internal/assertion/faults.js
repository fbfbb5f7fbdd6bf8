// Assertions: what a schema asks of a value beyond its type, validated as JSON Schema has it.
//
// However deep a payload and a schema are, they are judged without recursion: the steps of a case are told to a loop,
// which goes into the cases that it requires.

import { Case } from "./case.js";

/**
 * A fault: its kind, its words, and their values.
 *
 * @typedef {{place: Place, code: string, word: string, value: unknown, limit?: unknown}} Fault
 *
 * A place is that of the judge, or the place around it, the key or index in that, and how that one holds it.
 * @typedef {import("../judge.js").Place | {around: Place, key: string | number, held: "key" | "item" | "value"}} Place
 */

/**
 * Returns the faults of a value.
 *
 * @param {unknown} value of no more levels than are validated
 * @param {object} assertion of the table
 * @param {Place} place where the value is
 * @returns {Fault[]} in order; none if the assertion holds
 */
export function faultsOf(value, assertion, place) {
  const found = [];
  const cases = [new Case(value, assertion, place)];
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
      if (it.place === undefined) answer = cases.pop(); // nobody asks what else is wrong with it
      else if (step) found.push(step);
    }
  }
  return found;
}
