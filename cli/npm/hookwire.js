#!/usr/bin/env node
// Starts the program, which is in a package for each platform: npm installs the one that fits.
"use strict";

const { spawnSync } = require("node:child_process");
const { name: command, optionalDependencies: packages } = require("../package.json");

const platform = `${process.platform}-${process.arch}`;

function fail(reason) {
  console.error(`error: ${reason}`);
  process.exit(3);
}

const name = Object.keys(packages).find((it) => it.endsWith(`-${platform}`));
if (name === undefined) {
  fail(`${command} has no program for ${platform}. Build it with Rust: \`cargo install --locked --path cli\` in a clone.`);
}
let program;
try {
  program = require.resolve(`${name}/${process.platform === "win32" ? "hookwire.exe" : "hookwire"}`);
} catch {
  fail(`${name} is not installed: \`npm install --include=optional ${command}\` installs it.`);
}
const { error, signal, status } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  fail(`${program}: ${error.message}`);
}
// Ends as the program has ended.
if (signal) {
  process.kill(process.pid, signal);
} else {
  process.exitCode = status;
}
