"""The hooks of the cookbook: type checkers report nothing, and the tests on their pages pass."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hookwire import HOOK_EVENTS

from support import HERE, ROOT, mypy, pyright, run

COOKBOOK = ROOT / "generated" / "docs" / "cookbook"
HOOKS = sorted(path.parent.name for path in COOKBOOK.glob("*/hook.py"))

# `cargo xtask test --only cookbook` names the other languages, and the folder of the programs in Rust.
LANGUAGES = ["python", *os.environ.get("HOOKWIRE_COOKBOOK", "").split()]
PROGRAMS = Path(os.environ.get("HOOKWIRE_COOKBOOK_PROGRAMS", "."))

# The hook in a test of a page, and the same one in another language.
HOOK = re.compile(r'\[sys\.executable, os\.path\.abspath\("\.claude/hooks/(.*)\.py"\)\]')
STARTED = {
    "javascript": r'["node", os.path.abspath(".claude/hooks/\1.mjs")]',
    "rust": r'[os.path.abspath(".claude/hooks/\1")]',
}

# A hook without an opinion, in each language.
SILENT = {
    "python": "from hookwire import run\nrun({})\n",
    "javascript": 'import { run } from "hookwire";\nrun({});\n',
    "rust": "#!/bin/sh\n",
}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with all hooks and their tests as modules."""
    folder = tmp_path_factory.mktemp("sources")
    for name in HOOKS:
        for file in ("hook", "test_hook"):
            copy = folder / f"{file}_{name.replace('-', '_')}.py"
            shutil.copy(COOKBOOK / name / f"{file}.py", copy)
    return folder


@pytest.mark.slow
def test_type_checkers_report_nothing(sources: Path) -> None:
    """Hooks and tests are typed in strict mode."""
    assert mypy(sources) == []
    assert pyright(sources) == []


def test_ruff_reports_nothing() -> None:
    """Docstrings are for the reader of a page, who has the text around the program."""
    rules = ("--no-cache", "--config", str(HERE / "pyproject.toml"))
    for command in (("check", "--ignore", "D1"), ("format", "--check")):
        done = run("-m", "ruff", *command, *rules, ".", cwd=COOKBOOK)
        assert done.returncode == 0, done.stdout + done.stderr


class Project:
    """A project with a hook and its tests."""

    def __init__(self, folder: Path, name: str, language: str) -> None:
        """Copies the hook and the tests."""
        self.folder, self.language = folder, language
        hooks = folder / ".claude" / "hooks"
        hooks.mkdir(parents=True)
        file = {"python": f"{name}.py", "javascript": f"{name}.mjs", "rust": name}[language]
        self.hook = hooks / file
        source = COOKBOOK / name / f"hook{Path(file).suffix}"
        shutil.copy(PROGRAMS / name if language == "rust" else source, self.hook)
        test = (COOKBOOK / name / "test_hook.py").read_text("utf-8")
        changed, count = HOOK.subn(STARTED.get(language, r"\g<0>"), test)
        assert count == 1, test
        (folder / "test_hook.py").write_text(changed, encoding="utf-8")
        if language == "javascript":
            (folder / "node_modules").mkdir()
            (folder / "node_modules" / "hookwire").symlink_to(ROOT / "generated" / "typescript")

    def silence(self) -> None:
        """Replaces the hook by one without an opinion."""
        self.hook.write_text(SILENT[self.language], encoding="utf-8")
        self.hook.chmod(0o755)

    def tested(self) -> subprocess.CompletedProcess[str]:
        """Runs the tests."""
        return run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_hook.py", cwd=self.folder)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOOKS)
def test_the_tests_on_the_page_pass(name: str, language: str, tmp_path: Path) -> None:
    """They fail without the hook."""
    project = Project(tmp_path, name, language)
    done = project.tested()
    assert done.returncode == 0, done.stdout + done.stderr
    project.silence()
    assert project.tested().returncode == 1


def handlers(name: str) -> Iterator[str]:
    """Yields the events of the handlers of a hook."""
    text = (COOKBOOK / name / "hook.py").read_text("utf-8")
    table = text[text.rindex("run(") :]
    yield from (event for event in HOOK_EVENTS if f'"{event}":' in table)


@pytest.mark.parametrize("name", HOOKS)
def test_settings_register_the_events_of_the_handlers(name: str) -> None:
    """An event without an entry would never reach the hook."""
    settings = (COOKBOOK / name / "settings.json").read_text("utf-8")
    assert [event for event in HOOK_EVENTS if f'"{event}":' in settings] == [*handlers(name)]
    assert f'"${{CLAUDE_PROJECT_DIR}}/.claude/hooks/{name}.py"' in settings


def test_every_hook_is_there() -> None:
    """The list is not empty, so that the tests above show something."""
    assert len(HOOKS) == 10
