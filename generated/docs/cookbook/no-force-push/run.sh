#!/usr/bin/env bash
# Turns a force push into one that overwrites nothing of others, or blocks it.

found=$(hookwire commands --match "git push --force")
[[ -n $found ]] || exit 0

# One command of plain words, without another option. It is JSON as it is.
command=$(hookwire get tool_input.command)
words='( [[:alnum:]./_:@][[:alnum:]./_:@-]*)*'
if [[ $command =~ ^(git push$words)\ (-f|--force)($words)$ ]]; then
  hookwire reply rewrite "{\"command\": \"${BASH_REMATCH[1]} --force-with-lease${BASH_REMATCH[4]}\"}"
else
  hookwire reply block "Push with --force-with-lease, in a command of its own and without variables."
fi
