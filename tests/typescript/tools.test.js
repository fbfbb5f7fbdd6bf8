// Compares the tools' types with the official declarations, property by property: names, optionality, types, constants
// and bounds, in both directions. `shapes/deviations.json` lists every difference and every type that is `any`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { declared } from "./shapes/declared.js";
import { files, shapes } from "./shapes/ours.js";
import { facts } from "./shapes/shape.js";

const known = JSON.parse(readFileSync(path.join(import.meta.dirname, "shapes/deviations.json"), "utf8"));
const { inputs, responses } = declared();

/** Returns our name of a type, with the tool's name in hooks, which can differ from the one in the declarations. */
function ourName(name) {
  const [, tool, kind] = /^(\w+?)(Input|Output)$/.exec(name);
  return (known.names[tool] ?? tool) + (kind === "Input" ? "Input" : "Response");
}

/** Returns the differences between two shapes: the path, and the facts of each. */
function differences(name, theirs, ours) {
  const [one, other] = [facts(theirs, name), facts(ours, name)];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => ({ path, declared: one.get(path), ours: other.get(path) }));
}

/** Returns every difference between the declarations and these schemas. */
function compare(schemas) {
  const ours = shapes(schemas);
  const found = [];
  for (const [name, shape] of [...inputs, ...responses]) {
    const our = ours.get(ourName(name));
    found.push(...(our ? differences(ourName(name), shape, our) : [{ path: ourName(name), declared: name }]));
  }
  const compared = new Set([...inputs.keys(), ...responses.keys()].map(ourName));
  const more = [...ours.keys()].filter((name) => /(Input|Response)$/.test(name) && !compared.has(name));
  return [...found, ...more.map((path) => ({ path, ours: path }))];
}

const within = (path, prefix) => path === prefix || (path.startsWith(prefix) && /^[.[?<]/.test(path.slice(prefix.length)));

test("the tools' types equal the official ones, except for the listed differences", (t) => {
  const found = compare(files());
  assert.deepEqual(found.filter(({ path }) => !Object.keys(known.deviations).some((it) => within(path, it))), []);
  const unused = Object.keys(known.deviations).filter((it) => !found.some(({ path }) => within(path, it)));
  assert.deepEqual(unused, [], "what is listed is a difference");
  assert.deepEqual([inputs.size, responses.size], [44, 44], "as many types as the declarations have");
  const paths = [...inputs, ...responses].reduce((sum, [name, shape]) => sum + facts(shape, name).size, 0);
  t.diagnostic(`${inputs.size} inputs and ${responses.size} responses, ${paths} paths`);
});

test("every type that is `any` is listed with the reason", () => {
  const found = [...shapes(files())]
    .filter(([name]) => /(Input|Response)$/.test(name))
    .flatMap(([name, shape]) => [...facts(shape, name)].filter(([, fact]) => fact.split(" | ").includes("any")))
    .map(([path]) => path);
  assert.deepEqual(found.sort(), Object.keys(known.any).sort());
});

// Each changes one thing in our schemas, which must be reported at this path.
const faults = {
  "a field too many": ["BashInput.shell?", ({ BashInput }) => (BashInput.properties.shell = { type: "string" })],
  "a field too few": ["BashResponse.stderr", ({ BashResponse }) => delete BashResponse.properties.stderr],
  "optional for required": ["BashInput.command", ({ BashInput }) => (BashInput.required = [])],
  "required for optional": ["BashInput.timeout", ({ BashInput }) => BashInput.required.push("timeout")],
  "another type": ["BashInput.timeout?", ({ BashInput }) => (BashInput.properties.timeout.type = "integer")],
  "any for a type": ["BashInput.description?", ({ BashInput }) => delete BashInput.properties.description.type],
  "null as well": ["BashResponse.stdout", ({ BashResponse }) => (BashResponse.properties.stdout.type = ["string", "null"])],
  "a value too many": ["BashResponse.gitOperation?.commit?.kind", ({ BashGitCommitKind }) => BashGitCommitKind.enum.push("x")],
  "a value too few": ["BashResponse.gitOperation?.branch?.action", ({ BashGitBranchAction }) => BashGitBranchAction.enum.pop()],
  "a list for its item": ["BashInput.command", ({ BashInput }) => (BashInput.properties.command = { type: "array", items: {} })],
  "another constant": ["BashResponse.backgroundWakesOwner?", ({ BashResponse }) => (BashResponse.properties.backgroundWakesOwner.const = false)],
  "other keys": ["BashInput.*", ({ BashInput }) => (BashInput.additionalProperties = true)],
  "no type": ["BashInput", ($defs) => delete $defs.BashInput],
};
// Changes of a bound and of a union, which are in other files.
const elsewhere = {
  "a bound": ["AskUserQuestionInput.questions", ({ AskUserQuestionInput: it }) => (it.properties.questions.maxItems = 5)],
  "a form too few": ['ReadResponse<type="pdf">.type', ({ ReadResponse }) => ReadResponse.oneOf.splice(3, 1)],
};

test("every kind of difference is found", () => {
  const before = new Set(compare(files()).map(({ path }) => path));
  const missed = Object.entries({ ...faults, ...elsewhere }).filter(([, [path, plant]]) => {
    const schemas = files();
    const owner = /^\w+/.exec(path)[0];
    plant([...schemas.values()].find(({ $defs }) => owner in $defs).$defs);
    return before.has(path) || !compare(schemas).some((it) => it.path === path);
  });
  assert.deepEqual(missed.map(([name]) => name), []);
});
