// What a hook did when it was tried.

import { ordered } from "../core.js";

/** The key of an entry with the rule by which the host runs it. No package evaluates it. */
export const CONDITION = "if";

/** Returns the problems of the entry because of which a test says nothing about the host. */
export const refusedIn = ({ entry }) =>
  entry.filter(({ severity, pointer }) => ["rejected", "ignored"].includes(severity) || pointer.endsWith(`/${CONDITION}`));

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
