// The checks of each key of an assertion.

import { jsonType } from "../core.js";
import { Pattern } from "../regex/test.js";
import { hasFormat } from "./format.js";
import { codePoints, isMultiple, keyOf } from "./values.js";

/**
 * Evaluates the keys of a case's assertion, in the order in which faults are reported.
 *
 * @param {import("./case.js").Case} it
 * @returns {import("./case.js").Steps}
 */
export function* stepsOf(it) {
  const { assertion, value } = it;
  const type = jsonType(value);
  if (assertion.never) return void (yield never(it));
  if (assertion.types && !isOf(value, type, assertion.types)) {
    return void (yield it.fault("wrong-type", "wrong-type", assertion));
  }
  for (const [key, of, code, word, holds] of PLAIN) {
    if (!(key in assertion) || (of !== undefined && of !== type) || holds(value, assertion[key])) continue;
    yield it.fault(code, word, key === "values" ? assertion : assertion[key]);
  }
  for (const [keys, of, steps] of COMPOSED) {
    if ((of === undefined || of === type) && keys.some((key) => key in assertion)) yield* steps(it, assertion);
  }
}

function never(it) {
  const { held, key } = it.place ?? {};
  if (held !== "key" && held !== "value") return it.fault("wrong-value", "never");
  return { ...it.fault("unknown-field", "refused-field"), value: key };
}

function isOf(value, type, types) {
  return types.includes(type) || (types.includes("integer") && Number.isInteger(value));
}

// ---- keys about a value as a whole ----------------------------------------------------------------------------------

function isOne(value, values) {
  const key = keyOf(value);
  return values.some((it) => keyOf(it) === key);
}

const isUnique = (items) => new Set(items.map(keyOf)).size === items.length;
const fields = (object) => Object.keys(object).length;

const PLAIN = [
  ["values", undefined, "wrong-value", "wrong-value", isOne],
  ["minimum", "number", "out-of-range", "at-least", (value, limit) => value >= limit],
  ["above", "number", "out-of-range", "above", (value, limit) => value > limit],
  ["maximum", "number", "out-of-range", "at-most", (value, limit) => value <= limit],
  ["below", "number", "out-of-range", "below", (value, limit) => value < limit],
  ["multiple_of", "number", "out-of-range", "multiple-of", isMultiple],
  ["min_length", "string", "too-short", "few-characters", (value, limit) => codePoints(value) >= limit],
  ["max_length", "string", "too-long", "many-characters", (value, limit) => codePoints(value) <= limit],
  ["pattern", "string", "wrong-value", "pattern", (value, pattern) => isIn(pattern, value)],
  ["format", "string", "wrong-value", "format", hasFormat],
  ["min_items", "array", "too-short", "few-items", (value, limit) => value.length >= limit],
  ["max_items", "array", "too-long", "many-items", (value, limit) => value.length <= limit],
  ["unique", "array", "wrong-value", "unique", isUnique],
  ["min_properties", "object", "too-short", "few-fields", (value, limit) => fields(value) >= limit],
  ["max_properties", "object", "too-long", "many-fields", (value, limit) => fields(value) <= limit],
];

function hasAll(value, keys) {
  for (const key of keys) {
    if (!Object.hasOwn(value, key)) return false;
  }
  return true;
}

const AT_ONCE = new Map([
  ...PLAIN.map(([key, of, , , holds]) => [key, [of, holds]]),
  ["never", [undefined, () => false]],
  ["types", [undefined, (value, types) => isOf(value, jsonType(value), types)]],
  ["required", ["object", hasAll]],
  ["what", [undefined, () => true]], // only for messages
]);

/** Returns true or false if an assertion holds or not, and undefined if other assertions inside it decide. */
export function atOnce(value, assertion, type = jsonType(value)) {
  let isWhole = true;
  for (const key in assertion) {
    const check = AT_ONCE.get(key);
    if (check === undefined) isWhole = false;
    else if ((check[0] === undefined || check[0] === type) && !check[1](value, assertion[key])) return false;
  }
  return isWhole || undefined;
}

// ---- keys about parts of a value, and keys that apply other assertions to the value ---------------------------------

const patterns = new Map();

/** Returns true if a pattern of the schema matches anywhere in a string. */
function isIn(pattern, value) {
  if (!patterns.has(pattern)) patterns.set(pattern, new Pattern(pattern));
  return patterns.get(pattern).isIn(value);
}

function* items(it, { prefix = [], items: rest }) {
  for (const index of it.value.keys()) {
    const assertion = index < prefix.length ? prefix[index] : rest;
    if (assertion === undefined) return;
    yield* it.inside(index, "item", assertion);
    it.items.add(index);
  }
}

function* contains(it, { contains: { assertion, min, max = Infinity } }) {
  let found = 0;
  for (const [index, item] of it.value.entries()) {
    const { holds } = yield* it.whether(item, assertion);
    if (!holds) continue;
    it.items.add(index);
    found += 1;
  }
  if (found < min) yield it.fault("wrong-value", "contains-few", min);
  else if (found > max) yield it.fault("wrong-value", "contains-many", max);
}

function* required(it, { required: keys }) {
  for (const key of keys) {
    if (!Object.hasOwn(it.value, key)) yield it.faultAt(key, "missing-field", "required");
  }
}

function* properties(it, { properties: known = {}, patterns: named = [], rest }) {
  for (const key of Object.keys(it.value)) {
    const isKnown = Object.hasOwn(known, key);
    const fitting = named.filter(([name]) => isIn(name, key));
    if (isKnown) yield* it.inside(key, "key", known[key]);
    for (const [, assertion] of fitting) yield* it.inside(key, "value", assertion);
    const isOther = !isKnown && fitting.length === 0;
    if (isOther && rest === undefined) continue;
    if (isOther) yield* it.inside(key, "value", rest);
    it.keys.add(key);
  }
}

function* names(it, { names: assertion }) {
  for (const key of Object.keys(it.value)) {
    const { holds } = yield* it.whether(key, assertion);
    if (!holds) yield it.faultAt(key, "wrong-value", "names");
  }
}

function* dependentRequired(it, { dependent_required: keys }) {
  for (const [key, others] of Object.entries(keys)) {
    if (!Object.hasOwn(it.value, key)) continue;
    for (const other of others) {
      if (!Object.hasOwn(it.value, other)) yield it.faultAt(other, "required-here", "dependent", key);
    }
  }
}

function* dependent(it, { dependent: keys }) {
  for (const [key, assertion] of Object.entries(keys)) {
    if (Object.hasOwn(it.value, key)) yield* it.also(assertion);
  }
}

function* all(it, { all: parts }) {
  for (const assertion of parts) yield* it.also(assertion);
}

function* any(it, { any: members }) {
  const found = yield* holding(it, members);
  if (found === 0) yield it.fault("wrong-value", "no-form", members.length);
}

function* one(it, { one: members }) {
  const found = yield* holding(it, members);
  if (found !== 1) yield it.fault("wrong-value", found === 0 ? "no-form" : "many-forms", members.length);
}

/** Counts the members that hold. */
function* holding(it, members) {
  const type = jsonType(it.value);
  let found = 0;
  for (const assertion of members) {
    // Most members differ in their type, a value or a required key. A case for each would take much longer.
    let holds = atOnce(it.value, assertion, type);
    if (holds === undefined) {
      const inner = yield* it.whether(it.value, assertion);
      it.join(inner);
      holds = inner.holds;
    }
    if (holds) found += 1;
  }
  return found;
}

function* not(it, { not: assertion }) {
  const { holds } = yield* it.whether(it.value, assertion);
  if (holds) yield it.fault("wrong-value", "refused-form");
}

function* condition(it, assertion) {
  const inner = yield* it.whether(it.value, assertion.if);
  it.join(inner);
  const branch = inner.holds ? assertion.then : assertion.else;
  if (branch) yield* it.also(branch);
}

function* ref(it, { ref: name }) {
  yield* it.asDefined(name);
}

function* unevaluatedItems(it, { unevaluated_items: assertion }) {
  // The evaluated items of a wrong value are not known.
  if (!it.holds) return;
  for (const index of it.value.keys()) {
    if (it.items.has(index)) continue;
    yield* it.inside(index, "item", assertion);
    it.items.add(index);
  }
}

function* unevaluatedProperties(it, { unevaluated_properties: assertion }) {
  if (!it.holds) return;
  for (const key of Object.keys(it.value)) {
    if (it.keys.has(key)) continue;
    yield* it.inside(key, "value", assertion);
    it.keys.add(key);
  }
}

const COMPOSED = [
  [["prefix", "items"], "array", items],
  [["contains"], "array", contains],
  [["required"], "object", required],
  [["properties", "patterns", "rest"], "object", properties],
  [["names"], "object", names],
  [["dependent_required"], "object", dependentRequired],
  [["dependent"], "object", dependent],
  [["all"], undefined, all],
  [["any"], undefined, any],
  [["one"], undefined, one],
  [["not"], undefined, not],
  [["if"], undefined, condition],
  [["ref"], undefined, ref],
  [["unevaluated_items"], "array", unevaluatedItems],
  [["unevaluated_properties"], "object", unevaluatedProperties],
];
