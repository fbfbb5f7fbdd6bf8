#!/usr/bin/env bash
# Sets a variable for the commands of the session.

line="export NODE_ENV=development"
# The session starts again after /clear and a compaction.
grep -qxF "$line" "$CLAUDE_ENV_FILE" 2>/dev/null || echo "$line" >>"$CLAUDE_ENV_FILE" || exit 1
hookwire reply context "NODE_ENV is development."
