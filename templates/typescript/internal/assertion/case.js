// Cases: a value under an assertion, and what has been found out.

import { pointerTo } from "../json.js";
import { definition } from "./definitions.js";
import { stepsOf } from "./keywords.js";

/**
 * A step: a case that has to be validated before the next one, a fault, or nothing: the value is wrong, and it has been
 * told why.
 *
 * @typedef {Generator<Case | import("./faults.js").Fault | undefined, any, Case>} Steps
 */

/** A value under an assertion. Without a place nothing is told but whether it holds. */
export class Case {
  #known;
  /** @type {Set<string>} what has been evaluated of an object */
  keys = new Set();
  /** @type {Set<number>} what has been evaluated of an array */
  items = new Set();
  holds = true;

  /**
   * @param {unknown} value
   * @param {object} assertion
   * @param {import("./faults.js").Place} [place]
   * @param {Map<string, Map<unknown, Case>>} [known] what references led to: they may lead there in many ways
   */
  constructor(value, assertion, place, known = new Map()) {
    this.value = value;
    this.assertion = assertion;
    this.place = place;
    this.#known = known;
    this.steps = stepsOf(this);
  }

  /** Reports a fault of the value. */
  fault(code, word, limit = undefined) {
    return { place: this.place, code, word, value: this.value, limit };
  }

  /** Reports a fault of a key, present or missing. */
  faultAt(key, code, word, limit = undefined) {
    return { place: { around: this.place, key, held: "key" }, code, word, value: key, limit };
  }

  /** Asks whether an assertion holds, and returns the case. */
  *whether(value, assertion) {
    return yield new Case(value, assertion, undefined, this.#known);
  }

  /** Demands an assertion of what is at a key or an index. */
  *inside(key, held, assertion) {
    const place = this.place && { around: this.place, key, held };
    const inner = yield new Case(this.value[key], assertion, place, this.#known);
    if (!inner.holds) yield undefined;
  }

  /** Demands another assertion of the value itself. */
  *also(assertion) {
    yield* this.#joined(yield new Case(this.value, assertion, this.place, this.#known));
  }

  /** Demands the assertion of a definition, likewise. */
  *asDefined(name) {
    const known = this.#knownOf(name);
    const where = this.place ? pointerOf(this.place) : this.value;
    if (!known.has(where)) known.set(where, yield new Case(this.value, definition(name), this.place, this.#known));
    yield* this.#joined(known.get(where));
  }

  /** Takes over what another case of the same value has evaluated, if it holds. */
  join({ holds, keys, items }) {
    if (!holds) return;
    for (const key of keys) this.keys.add(key);
    for (const index of items) this.items.add(index);
  }

  *#joined(inner) {
    this.join(inner);
    if (!inner.holds) yield undefined;
  }

  /** Returns the result of a reference: by pointer if faults are reported, otherwise by value. */
  #knownOf(name) {
    const how = `${this.place ? "told" : "asked"} ${name}`;
    if (!this.#known.has(how)) this.#known.set(how, new Map());
    return this.#known.get(how);
  }
}

/** The JSON pointer of a place. */
export function pointerOf({ pointer, around, key }) {
  return pointer ?? pointerTo(pointerOf(around), key);
}
