// The common part of the JavaScript bindings of `cargo xtask conform`; README.md documents their input and output.

import { createHash } from "node:crypto";

/**
* Answers every line of standard input, then prints the digest of all answers.
*
* @param {(line: string) => {id: string, verdict: boolean}} answer
*/
export async function answerAll(answer) {
  const answers = [];
  for await (const line of lines()) {
    const said = answer(line);
    answers.push([Buffer.from(said.id), said.verdict]);
    say(said);
  }
  // Sorts by bytes, as every other binding does. Strings would be compared by UTF-16 units.
  answers.sort(([one], [other]) => Buffer.compare(one, other));
  const hash = createHash("sha256");
  for (const [id, verdict] of answers) hash.update(`${id} ${verdict}\n`);
  say({ digest: hash.digest("hex"), count: answers.length });
}

/** Yields the lines of standard input. `readline` would also end a line at U+2028. */
async function* lines() {
  let rest = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
