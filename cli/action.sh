#!/usr/bin/env bash
# What the GitHub Action in action.yml runs. Its inputs are variables, so that they stay texts.
set -euo pipefail

command -v hookwire >/dev/null || cargo install --locked --path "$(dirname "$0")"

paths=()
while IFS= read -r path; do
  [ -z "$path" ] || paths+=("$path")
done <<<"${INPUT_PATHS:-.}"
options=()
[ -z "${INPUT_HOST:-}" ] || options+=("--host=$INPUT_HOST")

# The exit code 1 says that something was found. The annotations below say it, too.
if [ -n "${INPUT_SARIF:-}" ]; then
  hookwire check --format sarif "${options[@]}" -- "${paths[@]}" >"$INPUT_SARIF" || [ $? -eq 1 ]
fi
hookwire check --format github "${options[@]}" -- "${paths[@]}"
