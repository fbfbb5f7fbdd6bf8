"""The guards on the page, with the cases that all languages share."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from support import ROOT, readme_programs, run

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (ROOT / "tests" / "guard" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def call(program: str, stdin: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """Returns the exit code of a guard that runs in this process."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            exec(compile(program, "guard", "exec"), {"__name__": "__main__"})
        except SystemExit as end:
            return end.code
    return 0


def outcome(
    program: str,
    stdin: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> tuple[object, str | None, bool]:
    """Returns the exit code, the decision, and whether anything is printed."""
    code = call(program, stdin, monkeypatch)
    text = capfd.readouterr().out
    reply = json.loads(text) if text else {"hookSpecificOutput": {"permissionDecision": None}}
    return code, reply["hookSpecificOutput"]["permissionDecision"], text != ""


GUARDS = pytest.mark.parametrize(("at", "style"), [(0, "typed dictionaries"), (1, "models")])


@GUARDS
def test_every_case(
    at: int, style: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each case ends with its exit code, and denies or prints nothing."""
    program = readme_programs()[at]
    found = [(it["name"], outcome(program, it["stdin"], monkeypatch, capfd)) for it in CASES]
    denied = {True: ("deny", True), False: (None, False)}
    expected = [(it["name"], (it["exit"], *denied[it["denies"]])) for it in CASES]
    assert ("permission_decision" in program) == (style == "models")
    assert len(CASES) > 80
    assert found == expected


@GUARDS
def test_a_denial_that_cannot_be_printed_blocks(at: int, style: str, tmp_path: Path) -> None:
    """A denial that cannot be printed exits with 2; without a denial, nothing has to be printed."""
    program = tmp_path / "guard.py"
    program.write_text(readme_programs()[at], encoding="utf-8")
    cases = [next(it for it in CASES if it["denies"] is denies) for denies in (True, False)]
    found: list[tuple[int, bool]] = []
    for case in cases:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = run(str(program), stdin=case["stdin"], stdout=writer)
        finally:
            os.close(writer)
        found.append((done.returncode, "the guard failed" in done.stderr))
    assert found == [(2, True), (0, False)], style


@GUARDS
def test_a_missing_package_blocks(
    at: int, style: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every call is blocked, because the guard cannot check it."""
    monkeypatch.setitem(sys.modules, "hookwire" if at == 0 else "hookwire.models", None)
    code = call(readme_programs()[at], CASES[0]["stdin"], monkeypatch)
    assert (code, capfd.readouterr().out) == (2, ""), style
