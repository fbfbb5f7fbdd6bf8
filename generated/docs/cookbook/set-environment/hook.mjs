#!/usr/bin/env node
// @ts-check
// Sets a variable for the commands of the session.

import { appendFileSync } from "node:fs";
import { context, run } from "hookwire";

run({
  SessionStart: (call) => {
    const file = process.env["CLAUDE_ENV_FILE"];
    if (!file) throw new Error("CLAUDE_ENV_FILE is not set");
    appendFileSync(file, "export NODE_ENV=development\n");
    return context("NODE_ENV is development.");
  },
});
