"""`check` finds each mistake in settings that the packages find, at a line, and nothing in settings that are right.

The settings are those of `tests/conform/messages.jsonl`, each in a project of its own.
"""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hookwire.problems import ProblemCode

from conftest import ROOT, codes, findings, runner, write

LINES = (ROOT / "tests/conform/messages.jsonl").read_text().split("\n")
PLUGIN = ".claude-plugin/plugin.json"
FILES = {
    "HooksSettings": ".claude/settings.json",
    "PluginHooks": "hooks/hooks.json",
    "PluginManifest": PLUGIN,
    "HooksFrontmatter": ".claude/agents/checker.md",
}
CASES: list[Any] = [it for it in map(json.loads, filter(None, LINES)) if it.get("type") in FILES]
CODES = get_args(ProblemCode)
"""The codes of the contract. The others are about files, which these projects do not have."""


def files(case: Any) -> dict[str, Any]:
    """Returns the files of a project with the settings of a case."""
    kind, document = case["type"], case["payload"]
    if kind == "HooksFrontmatter":
        keys = {"name": "checker", "description": "Checks", **document}
        lines = [f"{key}: {json.dumps(value)}\n" for key, value in keys.items()]
        return {FILES[kind]: f"---\n{''.join(lines)}---\nCheck.\n"}
    return {PLUGIN: {"name": "checks"}, FILES[kind]: document} if kind == "PluginHooks" else {FILES[kind]: document}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Returns the findings of the contract in each project, by its id. One run reads all of them."""
    folder, home = tmp_path_factory.mktemp("mistakes"), tmp_path_factory.mktemp("home")
    for number, case in enumerate(CASES):
        write(folder / str(number), files(case))
    by_case: dict[str, list[Any]] = {case["id"]: [] for case in CASES}
    for finding in findings(runner(home, folder), folder):
        if finding["code"] in CODES:
            by_case[CASES[int(Path(finding["path"]).parts[0])]["id"]].append(finding)
    return by_case


@pytest.mark.parametrize("case", CASES, ids=[it["id"] for it in CASES])
def test_a_mistake_has_a_finding_with_a_line(found: dict[str, list[Any]], case: Any) -> None:
    """The same ones as those of the packages, each at a place."""
    of_case = found[case["id"]]
    assert codes(of_case) == sorted(code for code, *_ in case["problems"])
    assert all(it["start"]["line"] > 0 for it in of_case)


def test_there_are_settings_of_both_kinds() -> None:
    """Mistakes, and settings that look like one and are right."""
    wrong = [bool(it["problems"]) for it in CASES]
    assert wrong.count(True) > 100
    assert wrong.count(False) > 50
