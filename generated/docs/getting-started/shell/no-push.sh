#!/usr/bin/env bash
# A hook that cannot read the command must block: only exit code 2 does.
command=$(jq -ner input.tool_input.command) || { echo "no-push.sh cannot read the command." >&2; exit 2; }

case $command in
  "git push"*)
    echo "Do not push. Open a pull request instead." >&2
    exit 2
    ;;
esac
