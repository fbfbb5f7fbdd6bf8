#!/usr/bin/env node
// @ts-check
// Runs pytest with `--quiet`, so that Claude reads less.

import { rewrite, run } from "hookwire";

run({
  PreToolUse: {
    Bash: (call) => {
      const { command } = call.tool_input;
      const words = command.trim().split(/\s+/);
      if (words[0] === "pytest" && !words.includes("-q") && !words.includes("--quiet")) {
        return rewrite({ command: command.replace("pytest", "pytest --quiet") });
      }
    },
  },
});
