"""The published wheel and source distribution, each in a new environment.

`cargo xtask test --only installed` runs this: HOOKWIRE_WHEEL and HOOKWIRE_SDIST are the two files. It is not one of the
package's tests, which use the package in its folder.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from support import HERE, readme_programs
from test_programs import PROGRAMS

WHEEL = Path(os.environ["HOOKWIRE_WHEEL"])
SDIST = Path(os.environ["HOOKWIRE_SDIST"])
NOISE = {"PYTHONPATH", "PYTHONHOME", "MYPYPATH", "PIP_REQUIRE_VIRTUALENV", "SOURCE_DATE_EPOCH"}
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in NOISE}
ENVIRONMENT |= {"PYRIGHT_PYTHON_GLOBAL_NODE": "on", "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}


def call(*command: str | Path, stdin: str = "", cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command without the variables and paths of these tests."""
    return subprocess.run(
        [str(part) for part in command],
        input=stdin,
        cwd=cwd,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def installed(folder: Path, *what: str) -> Path:
    """Creates an environment with these packages, and returns its interpreter."""
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    done = call(python, *pip, *what, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return python


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns an interpreter with only the wheel, installed offline."""
    return installed(tmp_path_factory.mktemp("alone"), "--no-index", str(WHEEL))


@pytest.fixture(scope="module")
def extra(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns an interpreter with the extra, and the requirements of the contract tests on the page."""
    versions = ("--constraint", str(HERE / "requirements.txt"))
    wanted = (f"{WHEEL}[pydantic]", "jsonschema", "pytest")
    return installed(tmp_path_factory.mktemp("extra"), *versions, *wanted)


def guarded(python: Path, program: str, folder: Path) -> list[tuple[int, bool, bool]]:
    """Returns exit code, denial and any output of a guard for a call outside of the sandbox, one inside, and no JSON."""
    (folder / "hook.py").write_text(program, encoding="utf-8")
    event = {"session_id": "", "transcript_path": "", "cwd": "", "hook_event_name": "PreToolUse"}
    event |= {"tool_use_id": "", "tool_name": "Bash"}
    calls = [{"command": "ls", "dangerouslyDisableSandbox": it} for it in (True, False)]
    stdins = [json.dumps({**event, "tool_input": it}) for it in calls]
    outcomes = []
    for stdin in [*stdins, "no JSON"]:
        done = call(python, "hook.py", stdin=stdin, cwd=folder)
        outcomes.append((done.returncode, '"deny"' in done.stdout, done.stdout != ""))
    return outcomes


REFUSED = (2, True, True)
PASSED = (0, False, False)
BLOCKED = (2, False, False)


def test_the_wheel_needs_nothing(alone: Path, tmp_path: Path) -> None:
    """The first program of the page runs with only the wheel, and the versions are those of the wheel."""
    listed = json.loads(call(alone, "-m", "pip", "list", "--format", "json", cwd=tmp_path).stdout)
    others = {it["name"] for it in listed} - {"pip", "setuptools"}
    program = "import hookwire; print(hookwire.__version__, hookwire.HOST_VERSION, hookwire.__file__)"
    version, contract, place = call(alone, "-c", program, cwd=tmp_path).stdout.split(" ", 2)
    outcomes = guarded(alone, readme_programs()[0], tmp_path)
    assert others == {"hookwire"}
    assert WHEEL.name == f"hookwire-{version}-py3-none-any.whl"
    assert contract.count(".") > 1 and "site-packages" in place
    assert outcomes == [REFUSED, PASSED, BLOCKED]


def test_the_source_distribution_makes_the_same_wheel(tmp_path: Path) -> None:
    """Byte for byte, with the backend that it names, and without SOURCE_DATE_EPOCH."""
    wheel = ("-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation")
    done = call(sys.executable, *wheel, "--wheel-dir", tmp_path, SDIST, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / WHEEL.name).read_bytes() == WHEEL.read_bytes()


def test_the_extra_has_the_models(extra: Path, tmp_path: Path) -> None:
    """The guard on the page that uses the models runs."""
    assert guarded(extra, readme_programs()[2], tmp_path) == [REFUSED, PASSED, BLOCKED]


def test_contract_tests_of_the_readme_pass(extra: Path, tmp_path: Path) -> None:
    """The contract tests fail if the hook prints a wrong decision."""
    program = readme_programs()[13]
    outcomes = []
    for text in (program, program.replace('{"decision": "block", ', '{"decision": "deny", ', 1)):
        (tmp_path / "test_contract.py").write_text(text, encoding="utf-8")
        done = call(extra, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_contract.py", cwd=tmp_path)
        outcomes.append(done.stdout.splitlines()[-1].partition(" in ")[0])
    assert outcomes == ["3 passed", "1 failed, 2 passed"]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_wrong_programs_are_reported(
    checker: str, extra: Path, tmp_path: Path
) -> None:
    """The types of the wheel report wrong programs, and accept their corrected copies."""
    for it in PROGRAMS:
        for side, token in (("right", it.right), ("wrong", it.wrong)):
            (tmp_path / f"{it.name}_{side}.py").write_text(it.text.replace("§", token), encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    commands = {
        "mypy": ("mypy", "--strict", "--cache-dir", tmp_path / "cache", "--python-executable", extra, "."),
        "pyright": ("pyright", "--pythonpath", extra),
    }
    done = call(sys.executable, "-m", *commands[checker], cwd=tmp_path)
    lines = [line for line in done.stdout.splitlines() if "error:" in line or "- error" in line]
    places = {it.name: f"{it.name}_wrong.py:{it.line()}:" for it in PROGRAMS}
    silent = [name for name, place in places.items() if not any(place in line for line in lines)]
    assert len(PROGRAMS) > 40
    assert silent == [], done.stdout
    assert [line for line in lines if "_right.py" in line] == []
