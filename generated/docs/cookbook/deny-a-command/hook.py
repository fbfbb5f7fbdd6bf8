#!/usr/bin/env python3
"""Denies `npm`: this project uses pnpm."""

from typing import Literal

from hookwire import PreSkillShellCommand, PreToolUse, Reply, block, run
from hookwire.shell import matching
from hookwire.tools import BashInput


def guard(
    call: PreToolUse[BashInput] | PreSkillShellCommand[BashInput],
) -> Reply[Literal["block"]] | None:
    found = matching(call.commands(), "npm")
    if found["commands"]:
        return block("This project uses pnpm. Run the same command with pnpm.")
    if found["opaque"]:
        return block(f"{found['opaque'][0]['message']} Write it out: it could be npm.")
    return None


run({"PreToolUse": {"Bash": guard}, "PreSkillShellCommand": {"Bash": guard}})
