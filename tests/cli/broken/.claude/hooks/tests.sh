#!/usr/bin/env bash
# Lets Claude go on until the tests pass. It does not: another line is printed before the reply.
echo "Running the tests"
if ! make test >/dev/null 2>&1; then
  echo '{"decision": "block", "reason": "The tests fail."}'
fi
