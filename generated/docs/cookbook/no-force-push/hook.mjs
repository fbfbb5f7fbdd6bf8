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
  // Another option can force it, too, or have `-f` as its value. So does `+` before a branch.
  const [option, ...others] = found.flatMap((it) => it.words).filter((it) => /^[-+]/.test(it.text));
  if (option && others.length === 0 && ["-f", "--force"].includes(option.text)) {
    const command = `${text.slice(0, option.start)}--force-with-lease${text.slice(option.end)}`;
    // No variable forces it.
    if (!mayRun(command, FORCE)) return rewrite({ command });
  }
  return block("Push with --force-with-lease, in a command of its own and without variables.");
}

run({ PreToolUse: { Bash: guard, Monitor: guard } });
