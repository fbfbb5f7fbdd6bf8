"""The GitHub Action and the hooks for pre-commit: what they run, in the folder `broken`."""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT, Run, write

BROKEN = ROOT / "tests/cli/broken"
ACTION = (ROOT / "action.yml").read_text()
HOOKS = dict(re.findall(r"- id: (\S+)\n(?:  .*\n)*?  entry: (.*)\n", (ROOT / ".pre-commit-hooks.yaml").read_text()))


def act(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Runs what the action runs, as a runner does."""
    (script,) = re.findall(r"      run: (.*)\n", ACTION)
    # Each input is a variable of the step.
    names = dict(re.findall(r"        (\w+): \$\{\{ inputs\.(\w+) \}\}\n", ACTION))
    environment = {"PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder), "GITHUB_ACTION_PATH": str(ROOT)}
    environment |= {name: inputs.get(it, "." if it == "paths" else "") for name, it in names.items()}
    bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(bash, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_action_annotates_what_is_wrong(tmp_path: Path) -> None:
    done = act(BROKEN)
    assert done.returncode == 1 and re.search("^::error .*file=.claude/settings.json,line=13", done.stdout, re.MULTILINE), done
    assert act(write(tmp_path, {".claude/settings.json": {}})).returncode == 0


def test_the_action_writes_sarif(tmp_path: Path) -> None:
    done = act(BROKEN, sarif=str(tmp_path / "a b.sarif"), host="2.1.248..")
    assert done.returncode == 1
    assert json.loads((tmp_path / "a b.sarif").read_text())["runs"][0]["results"]


@pytest.mark.parametrize("inputs", [{"paths": "$(touch owned)\n; touch owned"}, {"host": "$(touch owned)"}, {"paths": "--help"}, {"host": "x y"}])
def test_inputs_of_the_action_stay_texts(tmp_path: Path, inputs: dict[str, str]) -> None:
    done = act(write(tmp_path, {".claude/settings.json": {}}), **inputs)
    assert done.returncode not in (0, 1) and not (tmp_path / "owned").exists(), done


def test_every_input_of_the_action_is_a_variable() -> None:
    assert ACTION.count("${{") == len(re.findall(r"^        \w+: \$\{\{ inputs\.\w+ \}\}$", ACTION, re.MULTILINE)) == 3


def test_the_hooks_for_pre_commit_find_what_is_wrong(run: Run) -> None:
    assert {shlex.split(it)[0] for it in HOOKS.values()} == {"hookwire"}
    done = run(*shlex.split(HOOKS["hookwire-check"])[1:], cwd=BROKEN)
    assert done.returncode == 1 and "script-missing" in done.stdout + done.stderr


def test_the_test_hook_for_pre_commit_runs_the_cases(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}")
    assert run("new", "Stop", cwd=tmp_path).returncode == 0
    assert run("add", "Stop", "--yes", "--", "bash", ".claude/hooks/stop.sh", cwd=tmp_path).returncode == 0
    assert run(*shlex.split(HOOKS["hookwire-test"])[1:], cwd=tmp_path).returncode == 0
    (tmp_path / ".claude/hooks/stop.sh").write_text("exit 1\n")
    assert run(*shlex.split(HOOKS["hookwire-test"])[1:], cwd=tmp_path).returncode == 1
