// Compares `JSON.parse` and `validate` with `JSON.parse` and the standalone code of ajv. Prints the microseconds of each batch
// as JSON. Arguments: the payload, and a JSON Schema of it.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { validate } from "hookwire/validate";

const BATCHES = 1000;
const COUNT = 100;

const [text, schema] = process.argv.slice(2, 4).map((file) => readFileSync(file, "utf8"));
const ajv = new Ajv.default({ code: { source: true }, strict: false, allErrors: true });
const compiled = new URL("standalone.cjs", import.meta.url);
writeFileSync(compiled, standaloneCode.default(ajv, ajv.compile(JSON.parse(schema))));
const conforms = createRequire(import.meta.url)(compiled.pathname);

const runs = [() => validate(JSON.parse(text), "PreToolUseInput"), () => conforms(JSON.parse(text))];
if (runs[0]().length !== 0 || !runs[1]()) throw new Error("the payload does not conform");

const found = [[], []];
for (let batch = 0; batch < BATCHES; batch++) {
  for (const which of batch % 2 ? [0, 1] : [1, 0]) {
    const start = performance.now();
    for (let run = 0; run < COUNT; run++) runs[which]();
    found[which].push(((performance.now() - start) / COUNT) * 1000);
  }
}
console.log(JSON.stringify(found));
