#!/usr/bin/env bash
# Sends Claude back to work, once, if the tests fail.

again=$(jq -r .stop_hook_active) || exit 1
cd "$CLAUDE_PROJECT_DIR" || exit 1

output=$(make test 2>&1) && exit 0
# Claude has had its chance, so the turn ends and the user knows.
if [[ $again == true ]]; then
  echo '{"systemMessage": "The tests still fail."}'
  exit 0
fi
printf 'The tests fail:\n%s\n' "$(tail -c 2000 <<<"$output")" >&2
exit 2
