// What a binding of `cargo xtask conform` in JavaScript does beside judging; README.md says what it reads and answers.

import { createHash } from "node:crypto";

/**
 * Answers every line of standard input, then sums up.
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
  // By bytes, as every other binding sorts: a string's own order is that of UTF-16.
  answers.sort(([one], [other]) => Buffer.compare(one, other));
  const hash = createHash("sha256");
  for (const [id, verdict] of answers) hash.update(`${id} ${verdict}\n`);
  say({ digest: hash.digest("hex"), count: answers.length });
}

/** The lines of standard input. Not by `readline`, which ends a line at U+2028 too. */
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
