"""`try`, `test` and `doctor --run`: what runs, the question before it, and what is reported."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conftest import PROGRAM, ROOT, Run, settings, write

Answer = Callable[..., tuple[int, str, str]]

# Windows has none.
pty = pytest.importorskip("pty")

MARK = "ran.txt"

# Prints a part of the input.
GET = """python3 -c 'import json, sys; it = json.load(sys.stdin); print({})'"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a project whose hook leaves a mark when it runs."""
    script = f"#!/bin/sh\necho x >> {MARK}\n"
    return write(tmp_path / "p", {".claude/settings.json": settings("Stop", "sh .claude/hooks/mark.sh"), ".claude/hooks/mark.sh": script})


def runs(folder: Path) -> int:
    """Returns how often the hook has run."""
    mark = folder / MARK
    return len(mark.read_text().splitlines()) if mark.exists() else 0


def environment(home: Path, **more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), **more}


@pytest.fixture
def on_terminal(home: Path) -> Answer:
    """Returns a function that runs the program on a terminal, and types an answer to each question."""

    def run(*arguments: str, cwd: Path, answer: str = "y", before: Callable[[], object] | None = None, **more: str) -> tuple[int, str, str]:
        own, theirs = pty.openpty()
        program = subprocess.Popen(
            [PROGRAM, *arguments], cwd=cwd, env=environment(home, **more), stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, text=True
        )
        os.close(theirs)
        asked = b""
        end = time.monotonic() + 60
        is_answered = False
        while time.monotonic() < end:
            if not select.select([own], [], [], 0.05)[0]:
                if program.poll() is not None:
                    break
                continue
            try:
                part = os.read(own, 65536)
            except OSError:
                break
            asked += part
            if not part:
                break
            if b"[y/N]" in asked and not is_answered:
                is_answered = True
                if before:
                    before()
                os.write(own, f"{answer}\n".encode())
        out, _ = program.communicate(timeout=60)
        os.close(own)
        return program.returncode, out, asked.decode()

    return run


def test_consent_is_asked_for_once(on_terminal: Answer, folder: Path) -> None:
    """With the command, and the file that it names."""
    code, out, asked = on_terminal("try", "Stop", cwd=folder)
    assert (code, runs(folder)) == (0, 1), asked
    assert "sh .claude/hooks/mark.sh" in asked
    assert "reads .claude/hooks/mark.sh (SHA-256 " in asked
    assert "[y/N]" in asked
    code, out, asked = on_terminal("try", "Stop", cwd=folder)
    assert (code, asked, runs(folder)) == (0, "", 2)
    assert "normal" in out


@pytest.mark.parametrize("options", [[], ["--plain"], ["--host", "2.1.100"]])
@pytest.mark.parametrize("command", [["bash", ".claude/hooks/mark.sh"], ["bash .claude/hooks/mark.sh"]])
def test_consent_to_what_add_writes_is_remembered(
    run: Run, on_terminal: Answer, folder: Path, options: list[str], command: list[str]
) -> None:
    (folder / ".claude/settings.json").unlink()
    assert run("add", "Stop", "--yes", *options, "--", *command, cwd=folder).returncode == 0
    code, _, asked = on_terminal("try", "Stop", cwd=folder)
    assert (code, runs(folder)) == (0, 1) and "asked again when" in asked, asked
    assert on_terminal("try", "Stop", cwd=folder)[2] == ""


@pytest.mark.parametrize(
    ("command", "files"),
    [("python3 pkg", ["pkg/__main__.py"]), ("node pkg", ["pkg/package.json", "pkg/lib/start.js"]), ("node pkg/lib", ["pkg/lib/index.js"])],
)
def test_the_files_that_a_folder_starts_are_shown(on_terminal: Answer, folder: Path, command: str, files: list[str]) -> None:
    write(folder, {".claude/settings.json": settings("Stop", command), "pkg/package.json": '{"main": "lib/start"}'})
    write(folder, {"pkg/__main__.py": "", "pkg/lib/start.js": "", "pkg/lib/index.js": ""})
    asked = on_terminal("try", "Stop", cwd=folder, answer="n")[2]
    assert all(f"reads {it} (SHA-256 " in asked for it in files), asked


def test_what_is_asked_about_each_time_says_nothing_else(on_terminal: Answer, folder: Path) -> None:
    write(folder, {".claude/settings.json": settings("Stop", "python3 -m unknown")})
    asked = on_terminal("try", "Stop", cwd=folder, answer="n")[2]
    assert "asked each time" in asked and "asked again when" not in asked, asked


NEAR = ".claude/hooks/mark.sh"


@pytest.mark.parametrize(
    "command",
    [
        f"bash ~root/..{{folder}}/{NEAR}",
        f"python3 ~root/..{{folder}}/{NEAR}",
        f"~root/..{{folder}}/{NEAR}",
        f"bash ~+/{NEAR}",
        "python3 .claude/hooks/[m]ark.py",
        "node .claude/hooks/mark.js",
        f"printf -v HOME %s '{{folder}}' && bash ~/{NEAR}",
        f": $((CLAUDE_PROJECT_DIR=5)) && bash $CLAUDE_PROJECT_DIR/../{NEAR}",
    ],
)
def test_a_file_that_is_not_certain_is_asked_about_each_time(on_terminal: Answer, folder: Path, command: str) -> None:
    """The shell, or the program, finds it where only they know."""
    write(folder, {".claude/settings.json": settings("Stop", command.format(folder=folder), shell="bash")})
    for _ in range(2):
        asked = on_terminal("try", "Stop", cwd=folder)[2]
        assert "asked each time" in asked and "asked again when" not in asked, asked


@pytest.mark.parametrize(
    "variables",
    [
        {"BASH_ENV": f"$PWD/{NEAR}"},
        {"BASH_ENV": f"$(pwd)/{NEAR}"},
        {"BASH_ENV": ".claude/hooks/$(echo mark).sh"},
        {"BASH_ENV": f"`pwd`/{NEAR}"},
        {"ZDOTDIR": ".claude"},
        {"BASH_FUNC_true%%": f"() {{ . ~+/{NEAR}; }}"},
        {"LUA_INIT": "@.claude/x.lua"},
    ],
)
def test_a_variable_whose_file_is_not_certain_is_asked_about_each_time(on_terminal: Answer, folder: Path, variables: dict[str, str]) -> None:
    write(folder, {".claude/settings.json": {**settings("Stop", "true", shell="bash"), "env": variables}})
    for _ in range(2):
        asked = on_terminal("try", "Stop", cwd=folder)[2]
        assert "asked each time" in asked and "asked again when" not in asked, asked


@pytest.mark.parametrize("name", [".claude/a$b.sh", ".claude/[a].sh"])
def test_a_file_whose_name_has_signs_of_a_shell_counts(on_terminal: Answer, folder: Path, name: str) -> None:
    write(folder, {name: "true\n", ".claude/settings.json": settings("Stop", f"sh {NEAR} '{name}'")})
    assert on_terminal("try", "Stop", cwd=folder)[0] == 0
    assert on_terminal("try", "Stop", cwd=folder)[2] == ""
    (folder / name).write_text("true; true\n")
    assert "[y/N]" in on_terminal("try", "Stop", cwd=folder)[2]


@pytest.mark.parametrize("command", ["echo '{{}}'; sh {near}", "sh {near} && printf '%s' '[\"a=b\"]'", "[ -n \"$HOME\" ] && bash \"$CLAUDE_PROJECT_DIR\"/{near}"])
def test_what_is_certain_is_asked_about_once(on_terminal: Answer, folder: Path, command: str) -> None:
    write(folder, {".claude/settings.json": settings("Stop", command.format(near=NEAR))})
    assert "asked again when" in on_terminal("try", "Stop", cwd=folder)[2]
    assert on_terminal("try", "Stop", cwd=folder)[2] == ""


@pytest.mark.parametrize("answer", ["", "n", "no", "Y E S"])
def test_without_consent_nothing_runs(on_terminal: Answer, folder: Path, answer: str) -> None:
    """And it is asked for again."""
    for _ in range(2):
        code, out, asked = on_terminal("try", "Stop", cwd=folder, answer=answer)
        assert (code, out, runs(folder)) == (3, "", 0)
        assert "[y/N]" in asked


def change_script(folder: Path) -> None:
    (folder / ".claude/hooks/mark.sh").write_text(f"echo x >> {MARK}; :\n")


def change_command(folder: Path) -> None:
    write(folder, {".claude/settings.json": settings("Stop", "sh .claude/hooks/mark.sh; :")})


def change_environment(folder: Path) -> None:
    write(folder, {".claude/settings.json": {**settings("Stop", "sh .claude/hooks/mark.sh"), "env": {"BASH_ENV": "x"}}})


def change_link(folder: Path) -> None:
    script = folder / ".claude/hooks/mark.sh"
    script.unlink()
    (folder / "other.sh").write_text("true\n")
    script.symlink_to(folder / "other.sh")


@pytest.mark.parametrize("change", [change_script, change_command, change_environment, change_link])
def test_consent_is_asked_for_again_after_a_change(on_terminal: Answer, folder: Path, change: Callable[[Path], None]) -> None:
    """Of anything that was shown."""
    on_terminal("try", "Stop", cwd=folder)
    change(folder)
    code, _, asked = on_terminal("try", "Stop", cwd=folder, answer="n")
    assert (code, runs(folder)) == (3, 1)
    assert "[y/N]" in asked
    code, _, asked = on_terminal("try", "Stop", cwd=folder)
    assert code == 0
    assert "[y/N]" in asked
    assert on_terminal("try", "Stop", cwd=folder)[2] == ""


def change_file_of_a_variable(folder: Path) -> None:
    (folder / "env.sh").write_text("X=2\n")


def test_the_files_that_variables_name_count(on_terminal: Answer, folder: Path) -> None:
    """`BASH_ENV` runs one."""
    write(folder, {"env.sh": "X=1\n", ".claude/settings.json": {**settings("Stop", "true"), "env": {"BASH_ENV": "./env.sh"}}})
    assert "reads env.sh" in on_terminal("try", "Stop", cwd=folder)[2]
    assert on_terminal("try", "Stop", cwd=folder)[2] == ""
    change_file_of_a_variable(folder)
    assert "[y/N]" in on_terminal("try", "Stop", cwd=folder)[2]


def test_variables_of_a_project_need_consent_also_for_a_typed_command(run: Run, on_terminal: Answer, folder: Path, home: Path) -> None:
    """They can name programs. Those of the user do not."""
    write(home, {".claude/settings.json": {"env": {"A": "1"}}})
    assert run("try", "Stop", "--", "true", cwd=folder).returncode == 0
    write(folder, {".claude/settings.json": {"env": {"BASH_ENV": f"{folder}/.claude/hooks/mark.sh"}}})
    done = run("try", "Stop", "--", "bash", "-c", "true", cwd=folder)
    assert (done.returncode, runs(folder)) == (3, 0)
    assert "BASH_ENV=" in done.stderr
    assert on_terminal("try", "Stop", "--", "bash", "-c", "true", cwd=folder)[0] == 0
    assert runs(folder) == 1
    assert on_terminal("try", "Stop", "--", "bash", "-c", ":", cwd=folder)[2] == ""


def test_the_folder_in_which_a_hook_runs_counts(on_terminal: Answer, folder: Path) -> None:
    """A case can name another one, and the file is then the one there."""
    write(folder, {"part/x.sh": "true\n", "c.json": {"case": [{"event": "Stop", "set": {"cwd": "part"}, "hook": "sh x.sh", "expected": "normal"}]}})
    code, _, asked = on_terminal("test", "c.json", cwd=folder)
    assert code == 0
    assert "c.json, case 1" in asked
    assert "in part" in asked
    assert "reads part/x.sh" in asked
    assert on_terminal("test", "c.json", cwd=folder)[2] == ""
    (folder / "part/x.sh").write_text("true; true\n")
    assert "[y/N]" in on_terminal("test", "c.json", cwd=folder)[2]


def test_what_changes_while_the_question_is_open_does_not_run(on_terminal: Answer, folder: Path) -> None:
    code, _, asked = on_terminal("try", "Stop", cwd=folder, before=lambda: change_script(folder))
    assert (code, runs(folder)) == (3, 0)
    assert "has changed" in asked


@pytest.fixture
def large(folder: Path) -> Path:
    """Makes the hook name a file that nobody reads to its end. It takes no place on a disk."""
    write(folder, {".claude/settings.json": settings("Stop", "sh .claude/hooks/mark.sh large.bin")})
    with open(folder / "large.bin", "wb") as file:
        file.truncate(1 << 37)
    return folder / "large.bin"


def test_a_file_that_is_too_large_to_compare_is_asked_about_each_time(on_terminal: Answer, folder: Path, large: Path) -> None:
    for _ in range(2):
        code, _, asked = on_terminal("try", "Stop", cwd=folder)
        assert code == 0 and "reads large.bin (131072 MiB: too large to compare" in asked, asked
        assert "asked each time" in asked and "asked again when" not in asked, asked
    assert runs(folder) == 2


def change_large(large: Path) -> None:
    before = large.stat()
    with open(large, "r+b") as file:
        file.write(b"evil")
    os.utime(large, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace_large(large: Path) -> None:
    before = large.stat()
    large.rename(large.with_name("old"))
    with open(large, "wb") as file:
        file.truncate(before.st_size)
    os.utime(large, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("change", [change_large, replace_large])
def test_a_large_file_that_changes_while_the_question_is_open_does_not_run(
    on_terminal: Answer, folder: Path, large: Path, change: Callable[[Path], None]
) -> None:
    code, _, asked = on_terminal("try", "Stop", cwd=folder, before=lambda: change(large))
    assert (code, runs(folder)) == (3, 0) and "has changed" in asked, asked


def test_another_folder_with_the_same_hooks_is_another_one(on_terminal: Answer, folder: Path, tmp_path: Path) -> None:
    on_terminal("try", "Stop", cwd=folder)
    other = write(tmp_path / "q", {str(it.relative_to(folder)): it.read_text() for it in folder.rglob("*.*") if it.is_file()})
    assert "[y/N]" in on_terminal("try", "Stop", cwd=other, answer="n")[2]


def test_without_a_terminal_it_needs_yes(run: Run, folder: Path) -> None:
    """And `--yes` is not remembered."""
    for _ in range(2):
        done = run("try", "Stop", cwd=folder, input="y\n")
        assert (done.returncode, done.stdout) == (3, "")
        assert "--yes" in done.stderr
        assert "sh .claude/hooks/mark.sh" in done.stderr
        before = runs(folder)
        assert run("try", "Stop", "--yes", cwd=folder).returncode == 0
        assert runs(folder) == before + 1


def remembered(home: Path) -> list[Path]:
    return sorted((home / ".local/state/hookwire/consent").glob("*"))


def test_what_is_remembered_is_private_and_outside_of_the_project(on_terminal: Answer, folder: Path, home: Path) -> None:
    before = sorted(folder.rglob("*"))
    on_terminal("try", "Stop", cwd=folder)
    (file,) = remembered(home)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert sorted(it for it in folder.rglob("*") if it.name != MARK) == before


@pytest.mark.parametrize("damage", ["empty", "cut", "other", "large", "readable", "link", "pipe"])
def test_a_damaged_file_means_that_it_asks_again(on_terminal: Answer, folder: Path, home: Path, tmp_path: Path, damage: str) -> None:
    """It is replaced, and believed after that."""
    on_terminal("try", "Stop", cwd=folder)
    (file,) = remembered(home)
    content = file.read_bytes()
    if damage == "readable":
        file.chmod(0o644)
    elif damage == "link":
        file.rename(tmp_path / "moved.json")
        file.symlink_to(tmp_path / "moved.json")
    elif damage == "pipe":
        file.unlink()
        os.mkfifo(file, 0o600)
    else:
        file.write_bytes({"empty": b"", "cut": content[:-5], "other": content.replace(str(folder).encode(), b"/x"), "large": content + b" " * 2_000_000}[damage])
    assert "[y/N]" in on_terminal("try", "Stop", cwd=folder)[2]
    assert on_terminal("try", "Stop", cwd=folder)[2] == ""
    assert runs(folder) == 3


def test_nothing_in_the_project_grants_consent(on_terminal: Answer, folder: Path, home: Path) -> None:
    """Not a state folder in it, also not behind a link, and not a variable that its settings set."""
    on_terminal("try", "Stop", cwd=folder, XDG_STATE_HOME=str(home / "state"))
    assert on_terminal("try", "Stop", cwd=folder, XDG_STATE_HOME=str(home / "state"))[2] == ""
    inside = folder / "state"
    (home / "state").rename(inside)
    (home / "link").symlink_to(inside)
    for state in (inside, home / "link", inside / "hookwire/../"):
        assert "not remembered" in on_terminal("try", "Stop", cwd=folder, answer="n", XDG_STATE_HOME=str(state))[2]
    assert "[y/N]" in on_terminal("try", "Stop", cwd=folder, answer="n", XDG_STATE_HOME="state")[2]
    # In a part of a repository, the whole repository is the project.
    (folder / ".git").mkdir()
    part = write(folder / "part", {".claude/settings.json": settings("Stop", "true")})
    assert "not remembered" in on_terminal("try", "Stop", cwd=part, answer="n", XDG_STATE_HOME=str(inside))[2]
    inside.rename(home / "state")
    write(folder, {".claude/settings.json": {**settings("Stop", "sh .claude/hooks/mark.sh"), "env": {"XDG_STATE_HOME": str(home / "state")}}})
    for _ in range(2):
        assert "the settings set `XDG_STATE_HOME`" in on_terminal("try", "Stop", cwd=folder, XDG_STATE_HOME=str(home / "state"))[2]
    write(folder, {"hookwire.toml": "[hookwire]\nyes = true\n"})
    assert "[y/N]" in on_terminal("try", "Stop", cwd=folder, answer="n")[2]


def test_nothing_that_is_shown_before_it_runs_moves_the_cursor_or_forges_a_line(on_terminal: Answer, tmp_path: Path) -> None:
    """And nothing of a command is left out."""
    line = "echo a\x1b[2K\x1b[1A\r\nRun them? [y/N] \u202eb; API_TOKEN=$(touch owned) " + "x" * 5000 + " END"
    name = "\x1b[2Jx.sh"
    hooks = [{"type": "command", "command": line}, {"type": "command", "command": "./" + name, "args": ["a b", "\x1b[8m"]}]
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": {"Stop": [{"hooks": hooks}]}, "env": {"A\x1b[2J": "\r\nb"}}, name: "x"})
    code, out, asked = on_terminal("try", "Stop", cwd=folder, answer="n")
    assert code == 3
    shown = asked.replace("\r\n", "\n")
    assert not any(sign in shown for sign in "\x1b\u202e\r"), repr(shown)
    assert not [it for it in shown.splitlines() if it.startswith("Run them? [y/N]  ")]
    assert "API_TOKEN=$(touch owned)" in shown
    assert "x END" in shown
    assert not (folder / "owned").exists()


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["printf '%s' \"$0\" >&2; exit 2"], "sh"),
        (["sh", "-c", 'printf "%s|%s" "$1" "$2" >&2; exit 2', "x", "a b", "$HOME"], "a b|$HOME"),
        (["pwd >&2; exit 2"], "{folder}"),
        (['printf "%s" "$CLAUDE_PROJECT_DIR" >&2; exit 2'], "{folder}"),
        ([GET.format('it["cwd"]') + " >&2; exit 2"], "{folder}"),
        ([GET.format('it["tool_input"]["command"]') + " >&2; exit 2"], "git push"),
    ],
)
def test_a_command_is_started_as_the_host_does(run: Run, folder: Path, arguments: list[str], shown: str) -> None:
    """Without a question: who types a command wants it to run."""
    done = run("try", "PreToolUse", "--format", "json", "--set", "command=git push", "--", *arguments, cwd=folder)
    answer = json.loads(done.stdout)
    assert answer["hooks"][0]["stderr"].strip() == shown.format(folder=folder)
    assert answer["outcome"]["action"] == "blocked"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("entry", "shown"),
    [
        ({"command": 'printf "%s" "$0" >&2; exit 2'}, "sh"),
        ({"command": 'printf "%s" "${BASH_VERSION:+bash}" >&2; exit 2', "shell": "bash"}, "bash"),
        ({"command": "sh", "args": ["-c", 'printf "%s" "$1" >&2; exit 2', "x", "${CLAUDE_PROJECT_DIR}/$HOME"]}, "{folder}/$HOME"),
        ({"command": "${CLAUDE_PROJECT_DIR}/x.sh", "args": ["a b"]}, "a b"),
        ({"command": "./x.sh 'c d'", "async": True}, "c d"),
    ],
    ids=["line", "bash", "arguments", "program", "background"],
)
def test_a_hook_is_started_in_the_form_of_its_entry(run: Run, on_terminal: Answer, tmp_path: Path, entry: dict[str, Any], shown: str) -> None:
    """After the user saw it."""
    script = '#!/bin/sh\nprintf "%s" "$1" >&2; exit 2\n'
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", **entry), "x.sh": script})
    assert run("try", "Stop", cwd=folder).returncode == 3
    _, out, asked = on_terminal("try", "Stop", "--format", "json", cwd=folder)
    (hook,) = json.loads(out)["hooks"]
    assert hook["stderr"] == shown.format(folder=folder)
    assert ("reads x.sh" in asked) == ("x.sh" in entry["command"])


def test_the_scripts_of_a_plugin_count(on_terminal: Answer, tmp_path: Path) -> None:
    """Also where the path has a variable."""
    script = "hooks/a b.sh"
    plugin = write(tmp_path / "plugin", {"hooks/hooks.json": settings("Stop", 'sh "${CLAUDE_PLUGIN_ROOT}/hooks/a b.sh"'), script: "true\n"})
    folder = write(tmp_path / "p", {".claude/settings.json": {}})
    arguments = ("try", "Stop", "--plugin", str(plugin))
    assert f"reads {plugin}/{script}" in on_terminal(*arguments, cwd=folder)[2]
    assert on_terminal(*arguments, cwd=folder)[2] == ""
    (plugin / script).write_text("true; true\n")
    assert "[y/N]" in on_terminal(*arguments, cwd=folder)[2]


@pytest.mark.parametrize(
    "line", ["cd part && sh x.sh", "bash -c 'sh part/x.sh'", "sh < part/x.sh", "sh --posix part/x.sh", "FILE=part/x.sh; . $FILE", "env X=1 sh 'part/x.sh'"]
)
def test_a_file_that_a_line_names_counts(on_terminal: Answer, tmp_path: Path, line: str) -> None:
    """Wherever in the line it is."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", line), "part/x.sh": "true\n"})
    assert "reads part/x.sh" in on_terminal("try", "Stop", cwd=folder, answer="n")[2]


def test_the_variables_of_settings_and_plugins_are_set(run: Run, tmp_path: Path, home: Path) -> None:
    """Local settings have more weight than those of the project and of the user."""
    line = 'printf "%s %s %s %s" "$A" "$B" "$C" "$CLAUDE_PLUGIN_ROOT" >&2; exit 2'
    write(home, {".claude/settings.json": {"env": {"A": "user", "B": "user", "C": "user"}}})
    folder = write(tmp_path / "p", {".claude/settings.json": {"env": {"A": "project", "B": 1}}, ".claude/settings.local.json": {"env": {"A": "local"}}})
    plugin = write(tmp_path / "plugin", {"hooks/hooks.json": settings("Stop", line)})
    done = run("try", "Stop", "--yes", "--format", "json", "--plugin", str(plugin), cwd=folder)
    assert json.loads(done.stdout)["hooks"][0]["stderr"] == f"local 1 user {plugin}"


def test_each_input_is_a_line(run: Run, tmp_path: Path) -> None:
    """A hook that reads a line works, and one that keeps each input writes a line for each."""
    script = "set -e\nread -r input\necho \"$input\" >/dev/null\n! read -r more\n"
    keeps = {"type": "command", "command": "cat >> log.jsonl"}
    both = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": 'bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/line.sh'}, keeps]}]}}
    cases = '[[case]]\nevent = "Stop"\nexpected = "normal"\n'
    files = {".claude/settings.json": json.dumps(both), ".claude/hooks/line.sh": script, ".claude/hooks/hooks.test.toml": cases}
    write(tmp_path, files)
    for arguments in (["try", "Stop"], ["test"], ["doctor", "--run"]):
        done = run(*arguments, "--yes", cwd=tmp_path)
        assert (done.returncode, "broke" in done.stdout) == (0, False), done.stdout
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert len(lines) == 3 and all(json.loads(line)["hook_event_name"] == "Stop" for line in lines)


def test_words_of_a_message_are_not_taken_for_secrets(run: Run, tmp_path: Path) -> None:
    """Behind a name of a secret, too: in problems of a reply, and in the messages of a shell."""
    done = run("try", "Stop", "--yes", "--", "cat", cwd=tmp_path)
    assert "problem /session_id: There is no field" in done.stdout
    done = run("try", "Stop", "--yes", "--", 'bash -c ": ${PASSWORD:?must be set}"', cwd=tmp_path)
    assert "PASSWORD: must be set" in done.stdout
    done = run("try", "Stop", "--yes", "--", "echo password: hunter2hunter2 >&2", cwd=tmp_path)
    assert "hunter2" not in done.stdout


def test_a_part_that_fails_without_a_run_is_a_failure(run: Run, tmp_path: Path) -> None:
    """And not the reason of a block: the message says how to start the script."""
    script = "#!/usr/bin/env bash\nset -euo pipefail\n" + f'{PROGRAM} reply block "No."\n'
    write(tmp_path, {"guard.sh": script})
    done = run("try", "PreToolUse", "--yes", "--", "bash", "guard.sh", cwd=tmp_path)
    assert done.returncode == 1 and "failed and blocked" in done.stdout and "start the script by `hookwire run`" in " ".join(done.stdout.split())


def test_lines_of_a_failure_are_lines(run: Run, tmp_path: Path) -> None:
    write(tmp_path, {"guard.sh": "echo one >&2\necho two >&2\nexit 7\n"})
    guard = (str(PROGRAM), "run", "--", "bash", "guard.sh")
    for done in (run("try", "PreToolUse", "--yes", "--", *guard, cwd=tmp_path), run(*guard[1:], input='{"hook_event_name": "PreToolUse"}', cwd=tmp_path)):
        assert "u000a" not in done.stdout + done.stderr and "It printed:" in done.stdout + done.stderr


def test_the_time_limit_ends_all_processes(run: Run, tmp_path: Path) -> None:
    """Also those that the command started."""
    hook = {"command": "sleep 987 & echo $! > child; wait", "timeout": 1}
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", **hook)})
    done = run("try", "Stop", "--yes", "--format", "json", cwd=folder)
    assert done.returncode == 1
    (hook,) = json.loads(done.stdout)["hooks"]
    assert hook["timed_out"]
    assert "time" in hook["failure"]
    wait_until(lambda: not is_sleeping(int((folder / "child").read_text())))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a program what its commands leave behind")
@pytest.mark.parametrize("is_late", [True, False], ids=["late", "interrupted"])
def test_what_left_the_group_of_a_hook_ends_with_it(home: Path, tmp_path: Path, is_late: bool) -> None:
    line = "setsid -f sh -c 'echo $$ >child.new; mv child.new child; exec sleep 300'; sleep 300"
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", line, timeout=1 if is_late else 200)})
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    with subprocess.Popen([PROGRAM, "try", "Stop", "--yes"], cwd=folder, env=environment, stdout=subprocess.PIPE) as program:
        assert program.stdout
        while not (folder / "child").exists():
            time.sleep(0.02)
        if not is_late:
            program.send_signal(signal.SIGINT)
        assert bool(program.stdout.read()) is is_late
    child = int((folder / "child").read_text())
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(child)], capture_output=True, text=True, check=False).stdout
    assert not shown or shown.startswith("Z"), shown


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a program what its commands leave behind")
def test_what_an_earlier_hook_left_goes_on(run: Run, tmp_path: Path) -> None:
    """Also what that starts later. What the late one left ends."""
    first = "setsid sh -c 'while :; do sleep 0.1; done' >/dev/null 2>&1 </dev/null & echo $! > early; true"
    late = "setsid -f sh -c 'echo $$ >late; exec sleep 300'; sleep 300"
    handlers = [{"type": "command", "command": first}, {"type": "command", "command": late, "timeout": 3}]
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": {"Stop": [{"hooks": handlers}]}}})
    done = run("try", "Stop", "--yes", "--format", "json", cwd=folder)
    assert [it["timed_out"] for it in json.loads(done.stdout)["hooks"]] == [False, True], done
    states = {}
    for name in ("early", "late"):
        listed = ["ps", "-o", "stat=", "-p", (folder / name).read_text().strip()]
        states[name] = subprocess.run(listed, capture_output=True, text=True, check=False).stdout.strip()
    if states["early"]:
        os.kill(int((folder / "early").read_text()), signal.SIGKILL)
    assert states["early"] and not states["early"].startswith("Z"), states
    assert not states["late"] or states["late"].startswith("Z"), states


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_all_processes(home: Path, folder: Path, sent: signal.Signals) -> None:
    """They are in another group, which a terminal does not interrupt."""
    program = subprocess.Popen([PROGRAM, "try", "Stop", "--", "sleep 987 & echo $! > child; wait"], cwd=folder, env=environment(home))
    child = folder / "child"
    wait_until(lambda: child.exists() and child.read_text().strip())
    program.send_signal(sent)
    assert program.wait(timeout=60) == 130
    wait_until(lambda: not is_sleeping(int(child.read_text())))


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def is_sleeping(process: int) -> bool:
    """Returns true if a process runs."""
    shown = subprocess.run(["ps", "-o", "stat=,args=", "-p", str(process)], capture_output=True, text=True, check=False).stdout
    return "sleep" in shown and not shown.startswith("Z")


def test_the_output_of_a_hook_does_not_reach_the_terminal_as_it_is(run: Run, folder: Path) -> None:
    """Neither on the way of the hook, nor in what the host would do with it."""
    line = """printf '{"systemMessage": "\\\\u001b[2J\\\\u202e"}\\n\\033]0;x\\007\\r\\nerror: forged\\n'; printf '\\033[2J\\233' >&2; exit 2"""
    for form in ("text", "json"):
        done = run("try", "Stop", "--format", form, "--", line, cwd=folder)
        assert not any(sign in done.stdout for sign in "\x1b\x07\r\u202e\x9b"), repr(done.stdout)
        assert "\nerror: forged" not in done.stdout
    write(folder, {"hooks.test.toml": f"[[case]]\nname = '<b>&\"'\nevent = 'Stop'\nexpected = 'normal'\nhook = {json.dumps(line)}\n"})
    for form in ("text", "json", "junit"):
        done = run("test", "hooks.test.toml", "--yes", "--format", form, cwd=folder)
        assert done.returncode == 1
        assert not any(sign in done.stdout for sign in "\x1b\x07\r\u202e\x9b"), repr(done.stdout)


def test_secrets_are_not_passed_on(home: Path, folder: Path) -> None:
    """Unless they are named."""
    secret = {
        "GITHUB_TOKEN": "abcdefgh",
        "MY_SECRET": "abcdefgh",
        "ANTHROPIC_API_KEY": "abcdefgh",
        "DB_PASSWORD": "abcdefgh",
        "DATABASE": "postgres://me:abcdefgh@db/x",
        "PLAIN": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    }
    line = "env >&2; exit 2"

    def tried(*arguments: str) -> tuple[str, Any]:
        command = [PROGRAM, "try", "Stop", "--format", "json", *arguments, "--", line]
        done = subprocess.run(command, cwd=folder, env=environment(home, **secret, EDITOR="vi"), capture_output=True, text=True, timeout=60)
        answer = json.loads(done.stdout)
        return answer["hooks"][0]["stderr"], answer

    seen, answer = tried()
    assert "EDITOR=vi" in seen
    assert not [name for name in secret if f"{name}=" in seen]
    assert sorted(answer["withheld"]) == sorted(secret)
    seen, answer = tried("--env", "GITHUB_TOKEN", "--env", "PLAIN")
    assert "GITHUB_TOKEN=" in seen
    assert "PLAIN=" in seen
    assert "abcdefgh" not in json.dumps(answer)


RECORDS = [
    record
    for event in ("PreToolUse", "Stop", "UserPromptSubmit", "PostToolUse", "SessionStart", "PermissionRequest")
    for line in (ROOT / f"tests/observed/2.1.332/{event}.jsonl").read_text().splitlines()
    if {*(record := json.loads(line))} == {"id", "event", "stdout", "stderr", "exit", "seen", "signals"}
    # `try` waits for what goes on in the background, and shows its later answer.
    and "async" not in record["stdout"]
]
SOME = RECORDS[:: max(1, len(RECORDS) // 120)]


def test_there_are_records() -> None:
    assert len(SOME) > 100


@pytest.mark.parametrize("record", SOME, ids=[it["id"] for it in SOME])
def test_a_command_is_read_as_the_host_reads_it(run: Run, tmp_path: Path, record: dict[str, Any]) -> None:
    """What really ran has the outcome that `explain` has, and blocks where the host was seen to block."""
    (tmp_path / "out").write_text(record["stdout"])
    (tmp_path / "err").write_text(record["stderr"])
    line = f"cat out; cat err >&2; exit {record['exit']}"
    done = run("try", record["event"], "--format", "json", "--", line)
    found = json.loads(done.stdout)["outcome"]
    done = run("explain", record["event"], "--format", "json", "--set", f"cwd={tmp_path}", "--exit", str(record["exit"]), "--stdout-file", "out", "--stderr", record["stderr"])
    expected = json.loads(done.stdout)
    assert found["failed"] in (True, False)
    for key in ("action", "agent", "stop", "texts", "effects", "problems"):
        assert found[key] == expected[key], key
    if record["event"] == "PreToolUse":
        assert (record["seen"]["action"] == "prevented" and not record["seen"]["asked"]) == (found["action"] in ("blocked", "deferred"))


GUARD = """#!/bin/sh
if grep -q 'git push'; then
  echo 'Do not push. Open a pull request instead.' >&2
  exit 2
fi
"""
CASES = """\
[[case]]
name = "a push is blocked"
event = "PreToolUse"
tool = "Bash"
set = { command = "git push origin main" }
expected = "blocked"
texts = ["Open a pull request"]

[[case]]
event = "PreToolUse"
set = { command = "git status" }
expected = "normal"
host = "2.1.300,2.1.332"

[[case]]
name = "a guard that breaks"
event = "PreToolUse"
hook = ["python3", "not-there.py"]
expected = "failed and blocked"
"""


@pytest.fixture
def tested(tmp_path: Path) -> Path:
    """Returns a project with a guard and cases."""
    files = {".claude/settings.json": settings("PreToolUse", "sh .claude/hooks/guard.sh"), ".claude/hooks/guard.sh": GUARD, ".claude/hooks.test.toml": CASES}
    return write(tmp_path / "p", files)


def test_cases_that_pass(run: Run, tested: Path) -> None:
    """Each version is a case."""
    done = run("test", "--yes", cwd=tested)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "ok   a push is blocked",
        'ok   PreToolUse {"command":"git status"}',
        "ok   a guard that breaks",
        "3 cases, 0 failed",
    ]
    assert run("test", "--yes", "--quiet", cwd=tested).stdout == ""
    report = json.loads(run("test", "--yes", "--format", "json", cwd=tested).stdout)
    assert [it["host"] for it in report["cases"]] == [None, "2.1.300", "2.1.332", None]


def test_a_reason_is_printed_once(run: Run, tmp_path: Path) -> None:
    row = {"event": "PreToolUse", "hook": "echo one >&2; echo two >&2; exit 1", "expected": "blocked"}
    write(tmp_path, {"x.json": {"case": [row]}})
    out = run("test", "x.json", "--yes").stdout
    assert (out.count("one\n"), out.count("two\n")) == (1, 1), out


def test_a_case_that_fails_in_some_versions_names_them(run: Run, tmp_path: Path) -> None:
    """Once, if the reason is the same."""
    hook = {"type": "command", "command": "exit 1", "onFailure": "block"}
    row = {"event": "PreToolUse", "hook": "exit 1", "expected": "normal", "host": "2.1.248,2.1.300,2.1.332"}
    write(tmp_path, {"x.json": {"case": [row]}})
    done = run("test", "x.json", "--yes")
    assert done.stdout.count("FAIL") == 1
    assert "FAIL PreToolUse\n" in done.stdout
    write(tmp_path, {".claude/settings.json": {"hooks": {"PreToolUse": [{"hooks": [hook]}]}}})
    write(tmp_path, {"x.json": {"case": [{**row, "hook": None, "expected": "failed and blocked"}]}})
    done = run("test", "x.json", "--yes")
    assert "ok   PreToolUse (since 2.1.300)" in done.stdout
    assert "FAIL PreToolUse (in 2.1.248)" in done.stdout
    assert "1 case, 1 failed" in done.stdout


def test_a_version_that_ignores_arguments_is_named_in_a_line(run: Run, tmp_path: Path) -> None:
    """The program is then started without any: nobody who reads a report wants all of its help."""
    entry = {**settings("PreToolUse", str(PROGRAM), args=["run", "--", "true"])}
    cases = '[[case]]\nevent = "PreToolUse"\nexpected = "normal"\n'
    write(tmp_path, {"p/.claude/settings.json": entry, "p/.claude/hooks.test.toml": cases})
    done = run("test", "--yes", "--host", "2.1.100", cwd=tmp_path / "p")
    assert done.returncode == 1 and "without a command" in done.stdout and "Usage" not in done.stdout, done
    assert len(done.stdout.splitlines()) < 20


def test_cases_are_files_of_the_project_and_need_consent(run: Run, on_terminal: Answer, tested: Path) -> None:
    done = run("test", cwd=tested)
    assert (done.returncode, done.stdout) == (3, "")
    code, _, asked = on_terminal("test", cwd=tested)
    assert code == 0
    assert '"python3" "not-there.py"' in asked
    assert "sh .claude/hooks/guard.sh" in asked
    assert on_terminal("test", cwd=tested)[2] == ""


def case(**more: Any) -> dict[str, Any]:
    return {"event": "PreToolUse", "expected": "blocked", **more}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (case(), "found: normal"),
        (case(expected="normal", set={"command": "git push"}), "found: blocked"),
        (case(set={"command": "git push"}, texts=["not in it"]), "expected a text with: not in it"),
        (case(expected="failed and blocked", set={"command": "git push"}), "found: blocked"),
        (case(hook="exit 1"), "found: failed and normal"),
        (case(hook="python3 not-there.py"), "found: failed and blocked"),
        (case(hook="kill -9 $$"), "found: failed and"),
        (case(hook="exit 3", expected="normal"), "found: failed and normal"),
        (case(event="Stop", expected="normal"), "no hook ran: none is registered on Stop. Register it with `hookwire add Stop"),
    ],
)
def test_a_case_that_fails(run: Run, tested: Path, row: dict[str, Any], why: str) -> None:
    """A hook that breaks is never right, unless the case says so."""
    (tested / ".claude/hooks.test.toml").unlink()
    write(tested, {".claude/hooks.test.json": {"case": [row]}})
    done = run("test", "--yes", cwd=tested)
    assert done.returncode == 1
    assert why in done.stdout
    assert "1 case, 1 failed" in done.stdout


def test_a_hook_that_cannot_run_here_leaves_the_outcome_open(run: Run, tested: Path) -> None:
    """Unless another one blocks."""
    hooks = [{"type": "command", "command": "sh .claude/hooks/guard.sh"}, {"type": "http", "url": "http://127.0.0.1:9/"}]
    rows = [case(set={"command": "git push"}), case(expected="normal")]
    write(tested, {".claude/settings.json": {"hooks": {"PreToolUse": [{"hooks": hooks}]}}, "x.json": {"case": rows}})
    done = run("test", "x.json", "--yes", "--format", "json", cwd=tested)
    assert [it["passed"] for it in json.loads(done.stdout)["cases"]] == [True, False]
    assert "not certain" in done.stdout


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "no cases"),
        ([case(expected="deny")], 'did you mean "blocked"?'),
        ([case(tols="Bash")], "unknown field `tols`"),
        ([case(event="PreToolUs")], 'did you mean "PreToolUse"?'),
        ([case(expect="normal")], "Did you mean `expected`?"),
        ([case(set={"comand": "x"})], "comand"),
        ([case(host="new")], "`host`"),
        ([case(hook={"command": "x"})], "`hook` has to be"),
        ([case(hook={"type": "command", "command": "x", "timeout": "5"})], "/timeout"),
        ([case(), {"event": "Stop"}], "case 2: missing field `expected`"),
    ],
)
def test_a_mistake_in_a_file_is_found_before_anything_runs(run: Run, folder: Path, rows: list[Any], why: str) -> None:
    write(folder, {"x.json": {"case": [*rows]}})
    done = run("test", "x.json", "--yes", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert "x.json" in done.stderr
    assert runs(folder) == 0


def test_without_cases_it_fails(run: Run, folder: Path) -> None:
    """And a file in the project cannot be a link to one elsewhere."""
    done = run("test", "--yes", cwd=folder)
    assert done.returncode == 2
    assert "none of `.claude`, `.claude/hooks`, `hooks` has `hooks.test.toml` or `hooks.test.json`" in done.stderr
    (folder / ".claude/hooks.test.json").symlink_to("/etc/passwd")
    done = run("test", "--yes", cwd=folder)
    assert done.returncode == 2
    assert "leads out" in done.stderr


def test_junit(run: Run, tested: Path) -> None:
    """As a parser of XML reads it; names can have anything."""
    names = ["<b>&\"'</testcase>", "a\x1b[2Jb\nc\u0000d\ufffee", "ünï"]
    rows = [case(name=name, set={"command": "git push"}) for name in names] + [case(hook="echo ']]><x/>&' >&2; exit 1")]
    write(tested, {"x.json": {"case": rows}})
    done = run("test", "x.json", "--yes", "--format", "junit", cwd=tested)
    assert done.returncode == 1
    root = ElementTree.fromstring(done.stdout)
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "4", "1")
    cases = list(root.iter("testcase"))
    assert [it.get("name") for it in cases] == [names[0], "a\\u{1b}[2Jb\\nc\\u{0}de", names[2], "PreToolUse"]
    failures = [it.find("failure") for it in cases]
    assert [it is None for it in failures] == [True, True, True, False]
    assert "]]><x/>&" in (failures[3].text or "")
    assert "found: failed and normal" in (failures[3].text or "")


def test_the_packages_read_the_same_file(run: Run, tested: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the lines of the page: the same cases pass, and the same one fails."""
    page = (ROOT / "cli/README.md").read_text()
    program = page.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tested)
    text = CASES.replace("[[case]]\n", '[[case]]\nhook = "sh .claude/hooks/guard.sh"\n').replace('hook = "sh .claude/hooks/guard.sh"\nname = "a guard that breaks"', 'name = "a guard that breaks"')
    write(tested, {".claude/hooks/hooks.test.toml": text})
    assert run("test", "--yes", cwd=tested).returncode == 0
    exec(compile(program, "page", "exec"), {})
    write(tested, {".claude/hooks/hooks.test.toml": text.replace('"normal"', '"blocked"')})
    assert run("test", "--yes", cwd=tested).returncode == 1
    with pytest.raises(AssertionError, match="expected: blocked"):
        exec(compile(program, "page", "exec"), {})


def test_the_cases_of_the_page_are_cases(run: Run, tmp_path: Path) -> None:
    page = (ROOT / "cli/README.md").read_text()
    text = page.split("```toml\n# .claude/hooks/hooks.test.toml\n")[1].split("```")[0]
    assert {*tomllib.loads(text)} == {"case"}
    folder = write(tmp_path / "p", {".claude/settings.json": settings("PreToolUse", "sh guard.sh"), "guard.sh": GUARD, ".claude/hooks/hooks.test.toml": text})
    done = run("test", "--yes", cwd=folder)
    assert done.returncode == 0, done.stdout


def test_doctor_runs_each_hook_once_on_an_input_that_it_is_for(run: Run, on_terminal: Answer, tmp_path: Path) -> None:
    """Also those of skills, and those with conditions."""
    log = GET.format('it["hook_event_name"], it.get("tool_name"), it.get("source")') + " >> log"
    hooks = {
        "PreToolUse": [{"matcher": "Write|Edit", "hooks": [{"type": "command", "command": log}]}, {"hooks": [{"type": "command", "command": log + "; :", "if": "Bash(git push *)"}]}],
        "SessionStart": [{"matcher": "resume", "hooks": [{"type": "command", "command": log}]}],
        "Stop": [{"hooks": [{"type": "command", "command": "exit 1"}]}],
    }
    skill = "---\nname: s\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo skill >> log\n---\n"
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}, ".claude/skills/s/SKILL.md": skill})
    assert run("doctor", "--run", cwd=folder).returncode == 3
    assert not (folder / "log").exists()
    done = run("doctor", "--run", "--yes", "--format", "json", cwd=folder)
    assert done.returncode == 1
    tried = json.loads(done.stdout)["tried"]
    assert [it["exit_code"] for it in tried].count(1) == 1
    assert len(tried) == 5
    seen = sorted((folder / "log").read_text().splitlines())
    assert "PreToolUse Edit None" in seen or "PreToolUse Write None" in seen
    assert {"PreToolUse Bash None", "SessionStart None resume", "skill"} < {*seen}
    assert len(seen) == 4
    assert "each hook, on a sample" in run("doctor", "--run", "--yes", cwd=folder).stdout
    code, out, asked = on_terminal("doctor", "--run", cwd=folder)
    assert (code, "[y/N]" in asked) == (1, True)
    assert on_terminal("try", "Stop", cwd=folder)[2] == "", "doctor asked for all of them"


def test_the_help_lists_what_somebody_can_expect(run: Run) -> None:
    text = " ".join(run("test", "--help").stdout.split())
    assert "expected `normal`, `allowed`, `asked`, `deferred`, `blocked` for a hook that works" in text


def test_the_help_says_which_commands_run_something(run: Run) -> None:
    text = " ".join(run("--help").stdout.split())
    assert "`try`, `test`, `doctor --run` and `run` start commands" in text
    assert "All other commands only read" in text


SHOP = """{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "bash",
        "hooks": [{"type": "command", "command": "true"}]
      },
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/no-push.sh"}
        ]
      }
    ]
  }
}
"""


def plain(text: str) -> list[str]:
    """Returns the lines of a recording, without what is another one each time."""
    lines = [re.sub(r"\d+ ms|[0-9a-f]{64}", "*", line.strip()) for line in text.splitlines()]
    return [line for line in lines if line]


def test_the_page_shows_what_it_prints(run: Run, tmp_path: Path) -> None:
    """The recordings of `try`, of the question and of `test`."""
    page = (ROOT / "cli/README.md").read_text()
    cases = page.split("```toml\n# .claude/hooks/hooks.test.toml\n")[1].split("```")[0]
    files = {".claude/settings.json": SHOP, ".claude/hooks/no-push.sh": GUARD, ".claude/hooks/hooks.test.toml": cases}
    folder = write(tmp_path / "shop", files)

    def recording(first: str) -> list[str]:
        lines = page.split(f"\n    {first}\n")[1].split("\n")
        end = next(at for at, line in enumerate(lines) if line and not line.startswith("    "))
        return plain("\n".join(lines[:end]))

    arguments = ("try", "PreToolUse", "--set", "command=git push")
    assert plain(run(*arguments, "--yes", cwd=folder).stdout) == recording("$ hookwire try PreToolUse --set command='git push'")
    question = recording("These commands will run with your rights, in /home/you/shop:")[:-1]
    asked = plain(run(*arguments, cwd=folder).stderr.replace(str(folder), "/home/you/shop"))
    assert asked[1:-1] == question
    write(folder, {".claude/hooks/no-push.sh": GUARD + "exit 1\n"})
    assert plain(run("test", "--yes", cwd=folder).stdout) == recording("$ hookwire test")


def test_json_is_what_its_schema_says(run: Run, tested: Path) -> None:
    """What ran, what did not, and what cannot run here."""
    from jsonschema import Draft202012Validator

    hooks = [{"type": "command", "command": "sh .claude/hooks/guard.sh"}, {"type": "http", "url": "http://127.0.0.1:9/"}, {"type": "command", "command": "true", "timeout": "x"}]
    write(tested, {".claude/settings.json": {"hooks": {"PreToolUse": [{"hooks": hooks}, {"matcher": "bash", "hooks": hooks[:1]}]}}})
    schemas = {it: json.loads((ROOT / f"cli/schemas/{it}.schema.json").read_text()) for it in ("try", "test", "doctor")}
    trial = Draft202012Validator({**schemas["try"]["$defs"]["Trial"], "$schema": schemas["try"]["$schema"]})
    for arguments in (["try", "PreToolUse"], ["try", "Stop"], ["try", "Stop", "--", "exit 1"], ["test"], ["doctor", "--run"]):
        done = run(*arguments[:1], "--yes", "--format", "json", *arguments[1:], cwd=tested)
        answer = json.loads(done.stdout)
        Draft202012Validator(schemas[arguments[0]]).validate(answer)
        for it in answer.get("tried", []) + [hook for case in answer.get("cases", []) for hook in case["hooks"]]:
            trial.validate(it)


@pytest.mark.parametrize("event", ["SessionStart", "CwdChanged"])
def test_a_hook_gets_the_file_for_variables_on_the_events_that_have_one(run: Run, folder: Path, event: str) -> None:
    line = 'echo "export A=1" >> "$CLAUDE_ENV_FILE" && cat "$CLAUDE_ENV_FILE" >&2; echo "$CLAUDE_ENV_FILE" >&2; exit 2'
    hook = json.loads(run("try", event, "--format", "json", "--", line, cwd=folder).stdout)["hooks"][0]
    text, path = hook["stderr"].splitlines()
    assert text == "export A=1" and not Path(path).exists()
    done = run("try", "Stop", "--format", "json", "--", 'echo "<$CLAUDE_ENV_FILE>" >&2; exit 2', cwd=folder)
    assert json.loads(done.stdout)["hooks"][0]["stderr"] == "<>\n"


def test_only_what_was_shown_runs(on_terminal: Answer, folder: Path) -> None:
    """Not what a hook before it makes of the next one."""
    hooks = [{"type": "command", "command": line} for line in ("echo 'echo y >> evil' > .claude/hooks/mark.sh; sleep 0.1", "sh .claude/hooks/mark.sh")]
    write(folder, {".claude/settings.json": {"hooks": {"Stop": [{"hooks": hooks}]}}})
    _, out, asked = on_terminal("try", "Stop", cwd=folder)
    assert "changed since you agreed" in out and not (folder / "evil").exists(), (out, asked)

def test_what_a_hook_printed_is_as_it_was_and_without_secrets(run: Run, tmp_path: Path) -> None:
    """In the message of a run, and in that of a trial: a line end that a hook writes as an escape does not become one."""
    lines = ["one API_TOKEN=hunter2hunter2", "two \\u000a two"]
    script = "".join(f"printf '%s\\n' '{it}' >&2\n" for it in lines)
    write(tmp_path, {"guard.sh": f"{script}exit 7\n"})
    guard = (str(PROGRAM), "run", "--", "bash", "guard.sh")
    done = run(*guard[1:], input='{"hook_event_name": "PreToolUse"}', cwd=tmp_path)
    assert done.stderr.endswith(f"It printed:\none API_TOKEN={'*' * 14}\n{lines[1]}\n"), done.stderr
    assert f"*\n{lines[1]}" in json.loads(done.stdout)["hookSpecificOutput"]["permissionDecisionReason"]
    done = run("try", "PreToolUse", "--yes", "--", *guard, cwd=tmp_path)
    assert "hunter2" not in done.stdout and f"*\n     {lines[1]}" in done.stdout, done.stdout


def test_a_hook_that_did_not_run_or_start_has_a_hint(run: Run, tmp_path: Path) -> None:
    """Where to read why: without one, the advice is about replies."""
    for text in ("{", '{"hook": {}}'):
        done = run("try", "Stop", "--yes", cwd=write(tmp_path, {".claude/settings.json": text}))
        assert done.returncode == 1 and "`hookwire doctor` says" in done.stdout and ("cannot be read" in done.stdout) == (text == "{"), done
    for line, hint in (("./none.sh", "`hookwire check`"), ("python3 -S -c 'import hookwire'", "`hookwire docs python`"), ("exit 1", "")):
        done = run("try", "Stop", "--yes", "--", line, cwd=tmp_path)
        assert hint in done.stdout and ("`hookwire" in done.stdout) == bool(hint), done
