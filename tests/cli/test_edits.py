"""`hookwire add` and `hookwire remove`: one entry, and nothing else."""

import json
import os
import pty
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import PROGRAM, Run, codes, findings, settings, write

LOCAL = ".claude/settings.local.json"
PROJECT = ".claude/settings.json"
HOOK = ("--", "bash", ".claude/hooks/a.sh")

MESSY = """\ufeff{\r
\t"$schema": "x",\r
\t"hooks" : {"Stop":[ {"hooks":[{"command":"a",  "type":"command"}]} ],\r
\t  "PreToolUse": [\r
\t\t{"matcher": "Edit", "hooks": []}\r
\t  ]},\r
\t"unknown": [1,2 , 3.50, "\\u00e4"],"env":{}\r
}"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Returns a project with a hook."""
    return write(tmp_path / "project", {".claude/hooks/a.sh": "#!/bin/sh\n"})


def entry(path: Path, event: str = "PreToolUse") -> dict[str, object]:
    """Returns the last handler of an event."""
    return json.loads(path.read_text(encoding="utf-8-sig"))["hooks"][event][-1]["hooks"][-1]


def test_a_hook_is_added_once_and_removed(run: Run, project: Path) -> None:
    add = ("add", "PreToolUse", "--matcher", "Bash", "--yes", *HOOK)
    done = run(*add, cwd=project)
    assert done.returncode == 0 and "+++ b/" in done.stdout, done
    assert entry(project / LOCAL) == {
        "type": "command",
        "command": str(PROGRAM),
        "args": ["run", "--", "bash", "${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh"],
        "onFailure": "block",
    }
    before = (project / LOCAL).read_bytes()
    again = run(*add, cwd=project)
    assert again.returncode == 0 and "nothing to do" in again.stdout
    assert (project / LOCAL).read_bytes() == before
    done = run("remove", *add[1:], cwd=project)
    assert done.returncode == 0 and "Removed" in done.stdout
    assert not (project / LOCAL).exists(), "`add` had made the file"
    again = run("remove", *add[1:], cwd=project)
    assert again.returncode == 1 and "nothing to do" in again.stdout


@pytest.mark.parametrize(
    ("add", "remove", "missing"),
    [
        (["--project"], [], " --project"),
        (["--project", "--matcher", "Bash|Edit"], ["--matcher", "Bash"], " --matcher 'Bash|Edit' --project"),
        ([], ["--project"], ""),
        (["--user"], [], " --user"),
        ([], ["--plain"], ""),
    ],
)
@pytest.mark.parametrize("command", [["true", "x"], ["true | cat"]])
def test_remove_names_the_line_that_removes_the_hook(
    run: Run, project: Path, add: list[str], remove: list[str], missing: str, command: list[str]
) -> None:
    """Whatever was left out or added: the file, the matcher or an option."""
    assert run("add", "PreToolUse", *add, "--yes", "--", *command, cwd=project).returncode == 0
    done = run("remove", "PreToolUse", *remove, "--yes", "--", *command, cwd=project)
    line = re.search("Write `(.*)`", done.stdout)
    assert done.returncode == 1 and line and line[1].split(" -- ")[0] == f"hookwire remove PreToolUse{missing}", done
    words = shlex.split(line[1])[1:]
    assert run(*words[:2], "--yes", *words[2:], cwd=project).returncode == 0


@pytest.mark.parametrize("line", ["echo hi", "echo hi | cat", 'bash "$CLAUDE_PROJECT_DIR"/a.sh'])
def test_a_line_that_somebody_wrote_is_found(run: Run, project: Path, line: str) -> None:
    write(project, {PROJECT: settings("Stop", line)})
    done = run("remove", "Stop", "--project", "--yes", "--", line, cwd=project)
    assert done.returncode == 0 and line not in (project / PROJECT).read_text(), done
    done = run("remove", "Stop", "--yes", cwd=project)
    assert done.returncode == 2 and "`-- bash guard.sh`" in done.stderr, done


def test_the_line_that_removes_a_hook_names_the_folder(run: Run, project: Path) -> None:
    assert run("add", "Stop", "--project", "--yes", *HOOK, cwd=project).returncode == 0
    done = run("remove", "Stop", "--folder", str(project), "--yes", *HOOK, cwd=project.parent)
    assert f"hookwire remove Stop --folder {project} --project -- " in done.stdout, done


def test_a_hook_is_removed_without_its_options(run: Run, project: Path) -> None:
    """Its event, its matcher and its command say which one. Of several, an option does."""
    hook = ("PreToolUse", "--matcher", "Bash", "--project", "--yes")
    write(project, {PROJECT: {"x": 1}})
    before = (project / PROJECT).read_bytes()
    for options in (["--timeout", "9"], ["--plain"], ["--limit", "5s"], ["--on-failure", "continue"], ["--host", "2.1.100"]):
        assert run("add", *hook, *options, *HOOK, cwd=project).returncode == 0
        assert run("remove", *hook, "--", "bash", ".claude/hooks/b.sh", cwd=project).returncode == 1
        done = run("remove", "PreToolUse", "--project", "--yes", *HOOK, cwd=project)
        assert done.returncode == 1 and "remove PreToolUse --matcher Bash --project -- bash" in done.stdout, done
        done = run("remove", *hook, *HOOK, cwd=project)
        assert done.returncode == 0 and (project / PROJECT).read_bytes() == before, (options, done)
    for options in (["--timeout", "9"], ["--plain"]):
        assert run("add", *hook, *options, *HOOK, cwd=project).returncode == 0
    done = run("remove", *hook, *HOOK, cwd=project)
    assert done.returncode == 2 and done.stderr.count("  line ") == 2 and "`--plain`" in done.stderr, done
    assert run("remove", *hook, "--plain", *HOOK, cwd=project).returncode == 0
    assert run("remove", *hook, *HOOK, cwd=project).returncode == 0
    assert (project / PROJECT).read_bytes() == before


def test_a_file_with_other_names_is_refused(run: Run, project: Path) -> None:
    """A rename would part them."""
    write(project, {LOCAL: {}})
    (project / "other").hardlink_to(project / LOCAL)
    done = run("add", "Stop", "--yes", *HOOK, cwd=project)
    assert done.returncode == 3 and "hard links" in done.stderr
    assert (project / LOCAL).samefile(project / "other")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_stays(run: Run, project: Path) -> None:
    write(project, {LOCAL: {}})
    os.chown(project / LOCAL, 1234, 1234)
    assert run("add", "Stop", "--yes", *HOOK, cwd=project).returncode == 0
    state = (project / LOCAL).stat()
    assert (state.st_uid, state.st_gid) == (1234, 1234)


def test_everything_else_stays_to_the_byte(run: Run, project: Path) -> None:
    path = project / PROJECT
    path.write_bytes(MESSY.encode())
    path.chmod(0o640)
    arguments = ("PreToolUse", "--matcher", "Bash", "--project", "--yes", *HOOK)
    assert run("add", *arguments, cwd=project).returncode == 0
    after = path.read_bytes()
    assert after.count(b"\n") == after.count(b"\r\n") > MESSY.count("\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert entry(path)["command"] == "hookwire"
    assert run("remove", *arguments, cwd=project).returncode == 0
    assert path.read_bytes() == MESSY.encode()


def test_old_hosts_get_a_line_that_blocks_without_the_program(run: Run, project: Path) -> None:
    done = run("add", "PreToolUse", "--project", "--yes", "--host", "2.1.100", *HOOK, cwd=project)
    assert done.returncode == 0, done
    handler = entry(project / PROJECT)
    assert set(handler) == {"type", "command"}
    line = str(handler["command"])
    assert line == 'hookwire run -- bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh || exit 2'
    empty = {"PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(project)}
    assert subprocess.run(["sh", "-c", line], env=empty, input=b"{}", capture_output=True).returncode == 2


def test_an_event_that_is_no_guard_goes_on(run: Run, project: Path) -> None:
    assert run("add", "Stop", "--yes", *HOOK, cwd=project).returncode == 0
    assert "onFailure" not in entry(project / LOCAL, "Stop")


def test_words_stay_words(run: Run, project: Path) -> None:
    words = ["a b", "'x'", "$(touch owned)", '"', ""]
    assert run("add", "Stop", "--plain", "--yes", "--", "echo", *words, cwd=project).returncode == 0
    assert entry(project / LOCAL, "Stop")["args"] == words
    (project / LOCAL).unlink()
    assert run("add", "Stop", "--plain", "--yes", "--host", "2.1.100", "--", "printf", "%s|", *words, cwd=project).returncode == 0
    line = entry(project / LOCAL, "Stop")["command"]
    assert subprocess.run(["sh", "-c", str(line)], capture_output=True, text=True).stdout == "|".join([*words, ""])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1"),
        ('{"hooks": []}', "hooks"),
        ('{"hooks": {}, "hooks": {}}', "twice"),
        ('{"hooks": {"PreToolUse": {}}}', "PreToolUse"),
        ("// comment\n{}", "line 1"),
        ("[]", "object"),
        ('{"a": 1,}', "line 1"),
    ],
)
def test_what_cannot_be_read_is_refused(run: Run, project: Path, text: str, said: str) -> None:
    write(project, {LOCAL: text})
    for command in ("add", "remove"):
        done = run(command, "PreToolUse", "--yes", *HOOK, cwd=project)
        assert done.returncode == 3 and said in done.stderr, done
        assert (project / LOCAL).read_text() == text


def test_bytes_that_are_no_text_are_refused(run: Run, project: Path) -> None:
    (project / LOCAL).write_bytes(b'{"a": "\xff"}')
    assert run("add", "Stop", "--yes", *HOOK, cwd=project).returncode == 3
    assert (project / LOCAL).read_bytes() == b'{"a": "\xff"}'


def test_links_out_of_a_project_are_refused_and_those_of_the_user_are_kept(run: Run, project: Path, home: Path) -> None:
    target = project.parent / "elsewhere.json"
    target.write_text("{}\n")
    (project / LOCAL).symlink_to(target)
    done = run("add", "Stop", "--yes", *HOOK, cwd=project)
    assert done.returncode == 3 and str(target) in done.stderr
    assert target.read_text() == "{}\n"
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").symlink_to(target)
    done = run("add", "Stop", "--user", "--yes", *HOOK, cwd=project)
    assert done.returncode == 0, done
    assert (home / ".claude/settings.json").is_symlink()
    assert entry(target, "Stop")["args"] == ["run", "--", "bash", str(project / ".claude/hooks/a.sh")]


def test_a_folder_that_leads_out_is_refused(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    project = tmp_path / "p"
    project.mkdir()
    (project / ".claude").symlink_to(other)
    assert run("add", "Stop", "--yes", "--", "true", cwd=project).returncode == 3
    assert not list(other.iterdir())


@pytest.mark.parametrize("file", ["l/new/deep/settings.json", "../other/x/settings.json", "new/../../other/x/settings.json"])
@pytest.mark.parametrize("option", ["--yes", "--dry-run"])
def test_nothing_is_made_outside_of_a_project(run: Run, project: Path, tmp_path: Path, file: str, option: str) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (project / "l").symlink_to(other)
    done = run("add", "Stop", option, "--file", file, "--", "true", cwd=project)
    assert done.returncode == 3 and ("leads out" in done.stderr or "no such file" in done.stderr), done
    assert not list(other.iterdir()) and not (project / "new").exists()


def test_folders_in_a_project_are_made(run: Run, project: Path) -> None:
    assert run("add", "Stop", "--yes", "--file", "sub/new/deep/settings.json", "--", "true", cwd=project).returncode == 0
    assert entry(project / "sub/new/deep/settings.json", "Stop")


@pytest.mark.parametrize("text", [None, "{}\n"])
def test_a_limit_of_the_size_of_files_leaves_nothing(project: Path, home: Path, text: str | None) -> None:
    write(project, {LOCAL: text} if text else {})
    before = sorted(project.rglob("*"))
    line = f"ulimit -f 0; exec '{PROGRAM}' add Stop --yes -- true"
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    done = subprocess.run(["sh", "-c", line], cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 3 and "was not changed" in done.stderr, done
    assert sorted(project.rglob("*")) == before


@pytest.mark.parametrize("text", ["", "\n", " \r\n\r\n", "\ufeff"])
def test_a_blank_file_that_was_there_stays(run: Run, project: Path, text: str) -> None:
    """Only a file that `add` has made is deleted."""
    (project / LOCAL).write_bytes(text.encode())
    for command in ("add", "remove"):
        done = run(command, "Stop", "--yes", "--", "true", cwd=project)
        assert done.returncode == 0 and (project / LOCAL).exists(), done
    assert json.loads((project / LOCAL).read_text(encoding="utf-8-sig")) == {}


def test_a_dry_run_writes_nothing(run: Run, project: Path) -> None:
    done = run("add", "Stop", "--dry-run", *HOOK, cwd=project)
    assert done.returncode == 0 and "+++ b/" in done.stdout and not (project / LOCAL).exists(), done
    assert run("add", "Stop", "--yes", *HOOK, cwd=project).returncode == 0
    before = (project / LOCAL).read_bytes()
    done = run("remove", "Stop", "--dry-run", *HOOK, cwd=project)
    assert done.returncode == 0 and "--- a/" in done.stdout and (project / LOCAL).read_bytes() == before, done


def test_without_a_terminal_it_needs_to_be_sure(run: Run, project: Path) -> None:
    done = run("add", "Stop", *HOOK, cwd=project)
    assert done.returncode == 3 and "--yes" in done.stderr and "+++ b/" in done.stdout
    assert not (project / LOCAL).exists()


@pytest.mark.parametrize(("answer", "is_written"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_it_asks_on_a_terminal(project: Path, home: Path, answer: str, is_written: bool) -> None:
    one, other = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    with subprocess.Popen([PROGRAM, "add", "Stop", *HOOK], cwd=project, env=environment, stdin=other, stdout=other, stderr=other) as it:
        os.write(one, answer.encode())
        assert it.wait(30) == (0 if is_written else 3)
    os.close(other)
    os.close(one)
    assert (project / LOCAL).exists() is is_written


def test_a_change_by_somebody_else_is_not_lost(project: Path, home: Path) -> None:
    """The file changes while the question is asked."""
    path = write(project, {LOCAL: "{}\n"}) / LOCAL
    one, other = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    with subprocess.Popen([PROGRAM, "add", "Stop", *HOOK], cwd=project, env=environment, stdin=other, stdout=other, stderr=other) as it:
        seen = b""
        while b"[y/N]" not in seen:
            seen += os.read(one, 1000)
        path.write_text('{"mine": 1}\n')
        os.write(one, b"y\n")
        assert it.wait(30) == 3
    os.close(other)
    os.close(one)
    assert path.read_text() == '{"mine": 1}\n'


def test_what_the_host_would_ignore_is_refused(run: Run, project: Path) -> None:
    done = run("add", "Stop", "--yes", "--entry", '{"type": "comand", "command": "x"}', cwd=project)
    assert done.returncode in (2, 3) and not (project / LOCAL).exists()
    done = run("add", "PreToolUse", "--matcher", "bash", "--yes", *HOOK, cwd=project)
    assert done.returncode == 2 and "Write `Bash`" in done.stderr and not (project / LOCAL).exists()
    done = run("add", "Stop", "--matcher", "x", "--yes", *HOOK, cwd=project)
    assert done.returncode == 2 and "a part of it would do nothing" in done.stderr and not (project / LOCAL).exists()


def test_names_cannot_move_the_cursor(run: Run, project: Path) -> None:
    done = run("add", "Stop", "--yes", "--plain", "--", "echo", "\x1b[2J\u202e", cwd=project)
    assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr


def test_a_hook_is_removed_when_its_script_is_gone(run: Run, project: Path) -> None:
    assert run("add", "Stop", "--yes", *HOOK, cwd=project).returncode == 0
    (project / ".claude/hooks/a.sh").unlink()
    assert run("remove", "Stop", "--yes", *HOOK, cwd=project).returncode == 0
    done = run("add", "Stop", "--yes", *HOOK, cwd=project)
    assert done.returncode == 0 and "does not exist yet" in done.stderr
    assert "${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh" in str(entry(project / LOCAL, "Stop")["args"])


def test_a_word_with_spaces_is_a_line_for_a_shell(run: Run, project: Path) -> None:
    assert run("add", "Stop", "--yes", "--", "echo a | cat", cwd=project).returncode == 0
    assert entry(project / LOCAL, "Stop")["args"] == ["run", "--", "sh", "-c", "echo a | cat"]


LINES = [
    # A line, what is written, and the files that it names.
    ("bash .claude/hooks/a.sh", 'bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh'),
    ("./.claude/hooks/a.sh --x", '"$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh --x'),
    ("bash ./.claude/hooks/a.sh | tee log", 'bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh | tee log'),
    ("bash '.claude/hooks/a b.sh' && true", "bash \"$CLAUDE_PROJECT_DIR\"'/.claude/hooks/a b.sh' && true"),
    ('bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh', 'bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh'),
    ("cd .claude/hooks && bash a.sh", 'cd "$CLAUDE_PROJECT_DIR"/.claude/hooks && bash a.sh'),
    ('cd "$CLAUDE_PROJECT_DIR" && bash .claude/hooks/a.sh', 'cd "$CLAUDE_PROJECT_DIR" && bash .claude/hooks/a.sh'),
    ("echo a | cat", "echo a | cat"),
]


@pytest.mark.parametrize(("line", "written"), LINES, ids=[it[0] for it in LINES])
@pytest.mark.parametrize("options", [[], ["--plain"], ["--plain", "--host", "2.1.100"], ["--host", "2.1.100"]])
def test_a_line_runs_in_any_folder_as_in_the_one_of_the_project(run: Run, tmp_path: Path, line: str, written: str, options: list[str]) -> None:
    """Its paths are those of the project, also of one with a space in its name."""
    script = "#!/bin/sh\nexit 7\n"
    project = write(tmp_path / "a project", {".claude/hooks/a.sh": script, ".claude/hooks/a b.sh": script})
    done = run("add", "PreToolUse", *options, "--yes", "--", line, cwd=project)
    assert done.returncode == 0 and "note:" not in done.stderr, done
    handler = entry(project / LOCAL)
    if "args" in handler:
        assert handler["args"][-2:] == ["-c", written]
    if "--plain" in options and ".sh" in line and "tee" not in line:
        words = [handler["command"], *handler["args"]] if "args" in handler else ["sh", "-c", handler["command"].removesuffix(" || exit 2")]
        environment = {"PATH": os.environ["PATH"], "CLAUDE_PROJECT_DIR": str(project)}
        assert subprocess.run(words, cwd=tmp_path, env=environment, input=b"{}").returncode == 7, words
    done = run("remove", "PreToolUse", "--yes", "--", line, cwd=project)
    assert done.returncode == 0 and not (project / LOCAL).exists(), done


@pytest.mark.parametrize("line", [".claude/hooks/a b.sh", 'bash -c "bash .claude/hooks/a.sh"', 'echo "$(bash .claude/hooks/a.sh)"'])
def test_a_line_whose_words_are_not_certain_is_refused(run: Run, project: Path, line: str) -> None:
    """A file with a space, and paths inside of quotes."""
    write(project, {".claude/hooks/a b.sh": "#!/bin/sh\n"})
    done = run("add", "PreToolUse", "--yes", "--", line, cwd=project)
    assert done.returncode == 2 and "write" in done.stderr and not (project / LOCAL).exists(), done


@pytest.mark.parametrize("options", [[], ["--plain"], ["--host", "2.1.100"]])
def test_check_reads_the_script_of_a_line(run: Run, project: Path, options: list[str]) -> None:
    assert run("add", "PreToolUse", *options, "--yes", "--", "bash .claude/hooks/a.sh | cat", cwd=project).returncode == 0
    (project / ".claude/hooks/a.sh").unlink()
    assert codes(findings(run, project)) == ["script-missing"]


def test_a_second_entry_for_a_command_is_named(run: Run, project: Path) -> None:
    """The hook would run twice. Each can be removed by what it was added with."""
    hook = ("PreToolUse", "--matcher", "Bash", "--project", "--yes")
    assert run("add", *hook, *HOOK, cwd=project).returncode == 0
    first = (project / PROJECT).read_bytes()
    done = run("add", *hook, "--host", "2.1.100", *HOOK, cwd=project)
    assert done.returncode == 0 and "both will run" in done.stderr and "--entry" in done.stderr, done
    done = run("remove", *hook, *HOOK, cwd=project)
    assert done.returncode == 2 and "\\n" not in done.stderr, done
    done = run("remove", *hook, "--host", "2.1.100", *HOOK, cwd=project)
    assert done.returncode == 0 and (project / PROJECT).read_bytes() == first, done


def test_the_hook_answers_before_the_host_ends_it(run: Run, project: Path) -> None:
    assert run("add", "Stop", "--yes", "--timeout", "10", *HOOK, cwd=project).returncode == 0
    assert "9000ms" in str(entry(project / LOCAL, "Stop"))
    done = run("add", "Stop", "--yes", "--timeout", "2", "--limit", "10s", *HOOK, cwd=project)
    assert done.returncode == 2 and "--limit" in done.stderr


def test_a_name_that_is_nearly_that_of_a_tool_is_mentioned(run: Run, project: Path) -> None:
    done = run("add", "PreToolUse", "--matcher", "Bsh", "--yes", *HOOK, cwd=project)
    assert done.returncode == 0 and "Did you mean `Bash`?" in done.stderr


def test_check_reads_the_script_behind_run(run: Run, project: Path) -> None:
    reply = """echo '{"permissionDecision": "deny"}'\nexit 1\n"""
    write(project, {".claude/hooks/a.sh": "#!/bin/sh\nset -e\necho checking\n" + reply})
    assert run("add", "PreToolUse", "--yes", *HOOK, cwd=project).returncode == 0
    # `run` mends the exit code and the line before the reply.
    assert set(codes(findings(run, project))) == {"misplaced-field"}
    (project / ".claude/hooks/a.sh").unlink()
    assert codes(findings(run, project)) == ["script-missing"]


def test_two_hundred_changes_at_once_are_all_kept(run: Run, project: Path) -> None:
    write(project, {LOCAL: '{"mine": 1}\n'})

    def one(number: int) -> int:
        return run("add", "Stop", "--plain", "--yes", "--", "echo", str(number), cwd=project).returncode

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(one, range(200))) == {0}
    document = json.loads((project / LOCAL).read_text())
    words = [hook["args"] for group in document["hooks"]["Stop"] for hook in group["hooks"]]
    assert sorted(words) == sorted([str(it)] for it in range(200)) and document["mine"] == 1


def test_a_pipe_is_not_waited_for(run: Run, project: Path) -> None:
    os.mkfifo(project / LOCAL)
    assert run("add", "Stop", "--yes", *HOOK, cwd=project).returncode == 3


def test_a_file_of_the_project_does_not_lead_out(run: Run, tmp_path: Path) -> None:
    out = write(tmp_path / "out", {"settings.json": "{}"})
    project = tmp_path / "p"
    project.mkdir()
    (project / ".claude").symlink_to(out)
    assert run("add", "Stop", "--yes", "--file", ".claude/settings.json", "--", "true", cwd=project).returncode == 3
    assert (out / "settings.json").read_text() == "{}"
