#!/usr/bin/env python3
"""Blocks a command with what looks like a secret."""

import re
from typing import Literal

from hookwire import PreToolUse, Reply, block, run
from hookwire.tools import BashInput

SECRETS = {
    "a token": r"(ghp_|github_pat_|glpat-|xox[bp]-|sk-|AKIA)[A-Za-z0-9_-]{16}",
    "a password": r"(password|PASSWORD|passwd|token|TOKEN|secret|SECRET)=[\"']?[^\"'$ ]",
    "a password in a URL": r"://[^/:@ ]+:[^/:@$ ]+@",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
}


def guard(call: PreToolUse[BashInput]) -> Reply[Literal["block"]] | None:
    for kind, pattern in SECRETS.items():
        if re.search(pattern, call.tool_input["command"]):
            return block(f"This looks like {kind}. Read it from a variable or a file instead.")
    return None


run({"PreToolUse": {"Bash": guard}})
