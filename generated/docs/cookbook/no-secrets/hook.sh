#!/usr/bin/env bash
# Blocks a command with what looks like a secret.

command=$(jq -ner input.tool_input.command) || exit 2

while read -r kind pattern; do
  if [[ $command =~ $pattern ]]; then
    echo "This looks like ${kind//_/ }. Read it from a variable or a file instead." >&2
    exit 2
  fi
done <<'END'
a_token (ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}
a_password (password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=["']?[^"'$ ]
a_password_in_a_URL ://[^/:@ ]+:[^/:@$ ]+@
a_private_key -----BEGIN [A-Z ]*PRIVATE KEY-----
END
exit 0
