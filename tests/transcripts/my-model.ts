// The model of the tests: it answers as `answers.json` says, and writes down what it is asked.
//
// The last answer is repeated. `null` is an error, and `false` is a model that never answers.

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the next answer. */
export async function ask(question: string): Promise<string> {
  const folder = process.env["MODEL"] ?? ".";
  const asked = join(folder, "asked.jsonl");
  appendFileSync(asked, `${JSON.stringify(question)}\n`);
  const count = readFileSync(asked, "utf8").trimEnd().split("\n").length;
  const answers = JSON.parse(readFileSync(join(folder, "answers.json"), "utf8")) as (string | null | false)[];
  const answer = answers[Math.min(count, answers.length) - 1];
  // A connection that stays open keeps the program alive.
  if (answer === false) return new Promise<string>(() => setInterval(() => {}, 60_000));
  if (typeof answer !== "string") throw new Error("no connection");
  return answer;
}
