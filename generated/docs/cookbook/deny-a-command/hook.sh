#!/usr/bin/env bash
# Denies `npm`: this project uses pnpm.

command=$(jq -ner input.tool_input.command) || exit 2

# Each part is a command of its own. Variables that are set in front of it are not its name.
while read -r -a words; do
  for word in "${words[@]}"; do
    if [[ $word == npm ]]; then
      echo "This project uses pnpm. Run the same command with pnpm." >&2
      exit 2
    fi
    [[ $word == *=* ]] || break
  done
done <<<"$(tr ';&|()`' '\n\n\n\n\n\n' <<<"$command")"
exit 0
