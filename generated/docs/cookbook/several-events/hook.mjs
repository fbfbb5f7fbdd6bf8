#!/usr/bin/env node
// @ts-check
// Writes what happens in a session to a file: one program for several events.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "hookwire";

/** @param {Record<string, string>} line */
function note(line) {
  const project = process.env["CLAUDE_PROJECT_DIR"];
  if (!project) throw new Error("CLAUDE_PROJECT_DIR is not set");
  appendFileSync(join(project, "session.log"), `${JSON.stringify(line)}\n`);
}

run({
  SessionStart: (call) => {
    note({ event: "start", source: call.source });
  },
  PostToolUse: (call) => {
    note({ event: "tool", name: call.tool_name });
  },
  SessionEnd: (call) => {
    note({ event: "end", reason: call.reason });
  },
});
