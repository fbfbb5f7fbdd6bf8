#!/usr/bin/env python3
"""Turns a force push into one that overwrites nothing of others, or blocks it."""

from typing import Literal

from hookwire import PreToolUse, Reply, block, rewrite, run
from hookwire.shell import matching, may_run
from hookwire.tools import BashInput, MonitorInput

FORCE = "git push --force"


def guard(
    call: PreToolUse[BashInput] | PreToolUse[MonitorInput],
) -> Reply[Literal["block", "rewrite"]] | None:
    if not call.may_run(FORCE):
        return None
    text, line = call.tool_input.get("command", ""), call.commands()
    found = matching(line, "git push")["certain"] if len(line["commands"]) == 1 else []
    words = [word for command in found for word in command["words"]]
    # Another option can force it, too, or have `-f` as its value. So does `+` before a branch.
    options = [word for word in words if word["text"].startswith(("-", "+"))]
    if len(options) == 1 and options[0]["text"] in ("-f", "--force"):
        start, end = options[0]["start"], options[0]["end"]
        new = f"{text[:start]}--force-with-lease{text[end:]}"
        # No variable forces it.
        if not may_run(new, FORCE):
            return rewrite(command=new)
    return block("Push with --force-with-lease, in a command of its own and without variables.")


run({"PreToolUse": {"Bash": guard, "Monitor": guard}})
