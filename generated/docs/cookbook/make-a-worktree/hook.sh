#!/usr/bin/env bash
# Makes worktrees in folders beside the project.

name=$(jq -er .name) || exit 1
path=$CLAUDE_PROJECT_DIR-$name
# Only the path goes to stdout.
git -C "$CLAUDE_PROJECT_DIR" worktree add -b "$name" "$path" >&2 || exit 1
echo "$path"
