#!/usr/bin/env node
// @ts-check
// Sends Claude back to work, once, if the tests fail.

import { spawnSync } from "node:child_process";
import { block, message, run } from "hookwire";

run({
  Stop: (call) => {
    const cwd = process.env["CLAUDE_PROJECT_DIR"];
    const tests = spawnSync("make", ["test"], { cwd, encoding: "utf8", maxBuffer: Infinity });
    if (tests.error) throw tests.error;
    if (tests.status === 0) return;
    // Claude has had its chance, so the turn ends and the user knows.
    if (call.stop_hook_active) return message("The tests still fail.");
    return block(`The tests fail:\n${(tests.stdout + tests.stderr).slice(-2000)}`);
  },
});
