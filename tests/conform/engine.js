// JavaScript's regular expressions, with which `cargo xtask conform` compares those of the packages; README.md
// documents the input and output.

import { setFlagsFromString } from "node:v8";
import { answerAll } from "./binding.js";

// Some matchers would take hours. After too much backtracking the engine switches to an algorithm without it.
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
