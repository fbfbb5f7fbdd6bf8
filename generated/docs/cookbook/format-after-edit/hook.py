#!/usr/bin/env python3
"""Formats a file after Claude has changed it, and tells Claude if that fails."""

import subprocess
from typing import Literal

from hookwire import PostToolUse, Reply, feedback, run
from hookwire.tools import EditInput, WriteInput

FORMATTER = ["prettier", "--write", "--ignore-unknown", "--"]


def formatter(call: PostToolUse[EditInput | WriteInput]) -> Reply[Literal["feedback"]] | None:
    done = subprocess.run(
        [*FORMATTER, call.tool_input["file_path"]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return feedback(f"The formatter failed:\n{done.stdout[-2000:]}") if done.returncode else None


run({"PostToolUse": {"Edit": formatter, "Write": formatter}})
