#!/usr/bin/env python3
"""Denies the removal of a folder outside of the project."""

import json
import sys
from pathlib import Path


def outside(command: str, project: Path) -> list[str]:
    """Returns the arguments of `rm` that are outside of the project."""
    words = command.split()
    if not words or words[0] != "rm":
        return []
    paths = [word for word in words[1:] if not word.startswith("-")]
    return [path for path in paths if not (project / path).resolve().is_relative_to(project)]


event = json.load(sys.stdin)
found = outside(event["tool_input"]["command"], Path(event["cwd"]))
if found:
    reason = f"These are outside of the project: {', '.join(found)}"
    decision = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    print(json.dumps({"hookSpecificOutput": decision}))
