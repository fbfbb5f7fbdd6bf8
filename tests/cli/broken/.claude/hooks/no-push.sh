#!/usr/bin/env bash
# Refuses pushes. It does not: exit code 1 blocks nothing.
command=$(jq -r .tool_input.command)
case $command in
  *"git push"*)
    echo "Do not push: open a pull request." >&2
    exit 1
    ;;
esac
