#!/usr/bin/env node
// @ts-check
// Formats a file after Claude has changed it, and tells Claude if that fails.

import { spawnSync } from "node:child_process";
import { feedback, run } from "hookwire";

const [FORMATTER, ...OPTIONS] = ["prettier", "--write", "--ignore-unknown", "--"];

/** @param {string} path */
function format(path) {
  const done = spawnSync(FORMATTER, [...OPTIONS, path], { encoding: "utf8" });
  if (done.error) throw done.error;
  return done.status ? feedback(`The formatter failed:\n${(done.stdout + done.stderr).slice(-2000)}`) : undefined;
}

run({
  PostToolUse: {
    Edit: (call) => {
      return format(call.tool_input.file_path);
    },
    Write: (call) => {
      return format(call.tool_input.file_path);
    },
  },
});
