// The npm package of a set with assertions as a validator; README.md says what it reads and answers. Called with the
// package's folder.

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { validate } = await import(pathToFileURL(path.join(folder, "validate.js")));

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let { type, payload, levels } = JSON.parse(line);
  for (; levels > 0; levels--) payload = { next: payload };
  console.log(JSON.stringify({ problems: validate(payload, type) }));
}
