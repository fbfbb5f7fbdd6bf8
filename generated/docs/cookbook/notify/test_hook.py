"""Tests of the hook, in the folder of the project."""

import os
import sys
from pathlib import Path

import pytest
from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/notify.py")]


def test_the_notification_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, program = tmp_path / "shown", tmp_path / "notify-send"
    program.write_text(f"#!/bin/sh\nprintf '%s|' \"$@\" >> '{shown}'\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    for title in ("Permission", ""):
        simulate(HOOK, sample("Notification", message="-n is wanted", title=title))
    assert shown.read_text("utf-8") == "--|Permission|-n is wanted|--|Claude Code|-n is wanted|"
