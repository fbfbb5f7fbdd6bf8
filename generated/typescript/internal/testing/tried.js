// What a hook did when it was tried.

import { ordered } from "../core.js";

/**
 * Returns what a hook did when it was tried, with what broke in the outcome.
 *
 * @param {object} outcome what the host does
 * @param { { failure: string, stderr: string, entry?: object[], isRun?: boolean } } how How the hook broke, in a sentence;
 *   empty if it did not. What it wrote to stderr; the problems of its entry in the settings; and whether the host runs it.
 */
export function triedOf(outcome, { failure, stderr, entry = [], isRun = true }) {
  outcome.failed = failure !== "";
  if (failure !== "") outcome.explanation += ` ${failure}`;
  outcome.problems = ordered([...outcome.problems, ...entry]);
  return { outcome, failure, stderr, entry, isRun };
}
