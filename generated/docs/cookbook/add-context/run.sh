#!/usr/bin/env bash
# Tells Claude the branch with each prompt.

cwd=$(hookwire get cwd)
# Empty outside of a repository, and where no branch is checked out.
branch=$(git -C "$cwd" branch --show-current 2>/dev/null) || exit 0
[[ -z $branch ]] || hookwire reply context "The current branch is $branch."
