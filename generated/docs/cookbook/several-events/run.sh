#!/usr/bin/env bash
# Writes what happens in a session to a file: one program for several events.

eval "$(hookwire get --sh)"
case $hook_event_name in
  SessionStart) line='{"event": "start", "source": "'$hook_source'"}' ;;
  PostToolUse) line='{"event": "tool", "name": "'$hook_tool_name'"}' ;;
  SessionEnd) line='{"event": "end", "reason": "'$hook_reason'"}' ;;
  *) exit 0 ;;
esac
echo "$line" >>"$CLAUDE_PROJECT_DIR/session.log"
