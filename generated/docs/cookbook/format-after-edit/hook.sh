#!/usr/bin/env bash
# Formats a file after Claude has changed it, and tells Claude if that fails.

file=$(jq -er .tool_input.file_path) || exit 1

if ! output=$(prettier --write --ignore-unknown -- "$file" 2>&1); then
  # On this event nothing is undone by exit code 2: Claude reads stderr.
  printf 'The formatter failed:\n%s\n' "$(tail -c 2000 <<<"$output")" >&2
  exit 2
fi
