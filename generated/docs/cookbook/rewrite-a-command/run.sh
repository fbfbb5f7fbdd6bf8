#!/usr/bin/env bash
# Runs pytest with `--quiet`, so that Claude reads less.

command=$(hookwire get tool_input.command)
read -ra words -d '' <<<"$command"
[[ ${words[0]} == pytest && " ${words[*]} " != *" -q "* && " ${words[*]} " != *" --quiet "* ]] || exit 0
hookwire reply rewrite "$(jq -n --arg new "${command/pytest/pytest --quiet}" '{command: $new}')"
