#!/usr/bin/env bash
# Blocks a command with what looks like a secret.

# The words of a shell have no quotes in between.
command=$(hookwire get tool_input.command && hookwire commands)

while read -r kind pattern; do
  if [[ $command =~ $pattern ]]; then
    hookwire reply block "This looks like ${kind//_/ }. Read it from a variable or a file instead."
    exit
  fi
done <<'END'
a_token (ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}
a_password (password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=["']?[^"'$ ]
a_password_in_a_URL ://[^/:@ ]+:[^/:@$ ]+@
a_private_key -----BEGIN [A-Z ]*PRIVATE KEY-----
END
