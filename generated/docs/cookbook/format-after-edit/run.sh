#!/usr/bin/env bash
# Formats a file after Claude has changed it, and tells Claude if that fails.

file=$(hookwire get tool_input.file_path) || exit
output=$(prettier --write --ignore-unknown -- "$file" 2>&1) || hookwire reply feedback "The formatter failed:
$(tail -c 2000 <<<"$output")
"
