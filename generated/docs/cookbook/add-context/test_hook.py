"""Tests of the hook, in the folder of the project."""

import os
import subprocess
import sys
from pathlib import Path

from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/add-context.py")]


def added(folder: Path) -> list[str]:
    """Returns what Claude reads beside a prompt in a folder."""
    outcome = simulate(HOOK, sample("UserPromptSubmit", cwd=str(folder)))
    assert outcome.action == "normal", outcome.explanation
    return [it["text"] for it in outcome.texts if "claude" in it["audience"]]


def test_claude_reads_the_branch(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", "--initial-branch=topic", str(tmp_path)], check=True)
    assert added(tmp_path) == ["The current branch is topic."]


def test_nothing_is_added_outside_of_a_repository(tmp_path: Path) -> None:
    assert added(tmp_path) == []
