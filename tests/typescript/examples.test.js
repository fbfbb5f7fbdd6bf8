// The shared examples: each valid one is a literal of its type, and invalid ones are refused if types can express why.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, countOf, examples, project, schemaFolder, subpathOf, ways } from "./support.js";

const all = examples();

// Open types can have more keys than the current contract: inputs, and types of both directions, which have a closed
// copy among the schemas.
const isOpen = (type) => type.endsWith("Input") || existsSync(path.join(schemaFolder, `closed/${type}.schema.json`));

// A type annotation refuses unknown keys, which a reply must not have. For open types, the type is only a bound.
const literal = ({ type, payload }, index) =>
  isOpen(type)
    ? `export const x${index} = is<${spaceOf(type)}.${type}>()(${JSON.stringify(payload)});`
    : `export const x${index}: ${spaceOf(type)}.${type} = ${JSON.stringify(payload)};`;
const spaceOf = (type) => subpathOf(type).replace(/\W/g, "_");
const subpaths = [...new Set(all.map(({ type }) => subpathOf(type)))];
const imports = subpaths.map((subpath) => `import type * as ${subpath.replace(/\W/g, "_")} from "${subpath}";`);
const head = [...imports, `const is = <T>() => <V extends T>(value: V): V => value;`];
const program = [...head, ...all.map(literal)].join("\n");
const home = project("examples", { "examples.ts": program });

// Validators check rules across levels, lengths of lists, bounds of numbers and forms of strings. They also check keys
// that are forbidden where any other key is allowed.
const beyondTypes = new Set(["required-here", "too-short", "too-long", "out-of-range"]);
const takesAnyKey = (type) => {
  const schema = JSON.parse(readFileSync(path.join(schemaFolder, `${type}.schema.json`), "utf8"));
  return typeof schema.additionalProperties === "object";
};
const isBeyondTypes = (type, { code, pointer }) =>
  beyondTypes.has(code) ||
  (code === "wrong-value" && pointer === "/terminalSequence") ||
  (code === "not-allowed-here" && takesAnyKey(type));
const isVisible = ({ type, problems }) => problems.some((problem) => !isBeyondTypes(type, problem));

for (const way of ways) {
  const refused = new Set(compile(home, way).map(({ line }) => line - 1 - head.length));
  const known = all.map((example, index) => ({ ...example, refused: refused.has(index) }));

  test(`every valid example compiles: ${way.name}`, (t) => {
    const valid = known.filter((example) => example.valid);
    t.diagnostic(`${valid.length} valid examples of ${new Set(valid.map(({ type }) => type)).size} types`);
    assert.ok(valid.length > 0);
    assert.equal(valid.length, countOf("valid"));
    assert.deepEqual(valid.filter((example) => example.refused).map(name), []);
  });

  test(`invalid examples that types can express do not compile: ${way.name}`, (t) => {
    const invalid = known.filter((example) => !example.valid);
    const visible = invalid.filter(isVisible);
    const seen = invalid.filter((example) => example.refused);
    t.diagnostic(`${seen.length} of ${invalid.length} invalid examples refused`);
    assert.ok(visible.length > 0);
    assert.equal(invalid.length, countOf("invalid"));
    assert.deepEqual(visible.filter((example) => !example.refused).map(name), []);
  });
}

const name = ({ type, scenario }) => `${type}/${scenario}`;
