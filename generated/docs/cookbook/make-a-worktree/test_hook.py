"""Tests of the hook, in the folder of the project."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/make-a-worktree.py")]


def git(*arguments: str) -> None:
    author = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    subprocess.run(["git", *author, *arguments], check=True)


def test_the_worktree_is_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "shop"
    git("init", "--quiet", str(project))
    monkeypatch.chdir(project)
    git("commit", "--quiet", "--allow-empty", "--message=First")
    outcome = simulate(HOOK, sample("WorktreeCreate", name="side"))
    assert outcome.action == "normal", outcome.explanation
    assert [it["text"] for it in outcome.texts if it["purpose"] == "path"] == [f"{project}-side"]
    assert (tmp_path / "shop-side" / ".git").exists()
    # The name is taken now.
    assert simulate(HOOK, sample("WorktreeCreate", name="side")).blocked
