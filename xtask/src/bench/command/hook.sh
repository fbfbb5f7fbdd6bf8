#!/usr/bin/env bash
# Denies a push to the main branch.
set -euo pipefail

input=$(cat)
command=$(jq --raw-output '.tool_input.command // ""' <<<"$input")
branch=$(git -C "$CLAUDE_PROJECT_DIR" branch --show-current 2>/dev/null || true)

case "$command" in
  *"git push"*)
    if [ "$branch" = main ]; then
      echo "Open a pull request instead of a push to main." >&2
      exit 2
    fi
    ;;
esac
exit 0
