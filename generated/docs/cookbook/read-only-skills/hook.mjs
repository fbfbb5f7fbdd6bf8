#!/usr/bin/env node
// @ts-check
// Lets skills run only Git commands that read.

import { block, run } from "hookwire";

const READS = ["diff", "log", "show", "status"];

/** @param {import("hookwire/shell").ShellCommand} command */
function reads({ words, assignments, redirections }) {
  const [git, verb, ...others] = words.map((it) => it.text);
  // No variable, no file that is written, and no program that an option or a variable names.
  const isPlain = words.every((it) => it.literal) && assignments.length === 0 && redirections.length === 0;
  return isPlain && git === "git" && READS.includes(verb ?? "") && !others.some((it) => /^--(ou|ext)/.test(it));
}

run({
  PreSkillShellCommand: {
    Bash: (call) => {
      const { commands, opaque } = call.commands();
      if (opaque.length > 0 || !commands.every(reads)) return block("Skills may only run git diff, log, show and status.");
    },
  },
});
