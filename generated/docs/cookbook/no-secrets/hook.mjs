#!/usr/bin/env node
// @ts-check
// Blocks a command with what looks like a secret.

import { block, run } from "hookwire";

const SECRETS = Object.entries({
  "a token": /(ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}/,
  "a password": /(password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=["']?[^"'$ ]/,
  "a password in a URL": /:\/\/[^/:@ ]+:[^/:@$ ]+@/,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
});

run({
  PreToolUse: (call) => {
    // The words of a shell have no quotes in between.
    const words = call.commands().commands.flatMap((it) => it.words.map(({ text }) => text));
    const { command } = /** @type {Record<string, unknown>} */ (call.tool_input);
    const texts = [String(command), ...words];
    const found = SECRETS.find(([, pattern]) => texts.some((text) => pattern.test(text)));
    if (found) return block(`This looks like ${found[0]}. Read it from a variable or a file instead.`);
  },
});
