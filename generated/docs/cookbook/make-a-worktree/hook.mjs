#!/usr/bin/env node
// @ts-check
// Makes worktrees in folders beside the project.

import { spawnSync } from "node:child_process";
import { block, run, worktree } from "hookwire";

run({
  WorktreeCreate: (call) => {
    const project = process.env["CLAUDE_PROJECT_DIR"];
    if (!project) throw new Error("CLAUDE_PROJECT_DIR is not set");
    const path = `${project}-${call.name}`;
    const git = spawnSync("git", ["-C", project, "worktree", "add", "-b", call.name, path], { encoding: "utf8" });
    if (git.error) throw git.error;
    return git.status === 0 ? worktree(path) : block(`No worktree: ${git.stderr}`);
  },
});
