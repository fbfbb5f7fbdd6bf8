#!/usr/bin/env python3
"""Runs pytest with `--quiet`, so that Claude reads less."""

from typing import Literal

from hookwire import PreToolUse, Reply, rewrite, run
from hookwire.tools import BashInput


def quieter(call: PreToolUse[BashInput]) -> Reply[Literal["rewrite"]] | None:
    command = call.tool_input["command"]
    words = command.split()
    if words[:1] == ["pytest"] and "-q" not in words and "--quiet" not in words:
        return rewrite(command=command.replace("pytest", "pytest --quiet", 1))
    return None


run({"PreToolUse": {"Bash": quieter}})
