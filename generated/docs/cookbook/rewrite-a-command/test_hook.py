"""Tests of the hook, in the folder of the project."""

import os
import sys

from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/rewrite-a-command.py")]


def rewritten(command: str) -> object:
    """Returns the new arguments of the call, or `None`."""
    outcome = simulate(HOOK, sample("PreToolUse", command=command, timeout=5000))
    assert outcome.action == "normal", outcome.explanation  # the usual permission rules apply
    return outcome.new_input


def test_pytest_is_quiet() -> None:
    assert rewritten("pytest tests") == {"command": "pytest --quiet tests", "timeout": 5000}


def test_other_commands_stay() -> None:
    for command in ("pytest -q tests", "pytest --quiet", "ls", "echo pytest"):
        assert rewritten(command) is None
