"""`hookwire new`: hooks that work, in each language."""

import json
import os
import re
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hookwire import HOOK_EVENTS
from hookwire.testing import check, sample, simulate

from conftest import PROGRAM, ROOT, Run, write

HOOKS = ".claude/hooks"


def cases(folder: Path) -> list[dict[str, Any]]:
    """Returns the tests that were written."""
    return tomllib.loads((folder / HOOKS / "hooks.test.toml").read_text())["case"]


def passes(folder: Path, hook: list[str]) -> None:
    """Runs the tests of a hook with the package."""
    for case in cases(folder):
        input = sample(case["event"], tool=case.get("tool"), **case.get("set", {}))
        check(hook, [(input, case["expected"])])
        said = [it["text"] for it in simulate(hook, input).texts]
        assert all(any(text in it for it in said) for text in case.get("texts", [])), (case, said)


@pytest.fixture(autouse=True)
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes scripts find the program and the packages."""
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/hookwire").symlink_to(ROOT / "generated/typescript")
    (tmp_path / HOOKS).mkdir(parents=True)


@pytest.mark.parametrize("event", HOOK_EVENTS)
def test_a_new_shell_hook_works(run: Run, tmp_path: Path, event: str) -> None:
    done = run("new", event, "--name", "it", cwd=tmp_path)
    if event == "WorktreeCreate":
        assert done.returncode == 2 and "--like make-a-worktree" in done.stderr
        return
    assert done.returncode == 0 and f"hookwire add {event} -- bash {HOOKS}/it.sh" in done.stdout, done
    passes(tmp_path, [str(PROGRAM), "run", "--", "bash", str(tmp_path / HOOKS / "it.sh")])


@pytest.mark.parametrize(("event", "tool"), [("PreToolUse", "Bash"), ("PreToolUse", "Write"), ("PreSkillShellCommand", None)])
def test_a_new_guard_can_reply_each_time(run: Run, tmp_path: Path, event: str, tool: str | None) -> None:
    """So that silence blocks, and never what may go on."""
    out = run("new", event, *(["--tool", tool] if tool else []), "--require-reply", "--name", "it", cwd=tmp_path)
    step = f"hookwire add {event}{f' --matcher {tool}' if tool else ''} --require-reply -- bash {HOOKS}/it.sh"
    assert step in out.stdout, out
    passes(tmp_path, [str(PROGRAM), "run", "--require-reply", "--", "bash", str(tmp_path / HOOKS / "it.sh")])
    assert run(*step.split()[1:3], "--yes", *step.split()[3:], cwd=tmp_path).returncode == 0
    assert '"--require-reply"' in (tmp_path / ".claude/settings.local.json").read_text()
    assert run("remove", *step.split()[2:3], "--yes", *step.split()[3:], cwd=tmp_path).returncode == 0
    assert not (tmp_path / ".claude/settings.local.json").exists()


TOOLS = sorted(it["name"] for it in json.loads((ROOT / "schemas/tools.json").read_text())["rows"])

SERVER = "mcp__github__create_issue"

# A line that is read, one that is not, no text, a text with some values, any text, and the tool of a server.
KINDS = ["Bash", "PowerShell", "ExitPlanMode", "ExitWorktree", "Write", SERVER]

ABOUT_TOOLS = ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"]


@pytest.mark.parametrize(
    ("event", "language", "tools"),
    [("PreToolUse", "bash", [*TOOLS, SERVER]), *((it, "bash", KINDS) for it in ABOUT_TOOLS[1:]), ("PreToolUse", "python", KINDS)],
)
def test_a_new_hook_works_for_each_tool(run: Run, tmp_path: Path, event: str, language: str, tools: list[str]) -> None:
    """In the settings: it runs, does what its cases say, and stops nothing else."""
    groups = []
    for tool in tools:
        done = run("new", event, "--tool", tool, "--lang", language, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        path = done.stdout.split()[1]
        command = f"{PROGRAM} run -- bash {path}" if language == "bash" else f"PYTHONPATH={ROOT}/generated/python/src {sys.executable} {path}"
        groups.append({"matcher": tool, "hooks": [{"type": "command", "command": command}]})
    write(tmp_path, {".claude/settings.json": {"hooks": {event: groups}}})
    done = run("test", "--yes", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {it["tool"] for it in cases(tmp_path)} == set(tools)


@pytest.mark.parametrize(("tool", "events"), [("Bash", ["PreToolUse", "PreSkillShellCommand"]), ("Write", ["PreToolUse"])])
def test_a_guard_of_commands_is_registered_on_each_event_that_has_some(run: Run, tmp_path: Path, tool: str, events: list[str]) -> None:
    out = run("new", "PreToolUse", "--tool", tool, "--name", "it", cwd=tmp_path).stdout
    assert [it.split()[2] for it in out.splitlines() if "hookwire add" in it] == events
    for event, line in [("PreToolUse", "git push"), ("PreSkillShellCommand", "git push")][: len(events) if tool == "Bash" else 0]:
        done = run("try", event, "--set", f"command={line}", "--", str(PROGRAM), "run", "--", "bash", f"{HOOKS}/it.sh", cwd=tmp_path)
        assert "blocked" in done.stdout, done


@pytest.mark.parametrize(("language", "program"), [("python", sys.executable), ("javascript", "node")])
def test_a_guard_of_commands_in_any_language_is_on_each_event_that_has_some(run: Run, tmp_path: Path, language: str, program: str) -> None:
    out = run("new", "PreToolUse", "--tool", "Bash", "--lang", language, "--name", "it", cwd=tmp_path).stdout
    events = [it.split()[2] for it in out.splitlines() if "hookwire add" in it]
    assert events == ["PreToolUse", "PreSkillShellCommand"] and "# needs Claude Code 2.1.332" in out
    check([program, str(tmp_path / out.split()[1])], [(sample(it, command="git push"), "blocked") for it in events])


def test_the_cases_of_a_second_copy_are_there_once(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("new", "--like", "deny-a-command", "--name", name, cwd=tmp_path).returncode == 0
        assert len({json.dumps(it) for it in cases(tmp_path)}) == len(cases(tmp_path))


@pytest.mark.parametrize("language", ["python", "javascript"])
@pytest.mark.parametrize("arguments", [("PreToolUse", "--tool", "Bash"), ("PreToolUse", "--tool", "Write"), ("Stop",), ("UserPromptSubmit",)])
def test_a_new_hook_works_in_each_language(run: Run, tmp_path: Path, language: str, arguments: tuple[str, ...]) -> None:
    assert run("new", *arguments, "--lang", language, "--name", "it", cwd=tmp_path).returncode == 0
    program, ending = (sys.executable, "py") if language == "python" else ("node", "mjs")
    passes(tmp_path, [program, str(tmp_path / HOOKS / f"it.{ending}")])


def test_a_second_hook_is_added_to_the_tests(run: Run, tmp_path: Path) -> None:
    assert run("new", "Stop", cwd=tmp_path).returncode == 0
    done = run("new", "PreToolUse", "--tool", "Bash", cwd=tmp_path)
    assert done.returncode == 0 and "added cases to .claude/hooks/hooks.test.toml" in done.stdout
    assert [it["event"] for it in cases(tmp_path)] == ["Stop", "PreToolUse", "PreToolUse"]
    done = run("new", "Stop", "--name", "other", cwd=tmp_path)
    assert "wrote .claude/hooks/other.sh" in done.stdout and "hooks.test.toml" not in done.stdout, "the same cases"
    again = run("new", "Stop", cwd=tmp_path)
    assert again.returncode == 2 and "is there already" in again.stderr
    assert len(cases(tmp_path)) == 3


@pytest.mark.parametrize("language", ["bash", "python", "javascript", "rust"])
def test_a_hook_of_the_cookbook_is_copied(run: Run, tmp_path: Path, language: str) -> None:
    done = run("new", "PreToolUse", "--like", "deny-a-command", "--name", "no-npm", "--lang", language, cwd=tmp_path)
    assert done.returncode == 0 and "hookwire add PreToolUse --matcher Bash" in done.stdout
    assert "hookwire test" in done.stdout and len(cases(tmp_path)) == 3
    # What this one does depends on the machine.
    done = run("new", "--like", "notify", "--lang", language, cwd=tmp_path)
    assert done.returncode == 0 and "hookwire try Notification" in done.stdout and len(cases(tmp_path)) == 3


@pytest.mark.parametrize("like", sorted(it.parent.name for it in (ROOT / "generated/docs/cookbook").glob("*/run.sh")))
def test_the_steps_after_a_hook_of_the_cookbook_work(run: Run, tmp_path: Path, like: str) -> None:
    """Those that `new` prints: its tests pass, or there are none."""
    done = run("new", "--like", like, cwd=tmp_path)
    steps = [it.split() for it in done.stdout.splitlines() if it.startswith("    hookwire")]
    for step in steps:
        if step[1] == "add":
            words = [it.strip("'") for it in step[2:]]
            assert run("add", "--yes", *words, cwd=tmp_path).returncode == 0
    assert (step[1] == "test") == (tmp_path / HOOKS / "hooks.test.toml").exists(), steps
    if step[1] == "test":
        done = run("test", "--yes", cwd=tmp_path)
        assert done.returncode == 0, done.stdout
    assert run("check", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("language", ["bash", "python", "javascript", "rust"])
@pytest.mark.parametrize("like", sorted(it.name for it in (ROOT / "generated/docs/cookbook").iterdir() if it.is_dir()))
def test_the_hint_to_try_a_hook_of_the_cookbook_runs_it(run: Run, tmp_path: Path, like: str, language: str) -> None:
    done = run("new", "--like", like, "--lang", language, cwd=tmp_path)
    steps = [shlex.split(it, comments=True)[1:] for it in done.stdout.splitlines() if it.startswith("    hookwire")]
    assert steps or done.returncode == 2, done
    for command, *words in steps:
        done = run(command, "--yes", *words, cwd=tmp_path)
        assert command == "test" or (done.returncode == 0 if command == "add" else "No hook ran" not in done.stdout), done


def test_new_writes_all_or_nothing(run: Run, tmp_path: Path) -> None:
    """Not a script without its tests, nor tests without their script."""
    (tmp_path / HOOKS / "hooks.test.toml").mkdir()
    done = run("new", "Stop", "--name", "it", cwd=tmp_path)
    assert done.returncode == 3 and [it.name for it in (tmp_path / HOOKS).iterdir()] == ["hooks.test.toml"]
    (tmp_path / HOOKS / "hooks.test.toml").rmdir()
    write(tmp_path, {f"{HOOKS}/it/Cargo.toml": "mine"})
    done = run("new", "Stop", "--name", "it", "--lang", "rust", cwd=tmp_path)
    assert done.returncode == 2 and not list((tmp_path / HOOKS).rglob("*.rs"))
    assert not (tmp_path / HOOKS / "hooks.test.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["PreToolUze"], "Did you mean `PreToolUse`?"),
        (["PreToolUse", "--like", "deny-a-comand"], "deny-a-command"),
        (["Stop", "--like", "deny-a-command"], "is for PreToolUse"),
        (["Stop", "--name", "../x"], "--name"),
        (["Stop", "--name", "a/b"], "--name"),
        (["Stop", "--name", ".x"], "--name"),
        (["Stop", "--tool", "Bash"], "tool"),
        (["Notification", "--lang", "python"], "--lang bash"),
        (["Stop", "--require-reply"], "leave it out"),
        (["PreToolUse", "--require-reply", "--lang", "python"], "guards in Bash"),
        ([], "--like"),
    ],
)
def test_wrong_wishes_are_refused(run: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = run("new", *arguments, cwd=tmp_path)
    assert done.returncode == 2 and said in done.stderr
    assert not list((tmp_path / HOOKS).iterdir())


def test_names_of_tools_are_never_code(run: Run, tmp_path: Path) -> None:
    tool = 'mcp__x__"; touch owned; #\n*/ {{{}}} `'
    for language in ("bash", "python", "javascript"):
        done = run("new", "PreToolUse", "--tool", tool, "--lang", language, "--name", language, cwd=tmp_path)
        assert done.returncode in (0, 2)
    for hook in ([sys.executable, "python.py"], ["node", "javascript.mjs"], ["bash", "bash.sh"]):
        path = tmp_path / HOOKS / hook[1]
        if path.exists():
            simulate([hook[0], str(path)], sample("PreToolUse"))
    assert not list(tmp_path.rglob("owned"))


def test_nothing_is_written_outside_of_the_project(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    project = write(tmp_path / "project", {".claude/settings.json": {}})
    (project / ".claude/hooks").symlink_to(tmp_path / "other")
    done = run("new", "Stop", cwd=project)
    assert done.returncode == 3 and "leads out" in done.stderr
    (project / ".claude/hooks").unlink()
    (project / ".claude/hooks").mkdir()
    (project / ".claude/hooks/hooks.test.toml").symlink_to(tmp_path / "other/x")
    assert run("new", "Stop", "--name", "a", cwd=project).returncode == 3
    assert not list((tmp_path / "other").iterdir())
    assert json.loads((project / ".claude/settings.json").read_text()) == {}


def test_no_code_has_a_name_of_the_files_of_the_host() -> None:
    """They are in `host.json`. A plain word, such as `skills`, has other meanings, too."""
    rows = json.loads((ROOT / "cli/src/host.json").read_text()).values()
    values = {text for row in rows for text in (row["is"].values() if isinstance(row["is"], dict) else [row["is"]])}
    names = "|".join(re.escape(it) for it in values if not re.fullmatch("[a-z]+", it))
    found = []
    for path in sorted((ROOT / "cli/src").rglob("*.rs")):
        code = path.read_text().split("#[cfg(test)]")[0]
        # Comments, help and examples are for people.
        lines = [it for it in code.splitlines() if not re.match(r"\s*(//|about:|example:)", it)]
        found += [f"{path.name}: {it.strip()}" for it in lines if re.search(rf'"(?:{names})["/]', it)]
    assert not found, found


def test_several_tools_are_a_matcher(run: Run, tmp_path: Path) -> None:
    done = run("new", "PreToolUse", "--tool", "Write|Edit", cwd=tmp_path)
    assert done.returncode == 2 and "`--tool Write`" in done.stderr and "--matcher 'Write|Edit'" in done.stderr


@pytest.mark.parametrize(("event", "said"), [("Stop", "not while `stop_hook_active` is true"), ("SessionStart", "Say what Claude or you should know.")])
def test_a_new_hook_says_what_it_does(run: Run, tmp_path: Path, event: str, said: str) -> None:
    for language in ("bash", "python", "javascript"):
        out = run("new", event, "--name", language, "--lang", language, cwd=tmp_path).stdout
        assert said in (tmp_path / out.split()[1]).read_text()
