// Checks the published schemas with a second, independent validator: each is a valid schema, accepts the valid examples
// and refuses the invalid ones, alone and in the bundle.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { countOf, examples, root, schemaFolder } from "./support.js";

const schemas = readdirSync(schemaFolder, { recursive: true })
  .filter((file) => file.endsWith(".schema.json"))
  .sort();
const read = (file) => JSON.parse(readFileSync(path.join(schemaFolder, file), "utf8"));

// A validator may ignore annotations (`x-…`). Each schema gets a new validator, so that none finds a part of itself in
// another one. One of them checks all schemas with the meta-schema, which takes longer to compile than most of them.
const options = { strictSchema: false, strictTypes: false, strictRequired: false };
const validator = () => new Ajv2020({ ...options, validateSchema: false });
const meta = new Ajv2020(options);

test("every published schema is a valid schema and complete", (t) => {
  t.diagnostic(`${schemas.length} schemas`);
  const types = new Set(schemas.map((file) => path.basename(file)));
  assert.ok([...new Set(examples().map(({ type }) => type))].every((type) => types.has(`${type}.schema.json`)));
  for (const file of schemas) {
    const schema = read(file);
    assert.ok(meta.validateSchema(schema), `${file}: ${meta.errorsText()}`);
    validator().compile(schema);
  }
});

test("a type is found in the bundle by the id of the bundle, as the README says", () => {
  const readme = readFileSync(path.join(root, "generated/schemas/README.md"), "utf8");
  const [, reference] = readme.match(/`\{"\$ref": "(.*)<Type>"\}`/);
  const ajv = validator();
  ajv.addSchema(read("bundle.schema.json"));
  const accepts = ajv.compile({ $ref: `${reference}StopOutput` });
  assert.ok(accepts({}) && !accepts(5));
});

test("the examples have the verdict that their file says", (t) => {
  const bundle = validator();
  bundle.addSchema(read("bundle.schema.json"), "bundle");
  const alone = new Map();
  const verdicts = { valid: 0, invalid: 0 };
  const wrong = [];
  const silent = [];
  for (const { type, scenario, valid, payload } of examples()) {
    if (!alone.has(type)) alone.set(type, validator().compile(read(`${type}.schema.json`)));
    const bundled = bundle.getSchema(`bundle#/$defs/${type}`) ?? assert.fail(`${type} is not in the bundle`);
    verdicts[valid ? "valid" : "invalid"] += 1;
    for (const accepts of [alone.get(type), bundled]) {
      if (accepts(payload) !== valid) wrong.push(`${type}/${scenario}: ${JSON.stringify(accepts.errors)}`);
      // The usual loop over the errors names the mistake, and not all members of a union.
      const unions = (accepts.errors ?? []).filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
      if (unions.length > 0) silent.push(`${type}/${scenario}: ${JSON.stringify(unions)}`);
    }
  }
  t.diagnostic(`${verdicts.valid} valid and ${verdicts.invalid} invalid examples`);
  assert.ok(verdicts.valid > 0 && verdicts.invalid > 0);
  assert.deepEqual(verdicts, { valid: countOf("valid"), invalid: countOf("invalid") });
  assert.deepEqual(wrong, []);
  assert.deepEqual(silent, []);
});
