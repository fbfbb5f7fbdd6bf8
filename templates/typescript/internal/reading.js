// Reads inputs. The functions are documented in `input.d.ts`.

import {
  contextOf, decode, jsonType, mismatchesOf, notJson, ofText, ordered, parse, startOf, stringBeforeFault, validateRead,
} from "./core.js";
import { EVENT_KEY, events, INPUT, inputTypes } from "./plan.js";

export class ReadError extends Error {
  name = "ReadError";

  constructor(problem) {
    super(problem.pointer === "" ? problem.message : `${problem.pointer}: ${problem.message}`);
    this.problem = problem;
  }
}

export function readInput(data, context) {
  const { host } = contextOf(context);
  const { text, fault } = decode(data);
  const read = fault ? { fault } : parse(text);
  const message = read.fault === "not-json" ? notJson(text) : undefined;
  if (read.fault) throw new ReadError(ofText(read.fault, "mismatch", message));
  const input = read.value;
  const type = isKnown(input) ? events.get(input[EVENT_KEY]).input : INPUT;
  const problems = validateRead(input, type, inputTypes, { host });
  if (jsonType(input) !== "object" || typeof own(input, EVENT_KEY) !== "string") throw new ReadError(problems[0]);
  return { input, problems: ordered([...problems, ...mismatchesOf(read.replaced)]) };
}

/**
 * Returns the name of the event in a text that cannot be read.
 *
 * It counts only if a JSON reader reaches it before the first mistake: the key and the text are complete, and at the top
 * level of an object. What is too large, too deep or not UTF-8 is a mistake, too, where it begins.
 *
 * @param {unknown} data
 * @returns {string | undefined}
 */
export function nameBeforeFault(data) {
  try {
    return stringBeforeFault(startOf(data), EVENT_KEY);
  } catch {
    return undefined; // It is not text.
  }
}

export function isKnown(input) {
  return jsonType(input) === "object" && events.has(own(input, EVENT_KEY));
}

/** Returns the value of an object's own key. */
function own(object, key) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
