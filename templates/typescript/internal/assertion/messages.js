// Builds the messages of faults from the words of the plan and the values.

import { filled, found, foundForInteger, jsonType, quoted } from "../core.js";
import { pointerOf } from "./case.js";
import { faultsOf } from "./faults.js";

/**
 * Returns whether an assertion holds for a value, and its problems.
 *
 * @param {unknown} value
 * @param {object} assertion
 * @param {import("../core.js").Place} place
 * @param {import("./case.js").Known} known as for `faultsOf`
 * @returns {{holds: boolean, problems: {pointer: string, code: string, message: string}[]}}
 */
export function reported(value, assertion, place, known) {
  const { holds, faults } = faultsOf(value, assertion, place, known);
  const problems = faults.map((fault) => ({
    pointer: pointerOf(fault.place),
    code: fault.code,
    message: filled(fault.word, { place: textOf(fault.place), ...holes(fault) }),
  }));
  return { holds, problems };
}

function holes({ word, value, limit }) {
  switch (word) {
    case "wrong-type":
      return { what: limit.what, found: limit.types.includes("integer") ? foundForInteger(value) : found(value) };
    case "wrong-value":
      return { what: limit.what, value: shown(value) };
    case "pattern":
      return { pattern: quoted(limit) };
    case "format":
      return { format: limit.replace(/^native-/, "") };
    case "dependent":
      return { key: limit };
    default:
      return limit === undefined ? { value: shown(value) } : { limit: String(limit) };
  }
}

/** Returns a value as messages show it; of an array or an object, only the type. */
function shown(value) {
  switch (jsonType(value)) {
    case "string":
    case "boolean":
      return quoted(value);
    case "number":
    case "null":
      return String(value);
    default:
      return found(value);
  }
}

/** Returns the name of a place at the start of a sentence. */
function textOf(place) {
  if (place.text !== undefined) return place.text;
  return place.held === "key" ? `\`${place.key}\`` : filled(place.held, { name: nameOf(place.around) });
}

/** Returns the name of a place within a sentence. */
function nameOf(place) {
  if (place.name !== undefined) return place.name;
  return place.held === "key" ? `\`${place.key}\`` : nameOf(place.around);
}
