#!/usr/bin/env node
// @ts-check
// Turns a force push into one that overwrites nothing of others, or blocks it.

import { block, rewrite, run } from "hookwire";
import { matching, mayRun } from "hookwire/shell";

const FORCE = "git push --force";

/** @param {import("hookwire").PreToolUse<"Bash" | "Monitor">} call */
function guard(call) {
  if (!call.mayRun(FORCE)) return;
  const text = call.tool_input.command ?? "";
  const line = call.commands();
  const found = line.commands.length === 1 ? matching(line, "git push").certain : [];
  for (const word of found.flatMap((it) => it.words)) {
    const command = `${text.slice(0, word.start)}--force-with-lease${text.slice(word.end)}`;
    // Nothing else in the line forces it: no variable, and no second option.
    if (["-f", "--force"].includes(word.text) && !mayRun(command, FORCE)) return rewrite({ command });
  }
  return block("Push with --force-with-lease, in a command of its own and without variables.");
}

run({ PreToolUse: { Bash: guard, Monitor: guard } });
