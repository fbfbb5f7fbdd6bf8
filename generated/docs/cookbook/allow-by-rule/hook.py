#!/usr/bin/env python3
"""Allows `make test` and `make lint` for the user, and for the rest of the session."""

from typing import Literal

from hookwire import PermissionRequest, Reply, allow, permissions, run
from hookwire.tools import BashInput

ROUTINE = ["make test", "make lint"]


def answer(
    call: PermissionRequest[BashInput],
) -> Reply[Literal["allow", "permissions"]] | None:
    command = call.tool_input["command"]
    if command not in ROUTINE or call.tool_input.get("dangerouslyDisableSandbox"):
        return None
    rules = permissions(
        [
            {
                "type": "addRules",
                "rules": [{"toolName": "Bash", "ruleContent": command}],
                "behavior": "allow",
                "destination": "session",
            }
        ]
    )
    return allow() & rules


run({"PermissionRequest": {"Bash": answer}})
