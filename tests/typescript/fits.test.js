// A hook validates what it reads and writes with a small validator in `index.js`, which loads faster than the whole one. It
// accepts exactly what the whole one accepts, except for types that it leaves to that. The values are the examples and random
// changes of them; every run makes the same changes.

import assert from "node:assert/strict";
import { appendFileSync, cpSync, rmSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { examples, packageFolder } from "./support.js";

/** The number of changed values of each example. */
const CHANGES = 24;

// The package does not export these functions: the tests use a copy that does.
const folder = path.join(import.meta.dirname, "projects/fits");
rmSync(folder, { recursive: true, force: true });
cpSync(packageFolder, folder, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));
appendFileSync(path.join(folder, "index.js"), "\nexport { fits, isRight, plainEvent, planOf, problemsOf };\n");
const load = (file) => import(path.join(folder, file));
const { HOOK_EVENTS, fits, isRight, plainEvent, planOf, problemsOf } = await load("index.js");
const { validatePayload } = await load("internal/core.js");
const { EVENT_KEY } = await load("internal/plan.js");
const { readInput } = await load("read.js");
const { allTypes } = await load("internal/types.js");
const { TOOL } = await load("internal/wire.js");

const all = examples();
const plans = await Promise.all(HOOK_EVENTS.map(async (event) => ({ event, plan: await planOf(event) })));
const having = (part) => new Set(plans.map(({ plan }) => plan).filter((plan) => JSON.stringify(plan).includes(part)));
/** The plans that leave types to the validators, and those with values of the tool. */
const [unsure, ofTools] = [having('["unsure"]'), having('["tool",')];
const { rows, names, prefixes } = allTypes.tables.tools;
const known = [...Object.entries(names), ...prefixes.map(([prefix, row]) => [`${prefix}a__b`, row])];
const tools = [undefined, 7, "", "NoTool", ...known.map(([tool]) => tool)];

const payloadsOf = (type) => all.filter((example) => example.type === type).map(({ payload }) => payload);
const isObject = (value) => typeof value === "object" && value !== null;

/** Returns each object and list in a value, itself included. */
const containers = (value) => (isObject(value) ? [value, ...Object.values(value).flatMap(containers)] : []);

const nested = (levels) => (levels === 0 ? "end" : { a: nested(levels - 1) });

/** Values at the limits of what types allow. */
const odd = [
  null, true, false, 0, -0, 1, -1, 0.5, 1e21, 2 ** 53, Number.MAX_VALUE, "", " ", "é", "\u{1f600}", "\0", "\u001b]0;a\u0007", "toString",
  "__proto__", "2", "true", [], [[]], [null], ["a", 1], {}, { a: 1 }, { "": {} }, { toString: 1 }, JSON.parse('{"__proto__":{"a":1}}'),
  nested(126), nested(130),
];

/** The values of the examples, by their key. */
const valuesOf = new Map();
for (const object of all.flatMap(({ payload }) => containers(payload)).filter((it) => !Array.isArray(it))) {
  for (const [key, value] of Object.entries(object)) valuesOf.set(key, [...(valuesOf.get(key) ?? []), value]);
}
const keys = [...valuesOf.keys(), "unknown", "", "toString", "__proto__"];

/** Returns a function that returns a random number from 0 up to a limit: mulberry32. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Changes one place of a value. */
function change(value, one) {
  const place = one(containers(value));
  const key = one([...Object.keys(place), one(keys)]);
  const isList = Array.isArray(place);
  const set = (to) => {
    // Without the copy, a later change could put an object into itself.
    const value = structuredClone(to);
    if (isList) place.push(value);
    else Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
  };
  const now = Object.hasOwn(place, key) ? place[key] : undefined;
  one([
    () => (isList ? place.pop() : delete place[key]),
    () => isList && place.push(...place),
    () => set(one(odd)),
    () => set(one(valuesOf.get(key) ?? odd)),
    () => set(one([`${JSON.stringify(now)}`, [now], { [key]: now }, now === undefined ? null : now])),
    () => typeof now === "string" && set(one([now.toUpperCase(), `${now}x`, now.slice(1)])),
  ])();
}

/** Returns a value with each of its numbers changed to some at the limits, which few random changes hit. */
function* withNumbers(value) {
  for (const [at, place] of containers(value).entries()) {
    for (const key of Object.keys(place).filter((it) => typeof place[it] === "number")) {
      for (const number of [0, -1, 0.5, place[key] + 1, 2 ** 53, 1e21]) {
        const copy = structuredClone(value);
        containers(copy)[at][key] = number;
        yield copy;
      }
    }
  }
}

/** Returns values, each with some changes, and odd values. */
function* changed(values, seed) {
  const pick = generator(seed);
  const one = (list) => list[pick(list.length)];
  for (const value of values) {
    yield value;
    yield* withNumbers(value);
    for (let at = 0; at < CHANGES; at++) {
      const copy = structuredClone(value);
      for (let left = 1 + pick(3); left > 0 && isObject(copy); left--) change(copy, one);
      yield copy;
    }
  }
  yield* odd;
}

const counts = ({ severity }) => !["inert", "suspicious", "deprecated"].includes(severity);

/** Compares the results for a value, and counts them. */
function compare(isAccepted, problems, plan, value, seen) {
  if (isAccepted || !unsure.has(plan)) assert.deepEqual({ isAccepted, problems }, { isAccepted: problems.length === 0, problems }, JSON.stringify(value));
  seen[isAccepted ? "accepted" : "refused"]++;
}

async function compareReply(reply, plan, tool, seen) {
  const isAccepted = await isRight(reply, { input: { [TOOL]: tool }, plan });
  const problems = validatePayload(reply, plan.output, allTypes, { tool: typeof tool === "string" ? tool : undefined });
  compare(isAccepted, problems.filter(counts), plan, { reply, tool }, seen);
}

async function compareInput(text, event, plan, seen) {
  const input = plainEvent(text);
  // `readInput` reads all other texts.
  if (input?.[EVENT_KEY] !== event) return;
  const { problems } = readInput(text);
  compare(fits(input, ["type", plan.input], plan, false), problems, plan, text, seen);
  assert.deepEqual(await problemsOf({ input, plan }, text), problems, text);
}

/** Returns a reply that has a value where a verb writes its own. */
function replyWith({ set = [], take }, [outer, event] = [], value) {
  const reply = {};
  const put = (path, inner) => (path.slice(0, -1).reduce((it, key) => (it[key] ??= {}), reply)[path.at(-1)] = inner);
  for (const [path, constant] of set) put(path, constant);
  put(take, value);
  if (outer && Object.hasOwn(reply, outer[0])) put(outer, event);
  return reply;
}

for (const [seed, { event, plan }] of plans.entries()) {
  test(`hooks accept only right replies: ${event}`, async (t) => {
    const seen = { accepted: 0, refused: 0 };
    const pick = generator(seed);
    for (const reply of changed(payloadsOf(plan.output), seed)) await compareReply(reply, plan, tools[pick(tools.length)], seen);
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.accepted > 0 && seen.refused > 0);
  });

  test(`hooks accept only right inputs: ${event}`, async (t) => {
    const seen = { accepted: 0, refused: 0 };
    for (const input of changed(payloadsOf(plan.input), seed)) {
      const text = JSON.stringify(input);
      await compareInput(text, event, plan, seen);
      await compareInput(text.replace(/:\d+/, ":1e999"), event, plan, seen);
    }
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.accepted > 0 && seen.refused > 0);
  });
}

test("hooks accept only values that are right for their tool", async (t) => {
  const seen = { accepted: 0, refused: 0 };
  const sayings = [...ofTools].flatMap((plan) => Object.values(plan.verbs).map((saying) => ({ plan, saying })));
  const places = [];
  for (const { plan, saying } of sayings.filter(({ saying }) => saying.take)) {
    if (await isRight(replyWith(saying, plan.names, {}), { input: {}, plan })) places.push({ plan, saying });
  }
  for (const [seed, [tool, row]] of known.entries()) {
    for (const value of changed(Object.values(rows[row].types).flatMap(payloadsOf), seed)) {
      const { plan, saying } = places[(seen.accepted + seen.refused) % places.length];
      await compareReply(replyWith(saying, plan.names, value), plan, tool, seen);
    }
  }
  t.diagnostic(JSON.stringify({ places: places.length, ...seen }));
  assert.ok(seen.accepted > 0 && seen.refused > 0);
});
