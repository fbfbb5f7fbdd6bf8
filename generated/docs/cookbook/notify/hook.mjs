#!/usr/bin/env node
// @ts-check
// Shows a notification on the desktop when Claude waits for you.

import { execFileSync } from "node:child_process";
import { run } from "hookwire";

run({
  Notification: (call) => {
    execFileSync("notify-send", ["--", call.title || "Claude Code", call.message]);
  },
});
