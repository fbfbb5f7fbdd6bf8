#!/usr/bin/env node
// @ts-check
// Denies `npm`: this project uses pnpm.

import { block, run } from "hookwire";

/** @param {string} command */
function startsNpm(command) {
  // Each part is a command of its own. Variables that are set in front of it are not its name.
  const parts = command.split(/[;&|()`\n]/).map((part) => part.split(/\s+/));
  return parts.some((words) => words.find((word) => word && !word.includes("=")) === "npm");
}

/** @param { { tool_input: { command: string } } } call */
function guard(call) {
  if (startsNpm(call.tool_input.command)) return block("This project uses pnpm. Run the same command with pnpm.");
}

run({ PreToolUse: { Bash: guard }, PreSkillShellCommand: { Bash: guard } });
