#!/usr/bin/env python3
"""Writes what happens in a session to a file: one program for several events."""

import json
import os

from hookwire import PostToolUse, SessionEnd, SessionStart, run


def note(line: dict[str, str]) -> None:
    path = os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "session.log")
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def start(call: SessionStart) -> None:
    note({"event": "start", "source": call.source})


def tool(call: PostToolUse) -> None:
    note({"event": "tool", "name": call.tool_name})


def end(call: SessionEnd) -> None:
    note({"event": "end", "reason": call.reason})


run({"SessionStart": start, "PostToolUse": tool, "SessionEnd": end})
