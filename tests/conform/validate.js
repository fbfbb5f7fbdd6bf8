// The validator of the npm package, as a binding of `cargo xtask conform`; README.md says what it reads and answers.
// Called with the folder of the package.

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { answerAll } from "./binding.js";

const [folder] = process.argv.slice(2).map((name) => path.resolve(name));
const load = (file) => import(pathToFileURL(path.join(folder, file)));
const { validate } = await load("index.js");
// What reads text takes one type only, the input or the reply of any event; a vector can be of each.
const { decode, parse } = await load("internal/json.js");

const REFUSED = ["rejected", "mismatch"];
const DROPPED = [...REFUSED, "ignored"];

const without = (severities, problems) => !problems.some(({ severity }) => severities.includes(severity));

/** The verdict is that of the newest host, like the schemas'; the rest is of the host that is asked for. */
function judge({ type, host, payload }) {
  const verdict = without(DROPPED, validate(payload, { type }));
  const problems = validate(payload, { type, host });
  return { verdict, host: without(REFUSED, problems), strict: without(DROPPED, problems), problems };
}

/** Whether bytes are a document of a type. */
function isDocument({ type, host, file }) {
  const { text, fault } = decode(readFileSync(file));
  if (fault) return false;
  const read = parse(text);
  return !read.fault && judge({ type, host, payload: read.value }).verdict;
}

await answerAll((line) => {
  const vector = JSON.parse(line);
  const said = "file" in vector ? { verdict: isDocument(vector) } : judge(vector);
  return { id: vector.id, ...said };
});
