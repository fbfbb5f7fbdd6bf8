#!/usr/bin/env python3
"""Blocks a command with what looks like a secret."""

import re
from typing import Literal

from hookwire import PreToolUse, Reply, block, run

SECRETS = {
    "a token": r"(ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}",
    "a password": r"(password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=[\"']?[^\"'$ ]",
    "a password in a URL": r"://[^/:@ ]+:[^/:@$ ]+@",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
}


def guard(call: PreToolUse) -> Reply[Literal["block"]] | None:
    words = [word["text"] for it in call.commands()["commands"] for word in it["words"]]
    # The words of a shell have no quotes in between.
    texts = [str(call.tool_input.get("command", "")), *words]
    for kind, pattern in SECRETS.items():
        if any(re.search(pattern, text) for text in texts):
            return block(f"This looks like {kind}. Read it from a variable or a file instead.")
    return None


run({"PreToolUse": guard})
