"""The guards on the page, with the cases that all languages share."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hookwire.testing import simulate

from support import PACKAGE, ROOT, readme_programs, run

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (ROOT / "tests" / "guard" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def outcome(program: Path, stdin: str) -> tuple[object, str | None, bool]:
    """Returns the exit code of a guard, the decision, and whether anything is printed."""
    done = run(str(program), stdin=stdin)
    text = done.stdout
    reply = json.loads(text) if text else {"hookSpecificOutput": {"permissionDecision": None}}
    return done.returncode, reply["hookSpecificOutput"]["permissionDecision"], text != ""


def saved(folder: Path, at: int) -> Path:
    """Returns the file of a guard."""
    program = folder / "guard.py"
    program.write_text(readme_programs()[at], encoding="utf-8")
    return program


GUARDS = pytest.mark.parametrize(("at", "style"), [(0, "verbs"), (2, "models")])


@GUARDS
def test_every_case(at: int, style: str, tmp_path: Path) -> None:
    """Each case ends with its exit code, and denies or prints nothing."""
    program = saved(tmp_path, at)
    found = [(it["name"], outcome(program, it["stdin"])) for it in CASES]
    denied = {True: ("deny", True), False: (None, False)}
    expected = [(it["name"], (it["exit"], *denied[it["denies"]])) for it in CASES]
    assert ("permission_decision" in program.read_text("utf-8")) == (style == "models")
    assert len(CASES) > 40
    assert found == expected


@GUARDS
def test_a_denial_that_cannot_be_printed_blocks(at: int, style: str, tmp_path: Path) -> None:
    """A denial that cannot be printed exits with 2; without a denial, nothing has to be printed."""
    program = saved(tmp_path, at)
    cases = [next(it for it in CASES if it["denies"] is denies) for denies in (True, False)]
    found: list[tuple[int, bool]] = []
    for case in cases:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = run(str(program), stdin=case["stdin"], stdout=writer)
        finally:
            os.close(writer)
        found.append((done.returncode, "the reply cannot be written" in done.stderr))
    assert found == [(2, True), (0, False)], style


def test_a_missing_package_needs_the_setting(tmp_path: Path) -> None:
    """No program can block without its package. The setting on the page does."""
    program = saved(tmp_path, 0)
    hook = {"type": "command", "command": sys.executable, "args": ["-I", "-S", str(program)]}
    payload = json.loads(CASES[0]["stdin"])
    assert not simulate(hook, payload).blocked
    page = (PACKAGE / "README.md").read_text(encoding="utf-8")
    entry = json.loads(page.split("```json\n")[1].split("```")[0])["hooks"]["PreToolUse"][0]["hooks"][0]
    assert simulate({**hook, "onFailure": entry["onFailure"]}, payload).blocked


def test_the_guard_is_short() -> None:
    """It has eight lines at most, and the page has its test."""
    lines = [line for line in readme_programs()[0].splitlines() if line.strip()]
    assert len(lines) <= 8
    done = run("-c", readme_programs()[1])
    assert (done.returncode, done.stderr) == (0, "")
