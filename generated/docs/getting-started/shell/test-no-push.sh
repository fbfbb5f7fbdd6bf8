#!/usr/bin/env bash
# Each line: the exit code that is expected, and the command that Claude wants to run.
failed=0
while read -r expected command; do
  jq -n --arg command "$command" '{hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {command: $command}}' |
    bash .claude/hooks/no-push.sh
  code=$?
  if [ "$code" != "$expected" ]; then
    echo "$command: exit code $code, not $expected"
    failed=1
  fi
done <<'COMMANDS'
2 git push origin main
0 git status
COMMANDS
exit $failed
