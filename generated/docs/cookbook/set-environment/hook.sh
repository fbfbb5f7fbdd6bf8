#!/usr/bin/env bash
# Sets a variable for the commands of the session.

echo "export NODE_ENV=development" >>"$CLAUDE_ENV_FILE" || exit 1
echo "NODE_ENV is development."
