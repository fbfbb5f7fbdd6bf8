#!/usr/bin/env python3
"""Sets a variable for the commands of the session."""

import os
from typing import Literal

from hookwire import Reply, SessionStart, context, run

LINE = "export NODE_ENV=development\n"


def start(call: SessionStart) -> Reply[Literal["context"]]:
    # The session starts again after `/clear` and a compaction.
    with open(os.environ["CLAUDE_ENV_FILE"], "a+", encoding="utf-8") as file:
        file.seek(0)
        if LINE not in file.readlines():
            file.write(LINE)
    return context("NODE_ENV is development.")


run({"SessionStart": start})
