// JavaScript's own engine, which `cargo xtask conform` holds the packages' regular expressions against; README.md says
// what it reads and answers.

import { setFlagsFromString } from "node:v8";
import { answerAll } from "./binding.js";

// Some matchers would keep it for hours. Where it goes back too often it is to start again, without going back at all.
setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");

/** Returns the engine's result; `invalid` for a pattern that it refuses. */
function test({ matcher, value }) {
  try {
    return new RegExp(matcher).test(value) ? "match" : "no-match";
  } catch (error) {
    if (error instanceof SyntaxError) return "invalid";
    throw error;
  }
}

await answerAll((line) => {
  const { id, match } = JSON.parse(line);
  const engine = test(match);
  return { id, verdict: engine === "match", engine };
});
