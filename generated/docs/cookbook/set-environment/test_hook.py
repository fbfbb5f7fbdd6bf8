"""Tests of the hook, in the folder of the project."""

import os
import sys
from pathlib import Path

import pytest
from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/set-environment.py")]


def test_the_variable_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "environment.sh"
    file.write_text("export OTHER=1\n", encoding="utf-8")
    monkeypatch.setenv("CLAUDE_ENV_FILE", str(file))
    for source in ("startup", "clear"):
        outcome = simulate(HOOK, sample("SessionStart", source=source))
        assert file.read_text("utf-8") == "export OTHER=1\nexport NODE_ENV=development\n"
        assert [it["text"] for it in outcome.texts] == ["NODE_ENV is development."]


def test_without_the_file_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAUDE_ENV_FILE", raising=False)
    outcome = simulate(HOOK, sample("SessionStart"))
    assert not [it for it in outcome.texts if "claude" in it["audience"]]
