"""The guards of the page, on the cases that the guards of every language are run on."""

import io
import json
import sys
from typing import Any

import pytest

from support import ROOT, readme_programs

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (ROOT / "tests" / "guard" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def outcome(
    program: str, stdin: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[object, str | None, bool]:
    """The exit code, what is decided, and whether anything is printed."""
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
    monkeypatch.setattr(sys, "stdout", printed)
    code: object = 0
    try:
        exec(compile(program, "guard", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        code = end.code
    finally:
        monkeypatch.undo()
    text = printed.getvalue()
    reply = json.loads(text) if text else {"hookSpecificOutput": {"permissionDecision": None}}
    return code, reply["hookSpecificOutput"]["permissionDecision"], text != ""


@pytest.mark.parametrize(("at", "style"), [(0, "typed dictionaries"), (1, "models")])
def test_every_case(at: int, style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends with its exit code, and denies or says nothing."""
    program = readme_programs()[at]
    found = [(it["name"], outcome(program, it["stdin"], monkeypatch)) for it in CASES]
    denied = {True: ("deny", True), False: (None, False)}
    expected = [(it["name"], (it["exit"], *denied[it["denies"]])) for it in CASES]
    assert ("permission_decision" in program) == (style == "models")
    assert len(CASES) > 80
    assert found == expected
