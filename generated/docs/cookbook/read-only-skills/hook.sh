#!/usr/bin/env bash
# Lets skills run only Git commands that read.

command=$(jq -ner input.tool_input.command) || exit 2

# One command of plain words. `--output` writes a file, and `--ext-diff` runs a program.
if ! [[ $command =~ ^git\ (diff|log|show|status)(\ [[:alnum:]./_:=@^~-]+)*$ && ! $command =~ \ --(ou|ext) ]]; then
  echo "Skills may only run git diff, log, show and status." >&2
  exit 2
fi
