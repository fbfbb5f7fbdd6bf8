// A second validator, independent of the one that the generator uses, over the bundled schemas: each is a valid schema
// by itself, accepts the valid examples and refuses the invalid ones.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { examples, schemaFolder } from "./support.js";

const schemas = readdirSync(schemaFolder)
  .filter((file) => file.endsWith(".schema.json"))
  .map((file) => ({ file, schema: JSON.parse(readFileSync(path.join(schemaFolder, file), "utf8")) }));

// A fresh validator for each, so that no schema finds a part of itself in another.
const validator = () => new Ajv2020({ strictSchema: false, strictTypes: false, strictRequired: false, validateFormats: false });

/** The schema of a type: a file's own, else a definition in one. */
const byType = new Map();
for (const { schema } of schemas) {
  for (const name of Object.keys(schema.$defs ?? {})) {
    if (!byType.has(name)) byType.set(name, { schema, pointer: `#/$defs/${name}` });
  }
}
for (const { schema } of schemas) byType.set(schema.title, { schema, pointer: "#" });

const compiled = new Map();
function validate(type) {
  if (!compiled.has(type)) {
    const { schema, pointer } = byType.get(type) ?? assert.fail(`no schema of ${type}`);
    const ajv = validator();
    ajv.addSchema(schema);
    compiled.set(type, ajv.compile({ $ref: schema.$id + (pointer === "#" ? "" : pointer) }));
  }
  return compiled.get(type);
}

test("every bundled schema is a valid schema and complete", (t) => {
  t.diagnostic(`${schemas.length} schemas`);
  assert.ok(schemas.length > 0);
  for (const { file, schema } of schemas) {
    const ajv = validator();
    assert.ok(ajv.validateSchema(schema), `${file}: ${ajv.errorsText()}`);
    ajv.compile(schema);
  }
});

test("the examples have the verdict that their folder says", (t) => {
  const all = examples();
  const wrong = [];
  const count = { valid: 0, invalid: 0 };
  for (const { type, scenario, valid, payload } of all) {
    count[valid ? "valid" : "invalid"] += 1;
    const accepts = validate(type);
    if (accepts(payload) !== valid) wrong.push(`${type}/${scenario}: ${JSON.stringify(accepts.errors)}`);
  }
  t.diagnostic(`${count.valid} valid and ${count.invalid} invalid examples`);
  assert.ok(count.valid > 0 && count.invalid > 0);
  assert.deepEqual(wrong, []);
});
