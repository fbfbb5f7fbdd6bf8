"""The whole package: it passes linters, and its wheel has the expected contents."""

import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from support import HERE, PACKAGE, ROOT, SOURCE, readme_programs, run

CONFORM = ROOT / "tests" / "conform"
NEWER = ROOT / "tests" / "newer"
SUITE = ROOT / "tests" / "suite"
SHELL = ROOT / "tests" / "shell"


def check(*arguments: str, cwd: Path) -> None:
    """Runs a linter, which must report nothing."""
    done = run("-m", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("folder", [PACKAGE, HERE], ids=["package", "tests"])
def test_ruff(folder: Path) -> None:
    """With the rules of its own pyproject.toml."""
    check("ruff", "check", "--no-cache", ".", cwd=folder)


@pytest.mark.parametrize("folder", [CONFORM, NEWER, SUITE, SHELL], ids=["conform", "newer", "suite", "shell"])
def test_ruff_of_programs_that_xtask_runs(folder: Path) -> None:
    """With the rules of these tests."""
    check("ruff", "check", "--no-cache", "--config", str(HERE / "pyproject.toml"), ".", cwd=folder)


def test_ruff_format() -> None:
    """The generated code is already formatted."""
    check("ruff", "format", "--no-cache", "--check", ".", cwd=PACKAGE)


@pytest.mark.slow
def test_mypy(tmp_path: Path) -> None:
    """In strict mode."""
    check("mypy", "--cache-dir", str(tmp_path), cwd=PACKAGE)


@pytest.mark.slow
def test_pyright() -> None:
    """In strict mode, and the types of all exports are complete."""
    check("pyright", "--pythonpath", sys.executable, cwd=PACKAGE)


def test_wheel(tmp_path: Path) -> None:
    """It has every file of the package, the marker `py.typed`, and requires nothing without an extra."""
    copied = shutil.copytree(PACKAGE, tmp_path / "package")
    subprocess.run(
        [sys.executable, "-c", "import hatchling.build as b; b.build_wheel('..')"],
        cwd=copied,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (archive.read(name).decode() for name in names if name.endswith("METADATA"))
    ours = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py*")} | {
        "hookwire/py.typed",
        "hookwire/schemas/bundle.schema.json",
    }
    assert {name for name in names if ".dist-info/" not in name} == {
        name for name in ours if "__pycache__" not in name
    }
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    extras = ["hookwire-cli==VERSION; extra == 'cli'", "pydantic>=2.14.2; extra == 'pydantic'"]
    version = next(line.split()[1] for line in metadata.splitlines() if line.startswith("Version"))
    assert required == [f"Requires-Dist: {it.replace('VERSION', version)}" for it in extras]
    assert "Requires-Python: >=3.11" in metadata


def test_sdist(tmp_path: Path) -> None:
    """It has the package, its page and its licences, but no files of the generator."""
    copied = shutil.copytree(PACKAGE, tmp_path / "package")
    subprocess.run(
        [sys.executable, "-c", "import hatchling.build as b; b.build_sdist('..')"],
        cwd=copied,
        check=True,
        capture_output=True,
    )
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    outside = {name for name in names if not name.startswith("src/")}
    licences = {"LICENSE-APACHE", "LICENSE-MIT"}
    assert outside == licences | {"CHANGELOG.md", "PKG-INFO", "README.md", "pyproject.toml"}


def test_readme(tmp_path: Path) -> None:
    """Its guards deny what they are about, print nothing else, and block when they fail; the others run.

    A denial is also the exit code, with the reason on stderr.
    """
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    programs = readme_programs()
    assert len(programs) == 14
    script = tmp_path / "hook.py"

    def call(program: str, command: str) -> tuple[int, str, str]:
        script.write_text(program, encoding="utf-8")
        stdin = f'{{"session_id": "", "transcript_path": "", "cwd": "", "hook_event_name": "PreToolUse", "tool_use_id": "", "tool_name": "Bash", "tool_input": {{"command": "{command}", "dangerouslyDisableSandbox": {json.dumps(command == "rm")}}}}}'
        done = run(str(script), stdin="no JSON" if command == "" else stdin)
        return done.returncode, done.stdout, done.stderr

    for guard in (programs[0], programs[2]):
        code, reply, error = call(guard, "rm")
        assert (code, error) == (2, "Commands stay in the sandbox.\n") and '"deny"' in reply.replace("'", '"')
        assert call(guard, "ls") == (0, "", "")
        code, reply, error = call(guard, "")
        assert (code, reply) == (2, "") and "failed, so it blocks" in error
    assert call(programs[3], "ls") == (0, "", "called for PreToolUse\n")
    assert call(programs[3], "") == (0, "", "called for something else: 1 problems\n")
    code, reply, error = call(programs[4], "ls")
    assert (code, error) == (0, "")
    assert json.loads(reply)["hookSpecificOutput"]["updatedInput"] == {
        "command": "ls",
        "dangerouslyDisableSandbox": False,
        "timeout": 60_000,
    }
    assert call(programs[8], "ls") == (0, "", "called for Bash\n")
    texts = [part.split("```")[0] for part in readme.split("```text\n")[1:]]
    assert [call(program, "ls") for program in (programs[7], *programs[9:11])] == [(0, text, "") for text in texts]
    assert [call(program, "ls") for program in programs[11:13]] == [(0, "", "")] * 2


def test_readme_on_contract_tests(tmp_path: Path) -> None:
    """The test on the page passes, and fails if the hook prints a wrong decision."""
    program = readme_programs()[13]

    def outcome(program: str) -> tuple[int, str]:
        (tmp_path / "test_contract.py").write_text(program, encoding="utf-8")
        done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path), cwd=tmp_path)
        return done.returncode, done.stdout.splitlines()[-1].partition(" in ")[0]

    wrong = program.replace('{"decision": "block", ', '{"decision": "deny", ', 1)
    assert outcome(program) == (0, "3 passed")
    assert outcome(wrong) == (1, "1 failed, 2 passed")


def test_readme_on_tools(tmp_path: Path) -> None:
    """Results and custom tools work as documented."""
    programs = readme_programs()

    def call(program: str, name: str, **fields: Any) -> tuple[str, str]:
        script = tmp_path / "hook.py"
        script.write_text(program, encoding="utf-8")
        event = {"session_id": "", "transcript_path": "", "cwd": "", "tool_use_id": ""}
        stdin = json.dumps({**event, "tool_name": name, **fields})
        done = run("-W", "error", str(script), stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    response = {"stdout": "it is hunter2", "stderr": "", "interrupted": False}
    ran = {"hook_event_name": "PostToolUse", "tool_input": {}, "tool_response": response}
    seen = json.loads(call(programs[5], "Bash", **ran)[0])["hookSpecificOutput"]
    others = [call(programs[5], name, **ran) for name in ("Read", "Grill", "mcp__memory__search")]
    query = {"hook_event_name": "PreToolUse", "tool_input": {"query": "hooks"}}
    searched = [call(programs[6], name, **query) for name in ("mcp__memory__search", "mcp__memory")]
    assert seen["updatedToolOutput"] == {**response, "stdout": "it is …"}
    assert others == [("", "")] * 3
    assert searched == [("", "searched for hooks\n"), ("", "")]


def test_names_of_standard_modules_are_reserved() -> None:
    """A package with such a name could be installed, but never imported."""
    target = tomllib.loads((ROOT / "templates/python/target.toml").read_text())
    modules = {name for name in sys.stdlib_module_names if name.islower() and name[0] != "_"}
    assert modules - set(target["reserved"]["packages"]) == set()
    assert len(modules) > 100
