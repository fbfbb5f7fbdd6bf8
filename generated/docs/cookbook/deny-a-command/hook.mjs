#!/usr/bin/env node
// @ts-check
// Denies `npm`: this project uses pnpm.

import { block, run } from "hookwire";
import { matching } from "hookwire/shell";

/** @param { { commands(): import("hookwire/shell").CommandLine } } call */
function guard(call) {
  const { commands, opaque } = matching(call.commands(), "npm");
  if (commands.length > 0) return block("This project uses pnpm. Run the same command with pnpm.");
  if (opaque[0]) return block(`${opaque[0].message} Write it out: it could be npm.`);
}

run({ PreToolUse: { Bash: guard }, PreSkillShellCommand: { Bash: guard } });
