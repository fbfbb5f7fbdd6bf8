#!/usr/bin/env bash
# Writes what happens in a session to a file: one program for several events.

line=$(jq -c '
  if .hook_event_name == "SessionStart" then {event: "start", source}
  elif .hook_event_name == "PostToolUse" then {event: "tool", name: .tool_name}
  elif .hook_event_name == "SessionEnd" then {event: "end", reason}
  else empty
  end
') || exit 1
[[ -z $line ]] || echo "$line" >>"$CLAUDE_PROJECT_DIR/session.log"
