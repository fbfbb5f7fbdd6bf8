#!/usr/bin/env node
// @ts-check
// Sets a variable for the commands of the session.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { context, run } from "hookwire";

const LINE = "export NODE_ENV=development";

run({
  SessionStart: (call) => {
    const file = process.env["CLAUDE_ENV_FILE"];
    if (!file) throw new Error("CLAUDE_ENV_FILE is not set");
    // The session starts again after `/clear` and a compaction.
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    if (!lines.includes(LINE)) appendFileSync(file, `${LINE}\n`);
    return context("NODE_ENV is development.");
  },
});
