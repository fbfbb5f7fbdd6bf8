// Cases: a value under an assertion, and the results so far.

import { pointerTo } from "../core.js";
import { definition } from "./definitions.js";
import { atOnce, stepsOf } from "./keywords.js";

/**
 * The steps of a case. Each yields a case to evaluate before the next step; a fault; or undefined if the value is wrong
 * for a reason that is already reported.
 *
 * @typedef {Generator<Case | import("./faults.js").Fault | undefined, any, Case>} Steps
 */

/**
 * The evaluated cases of references, by name and then by where they are: several references may lead to the same case.
 *
 * @typedef {Map<string, Map<unknown, Case>>} Cases
 *
 * Those without a place are the same in a whole validation, and are found by the value. Those with a place are found by
 * pointer, because their faults are reported there.
 * @typedef {{silent: Cases, reported: Cases}} Known
 */

/** A value under an assertion. Without a place, faults are not reported. */
export class Case {
  #known;
  /** @type {Set<string>} the evaluated keys of an object */
  keys = new Set();
  /** @type {Set<number>} the evaluated indices of an array */
  items = new Set();
  holds = true;

  /**
   * @param {unknown} value
   * @param {object} assertion
   * @param {import("./faults.js").Place | undefined} place
   * @param {Known} known
   */
  constructor(value, assertion, place, known) {
    this.value = value;
    this.assertion = assertion;
    this.place = place;
    this.#known = known;
    this.steps = stepsOf(this);
  }

  /** Creates a fault of the value. */
  fault(code, word, limit = undefined) {
    return { place: this.place, code, word, value: this.value, limit };
  }

  /** Creates a fault of a key in the value, present or missing. */
  faultAt(key, code, word, limit = undefined) {
    return { place: { around: this.place, key, held: "key" }, code, word, value: key, limit };
  }

  /** Evaluates an assertion without reporting its faults, and returns the case. */
  *whether(value, assertion) {
    return yield new Case(value, assertion, undefined, this.#known);
  }

  /** Requires an assertion of the value at a key or an index. */
  *inside(key, held, assertion) {
    if (atOnce(this.value[key], assertion)) return;
    const place = this.place && { around: this.place, key, held };
    const inner = yield new Case(this.value[key], assertion, place, this.#known);
    if (!inner.holds) yield undefined;
  }

  /** Requires another assertion of the value itself. */
  *also(assertion) {
    if (atOnce(this.value, assertion)) return;
    yield* this.#joined(yield new Case(this.value, assertion, this.place, this.#known));
  }

  /** Requires the assertion of a definition of the value itself. */
  *asDefined(name) {
    const assertion = definition(name);
    if (atOnce(this.value, assertion)) return;
    const known = this.#knownOf(name);
    const where = this.place ? pointerOf(this.place) : this.value;
    if (!known.has(where)) known.set(where, yield new Case(this.value, assertion, this.place, this.#known));
    yield* this.#joined(known.get(where));
  }

  /** Adds the keys and items that another case of the same value evaluated, if it holds. */
  join({ holds, keys, items }) {
    if (!holds) return;
    for (const key of keys) this.keys.add(key);
    for (const index of items) this.items.add(index);
  }

  *#joined(inner) {
    this.join(inner);
    if (!inner.holds) yield undefined;
  }

  /** Returns the evaluated cases of a reference. */
  #knownOf(name) {
    const cases = this.place ? this.#known.reported : this.#known.silent;
    if (!cases.has(name)) cases.set(name, new Map());
    return cases.get(name);
  }
}

/** Returns the JSON pointer of a place. */
export function pointerOf({ pointer, around, key }) {
  return pointer ?? pointerTo(pointerOf(around), key);
}
