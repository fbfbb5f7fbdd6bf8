"""Tests of the hook, in the folder of the project."""

import json
import os
import sys
from pathlib import Path

import pytest
from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/several-events.py")]


def test_each_event_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    simulate(HOOK, sample("SessionStart", source="startup"))
    simulate(HOOK, sample("PostToolUse", tool="Bash", command="ls"))
    simulate(HOOK, sample("SessionEnd", reason="other"))
    simulate(HOOK, sample("Stop"))
    lines = Path("session.log").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"event": "start", "source": "startup"},
        {"event": "tool", "name": "Bash"},
        {"event": "end", "reason": "other"},
    ]
