#!/usr/bin/env python3
"""Lets skills run only Git commands that read."""

from typing import Literal

from hookwire import PreSkillShellCommand, Reply, block, run
from hookwire.shell import ShellCommand
from hookwire.tools import BashInput

READS = ("diff", "log", "show", "status")


def reads(command: ShellCommand) -> bool:
    words = [it["text"] for it in command["words"] if it["literal"]]
    # No variable, no file that is written, and no program that an option or a variable names.
    plain = len(words) == len(command["words"]) and not command["redirections"]
    return (
        plain
        and not command["assignments"]
        and words[:1] == ["git"]
        and words[1:2] != []
        and words[1] in READS
        and not any(it.startswith(("--ou", "--ext")) for it in words)
    )


def guard(call: PreSkillShellCommand[BashInput]) -> Reply[Literal["block"]] | None:
    line = call.commands()
    if line["opaque"] or not all(reads(it) for it in line["commands"]):
        return block("Skills may only run git diff, log, show and status.")
    return None


run({"PreSkillShellCommand": {"Bash": guard}})
