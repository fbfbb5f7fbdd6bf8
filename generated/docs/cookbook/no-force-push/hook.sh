#!/usr/bin/env bash
# Turns a force push into one that overwrites nothing of others, or blocks it.

input=$(cat)
command=$(jq -er .tool_input.command <<<"$input") || exit 2

force='(^|[^[:alnum:]-])(-[[:alpha:]]*f[[:alpha:]]*|--force)([^[:alnum:]-]|$)'
[[ $command =~ git.*push && $command =~ $force ]] || exit 0

# One command of plain words, without another option.
words='( [[:alnum:]./_:@][[:alnum:]./_:@-]*)*'
if [[ $command =~ ^(git push$words)\ (-f|--force)($words)$ ]]; then
  # The new input replaces the whole input, so it has the other arguments too.
  jq --arg new "${BASH_REMATCH[1]} --force-with-lease${BASH_REMATCH[4]}" '
    .tool_input | .command = $new
    | {hookSpecificOutput: {hookEventName: "PreToolUse", updatedInput: .}}
  ' <<<"$input" || exit 2
else
  echo "Push with --force-with-lease, in a command of its own and without variables." >&2
  exit 2
fi
