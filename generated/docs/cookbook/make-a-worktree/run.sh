#!/usr/bin/env bash
# Makes worktrees in folders beside the project.

name=$(hookwire get name) || exit
path=$CLAUDE_PROJECT_DIR-$name
git -C "$CLAUDE_PROJECT_DIR" worktree add -b "$name" "$path" >&2 || exit
hookwire reply worktree "$path"
