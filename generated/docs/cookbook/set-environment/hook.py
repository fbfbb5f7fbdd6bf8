#!/usr/bin/env python3
"""Sets a variable for the commands of the session."""

import os
from typing import Literal

from hookwire import Reply, SessionStart, context, run


def start(call: SessionStart) -> Reply[Literal["context"]]:
    with open(os.environ["CLAUDE_ENV_FILE"], "a", encoding="utf-8") as file:
        file.write("export NODE_ENV=development\n")
    return context("NODE_ENV is development.")


run({"SessionStart": start})
