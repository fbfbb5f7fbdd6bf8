"""Tests of the hook, in the folder of the project."""

import os
import sys
from pathlib import Path

import pytest
from hookwire.testing import sample, simulate

HOOK = [sys.executable, os.path.abspath(".claude/hooks/format-after-edit.py")]

# It replaces prettier: it makes letters small, and refuses a file with a question mark.
FORMATTER = """#!/bin/sh
for file; do :; done
grep '?' "$file" && exit 1
tr A-Z a-z < "$file" > "$file.new" && mv "$file.new" "$file"
"""


def formatted(folder: Path, text: str) -> tuple[str, list[str]]:
    """Returns a file after a change, and what Claude reads about it."""
    file = folder / "-a b.txt"
    file.write_text(text, encoding="utf-8")
    outcome = simulate(HOOK, sample("PostToolUse", tool="Write", file_path=str(file)))
    said = [it["text"] for it in outcome.texts if "claude" in it["audience"]]
    return file.read_text("utf-8"), said


def test_a_file_is_formatted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prettier").write_text(FORMATTER, encoding="utf-8")
    (tmp_path / "prettier").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert formatted(tmp_path, "Word\n") == ("word\n", [])
    assert formatted(tmp_path, "Word?\n") == ("Word?\n", ["The formatter failed:\nWord?\n"])
