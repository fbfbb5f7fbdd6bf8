"""Tests of the hook, in the folder of the project."""

import os
import sys
from typing import Any

from hookwire.testing import check, sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/allow-by-rule.py")]


def request(command: str, **more: Any) -> dict[str, Any]:
    return sample("PermissionRequest", tool="Bash", command=command, **more)


def test_only_whole_commands_are_allowed() -> None:
    check(
        HOOK,
        [
            (request("make test"), "allowed"),
            (request("make test && rm -rf build"), "normal"),
            (request("make test", dangerouslyDisableSandbox=True), "normal"),
        ],
    )


def test_the_session_has_the_rule() -> None:
    outcome = simulate(HOOK, request("make lint"))
    [effect] = outcome.effects
    assert effect["kind"] == "permissions"
    assert [it["rules"] for it in effect.get("value", [])] == [
        [{"toolName": "Bash", "ruleContent": "make lint"}]
    ]
