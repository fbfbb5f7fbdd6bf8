"""The program, in a folder and a home of its own."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("HOOKWIRE_COMMAND", ROOT / "target/generated/debug/hookwire"))

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Returns an empty home folder."""
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """Returns a function that runs the program."""
    return runner(home, tmp_path)


def runner(home: Path, folder: Path) -> Run:
    """Returns a function that runs the program in a folder."""

    def run(*arguments: str, cwd: Path | None = None, input: str | bytes = "") -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
        data = input.encode() if isinstance(input, str) else input
        done = subprocess.run(
            [PROGRAM, *arguments], cwd=cwd or folder, env=environment, input=data, capture_output=True, timeout=100
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "panicked" not in err, err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


def write(folder: Path, files: dict[str, Any]) -> Path:
    """Writes files below a folder: texts as they are, everything else as JSON. Scripts can be run."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=2))
        if name.endswith((".sh", ".py")):
            path.chmod(0o755)
    return folder


def settings(event: str, command: str, **more: Any) -> dict[str, Any]:
    """Returns settings with one command."""
    handler = {"type": "command", "command": command, **more}
    return {"hooks": {event: [{"hooks": [handler]}]}}


def findings(run: Run, folder: Path, *arguments: str) -> list[Any]:
    """Returns what `check` finds."""
    done = run("check", "--format", "json", *arguments, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)["findings"]


def codes(found: list[Any]) -> list[str]:
    """Returns the codes of findings, sorted."""
    return sorted(it["code"] for it in found)
