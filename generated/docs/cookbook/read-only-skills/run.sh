#!/usr/bin/env bash
# Lets skills run only Git commands that read.

command=$(hookwire get tool_input.command)

# One command of plain words. `--output` writes a file, and `--ext-diff` runs a program.
[[ $command =~ ^git\ (diff|log|show|status)(\ [[:alnum:]./_:=@^~-]+)*$ && ! $command =~ \ --(ou|ext) ]] ||
  hookwire reply block "Skills may only run git diff, log, show and status."
