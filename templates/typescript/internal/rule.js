// Rules: when these conditions hold, then those must.

import { jsonType } from "./value.js";

const ABSENT = Symbol("absent");

/**
 * What a rule says of an object that it is broken by.
 *
 * @param {object} value
 * @param {{when: object[], then: object[], say: object, at?: string[]}} rule
 * @returns {{path: string[], say: object} | undefined} the keys that lead to what is wrong, and what is said
 */
export function brokenBy(value, { when, then, say, at }) {
  const holds = (condition) => isMet(condition, find(value, condition.path));
  if (!when.every(holds)) return undefined;
  const broken = then.find((condition) => !holds(condition));
  return broken && { path: at ?? broken.path, say: { ...say, code: codeOf(say.code, broken, value) } };
}

function isMet({ test, values }, found) {
  if (test === "in") return values.includes(found);
  return (found === ABSENT) === (test === "absent");
}

/** A rule asks for something; where it is there and is another thing, or must not be there, the code says so. */
function codeOf(code, { test, path }, value) {
  if (code !== "required-here") return code;
  if (test === "absent") return "not-allowed-here";
  return test === "in" && find(value, path) !== ABSENT ? "wrong-value" : code;
}

/** What stands at the end of a path, which leads through objects alone. */
function find(value, path) {
  const step = (at, key) => (jsonType(at) === "object" && Object.hasOwn(at, key) ? at[key] : ABSENT);
  return path.reduce(step, value);
}
