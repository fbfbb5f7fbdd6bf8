"""The pages for beginners: the hook, its settings and its test work as the page says."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hookwire.testing import check, sample

from support import ROOT, SOURCE, lines_of_shells
from test_cookbook import LANGUAGES, PROGRAMS, SILENT

PAGES = ROOT / "generated" / "docs" / "getting-started"

# The files of each language: where the page has the user save them. The program in Rust is built, and has its test in it.
FILES = {
    "python": {"no-push.py": ".claude/hooks", "test_no_push.py": "."},
    "javascript": {"no-push.mjs": ".claude/hooks", "no-push.test.mjs": "."},
    "rust": {},
    "bash": {"no-push.sh": ".claude/hooks", "test-no-push.sh": "."},
}
TEST = {
    "python": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
    "javascript": ["node", "--test"],
    "bash": ["bash", "test-no-push.sh"],
}
FOLDER = {"javascript": "typescript", "bash": "shell"}


# `hookwire run` starts a script of Bash, which has a page.
@pytest.fixture(params=[it for it in LANGUAGES if it != "hookwire"])
def project(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Makes the project of a page the current folder, and returns its language."""
    language: str = request.param
    files = PAGES / FOLDER.get(language, language)
    hooks = tmp_path / ".claude" / "hooks"
    hooks.mkdir(parents=True)
    shutil.copy(files / "settings.json", hooks.parent)
    for file, folder in FILES[language].items():
        shutil.copy(files / file, tmp_path / folder)
    if language == "rust":
        shutil.copy(PROGRAMS / "no-push", hooks)
    if language == "javascript":
        (tmp_path / "node_modules").mkdir()
        (tmp_path / "node_modules" / "hookwire").symlink_to(ROOT / "generated" / "typescript")
    monkeypatch.chdir(tmp_path)
    # `python3` is the interpreter that has the package.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    monkeypatch.delenv("NODE_TEST_CONTEXT", raising=False)
    return language


def test_the_settings_start_the_hook(project: str) -> None:
    """The hook blocks a push and nothing else, and also blocks if it breaks or is missing."""
    settings = json.loads(Path(".claude/settings.json").read_text("utf-8"))
    entry = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    push = sample("PreToolUse", tool="Bash", command="git push origin main")
    status = sample("PreToolUse", tool="Bash", command="git status")
    # Of a command without the package, exit code 2 is a block: nothing says that it failed.
    broken = "blocked" if project == "bash" else "failed and blocked"
    check(entry, [(push, "blocked"), (status, "normal"), (push | {"tool_input": {}}, broken)])
    shutil.rmtree(".claude/hooks")
    check(entry, [(status, "failed and blocked")])


def test_the_test_on_the_page_passes(project: str) -> None:
    """It fails without the hook."""
    if project not in TEST:
        pytest.skip("cargo runs the test of the program: see tests/rust/Cargo.toml")

    def status() -> int:
        return subprocess.run(TEST[project], capture_output=True, check=False).returncode

    assert status() == 0
    hook = next(Path(".claude/hooks").iterdir())
    hook.write_text(SILENT[project], encoding="utf-8")
    assert status() == 1


def test_lines_that_slip_past_a_search_on_the_page_are_blocked(project: str) -> None:
    """The hook reads lines as the shell does, except for the one in Bash, as its page says."""
    if project == "bash":
        pytest.skip("the hook compares how the command begins")
    settings = json.loads(Path(".claude/settings.json").read_text("utf-8"))
    entry = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    rows = lines_of_shells(15)
    assert len({it["may_run"] for it in rows}) == 2
    said = [(sample("PreToolUse", tool="Bash", command=it["line"]), OUTCOME[it["may_run"]]) for it in rows]
    check(entry, said)


OUTCOME = {True: "blocked", False: "normal"}
