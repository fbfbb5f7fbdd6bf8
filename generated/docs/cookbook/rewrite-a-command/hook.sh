#!/usr/bin/env bash
# Runs pytest with `--quiet`, so that Claude reads less.

jq '
  .tool_input
  | [.command | splits("\\s+") | select(. != "")] as $words
  | if $words[0] == "pytest" and all($words[]; . != "-q" and . != "--quiet") then
      # The new input replaces the whole input, so it has the other arguments too.
      .command |= sub("pytest"; "pytest --quiet")
      | {hookSpecificOutput: {hookEventName: "PreToolUse", updatedInput: .}}
    else
      empty
    end
' || exit 2
