#!/usr/bin/env bash
# Tells Claude the branch with each prompt.

cwd=$(jq -er .cwd) || exit 1

# Empty outside of a repository, and where no branch is checked out.
branch=$(git -C "$cwd" branch --show-current 2>/dev/null)
if [[ -n $branch ]]; then
  echo "The current branch is $branch."
fi
