#!/usr/bin/env python3
"""Sends Claude back to work, once, if the tests fail."""

import os
import subprocess
from typing import Literal

from hookwire import Reply, Stop, block, message, run


def gate(call: Stop) -> Reply[Literal["block", "message"]] | None:
    tests = subprocess.run(
        ["make", "test"],
        cwd=os.environ["CLAUDE_PROJECT_DIR"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if tests.returncode == 0:
        return None
    # Claude has had its chance, so the turn ends and the user knows.
    if call.stop_hook_active:
        return message("The tests still fail.")
    return block(f"The tests fail:\n{tests.stdout[-2000:]}")


run({"Stop": gate})
