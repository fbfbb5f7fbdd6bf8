#!/usr/bin/env node
// @ts-check
// Tells Claude the branch with each prompt.

import { spawnSync } from "node:child_process";
import { context, run } from "hookwire";

run({
  UserPromptSubmit: (call) => {
    const git = spawnSync("git", ["-C", call.cwd, "branch", "--show-current"], { encoding: "utf8" });
    if (git.error) throw git.error;
    // Empty outside of a repository, and where no branch is checked out.
    const name = git.stdout.trim();
    if (name) return context(`The current branch is ${name}.`);
  },
});
