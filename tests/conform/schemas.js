// The bundled schemas in a second validator, ajv, as a binding of `cargo xtask conform`; README.md documents its input
// and output. The arguments are a folder with ajv installed, and the bundle.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { answerAll } from "./binding.js";

const [installed, bundle] = process.argv.slice(2, 4).map((name) => path.resolve(name));
// Some schemas are about keys that every object inherits: their payloads are validated unchanged.
const asTheyAre = process.argv[4] === "as-they-are";
const { Ajv2020 } = createRequire(path.join(installed, "package.json"))("ajv/dist/2020.js");

// A validator may ignore annotations (`x-…`).
const options = { strictSchema: false, strictTypes: false, strictRequired: false };
const ajv = new Ajv2020({ ...options, ownProperties: asTheyAre });
ajv.addSchema(JSON.parse(readFileSync(bundle, "utf8")), "bundle");

// In ajv 8.20.0, `unevaluatedProperties` treats keys that every object inherits, such as `toString`, as evaluated. The
// contract has no such names, so replacing them by another unknown name gives the right verdict.
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));
const unknown = (key) => (inherited.has(key) ? `(${key})` : key);

/** Renames inherited keys; a reviver for JSON.parse. */
function withoutInherited(_, value) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [unknown(key), inner])) : value;
}

function accepts(type, payload) {
  const validate = ajv.getSchema(`bundle#/$defs/${type}`);
  if (!validate) throw new Error(`there is no type ${type}`);
  return validate(payload);
}

await answerAll((line) => {
  const { id, type, payload } = JSON.parse(line, asTheyAre ? undefined : withoutInherited);
  return { id, verdict: accepts(type, payload) };
});
