#!/usr/bin/env bash
# Allows `make test` and `make lint` for the user, and for the rest of the session.

eval "$(hookwire get --sh)"
[[ $hook_tool_input_dangerouslyDisableSandbox != true ]] || exit 0
case $hook_tool_input_command in
  "make test" | "make lint")
    # The verb `permissions` acts only beside `allow`, in one reply.
    rule='{"toolName": "Bash", "ruleContent": "'$hook_tool_input_command'"}'
    update='{"type": "addRules", "rules": ['$rule'], "behavior": "allow", "destination": "session"}'
    decision='{"behavior": "allow", "updatedPermissions": ['$update']}'
    echo '{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": '"$decision"'}}'
    ;;
esac
