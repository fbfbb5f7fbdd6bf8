#!/usr/bin/env bash
# Allows `make test` and `make lint` for the user, and for the rest of the session.

jq '
  .tool_input
  | if (.command == "make test" or .command == "make lint") and (.dangerouslyDisableSandbox | not) then
      [{toolName: "Bash", ruleContent: .command}] as $rules
      | [{type: "addRules", rules: $rules, behavior: "allow", destination: "session"}] as $updates
      | {behavior: "allow", updatedPermissions: $updates} as $decision
      | {hookSpecificOutput: {hookEventName: "PermissionRequest", decision: $decision}}
    else
      empty
    end
' || exit 1
