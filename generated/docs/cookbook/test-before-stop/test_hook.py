"""Tests of the hook, in the folder of the project."""

import os
import sys
from pathlib import Path

import pytest
from hookwire.testing import check, sample

HOOK = [sys.executable, os.path.abspath(".claude/hooks/test-before-stop.py")]


def test_claude_works_on_while_tests_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Makefile").write_text("test:\n\t@echo 1 failed\n\t@test -e fixed\n", encoding="utf-8")
    first, again = sample("Stop", stop_hook_active=False), sample("Stop", stop_hook_active=True)
    check(
        HOOK,
        [
            (first, lambda it: it.blocked and "1 failed" in it.texts[0]["text"]),
            (again, lambda it: not it.blocked and it.texts[0]["text"] == "The tests still fail."),
        ],
    )
    Path("fixed").touch()
    check(HOOK, [(first, lambda it: it.action == "normal" and not it.texts)])
