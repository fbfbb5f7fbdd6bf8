// An npm package as a binding of `cargo xtask conform suite`. Called with the folder of the package.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { answerAll } from "../conform/binding.js";

const [folder] = process.argv.slice(2).map((name) => path.resolve(name));
const { validate } = await import(pathToFileURL(path.join(folder, "validate.js")));

const WRONG = ["rejected", "mismatch", "ignored"];

await answerAll((line) => {
  const { id, type, payload } = JSON.parse(line);
  const problems = validate(payload, type);
  return { id, verdict: !problems.some(({ severity }) => WRONG.includes(severity)), problems };
});
