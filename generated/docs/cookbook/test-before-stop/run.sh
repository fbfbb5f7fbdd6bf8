#!/usr/bin/env bash
# Sends Claude back to work, once, if the tests fail.

again=$(hookwire get stop_hook_active) || exit
cd "$CLAUDE_PROJECT_DIR" || exit

output=$(make test 2>&1) && exit 0
# Claude has had its chance, so the turn ends and the user knows.
if [[ $again == true ]]; then
  hookwire reply message "The tests still fail."
else
  hookwire reply block "The tests fail:
$(tail -c 2000 <<<"$output")
"
fi
