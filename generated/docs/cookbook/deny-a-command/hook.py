#!/usr/bin/env python3
"""Denies `npm`: this project uses pnpm."""

import re
from typing import Literal

from hookwire import PreSkillShellCommand, PreToolUse, Reply, block, run
from hookwire.tools import BashInput


def starts_npm(command: str) -> bool:
    # Each part is a command of its own. Variables that are set in front of it are not its name.
    parts = (part.split() for part in re.split(r"[;&|()`\n]", command))
    return any(next((word for word in words if "=" not in word), "") == "npm" for words in parts)


def guard(
    call: PreToolUse[BashInput] | PreSkillShellCommand[BashInput],
) -> Reply[Literal["block"]] | None:
    if starts_npm(call.tool_input["command"]):
        return block("This project uses pnpm. Run the same command with pnpm.")
    return None


run({"PreToolUse": {"Bash": guard}, "PreSkillShellCommand": {"Bash": guard}})
