// The npm package of today as a reader of inputs; README.md says what it reads and answers. Called with the package's
// folder. Types are all that it has beside its functions, so there is nothing else to read with.

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { isKnown, readInput } = await import(pathToFileURL(path.join(folder, "read.js")));

function answer({ id, hex }) {
  const { input, problems } = readInput(Buffer.from(hex, "hex"));
  const fits = problems.length > 0 ? "misfit" : "known";
  const kind = isKnown(input) ? fits : "unknown";
  return { id, kind, event: input.hook_event_name, payload: input, problems };
}

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
