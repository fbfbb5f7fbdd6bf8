"""Projects of strangers: nothing is started, connected to or written, and nothing moves the cursor or holds the program up."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from conftest import PROGRAM, Run, findings, settings, write

FORBIDDEN = ("fork", "vfork", "connect", "bind", "unlink", "rename", "mkdir", "chmod", "sendto")


def hostile(folder: Path) -> Path:
    """Writes a project that tries what it can."""
    write(
        folder,
        {
            ".claude/settings.json": {
                "hooks": {
                    "PreToolUse": [
                        {"matcher": "Bash", "hooks": [{"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/a.sh; touch /tmp/owned'}]},
                        {"matcher": "\u001b[2J\u202eabc\n::error::x", "hooks": [{"type": "command", "command": "$(touch owned)"}]},
                        {"hooks": [{"type": "http", "url": "http://127.0.0.1:9/x", "headers": {"Authorization": "Bearer abcdefgh12345678"}}]},
                    ]
                }
            },
            "a.sh": "#!/bin/sh\ntouch owned\necho '{\"a\u001b[2J\": 1}'\n",
            ".claude/agents/\u001b[31mred.md": "---\nhooks: {\"\u001b[2J\": 1}\n---\n",
            "hookwire.toml": "[hookwire]\n",
            "cases.json": {"case": [{"event": "Stop", "hook": "touch owned; \x1b[2J", "expected": "normal"}]},
        },
    )
    os.mkfifo(folder / ".claude/settings.local.json")
    (folder / ".claude/skills").symlink_to("/etc")
    (folder / ".claude/commands").mkdir()
    (folder / ".claude/commands/x.md").symlink_to("/etc/passwd")
    (folder / ".claude/loop").symlink_to(folder)
    return folder


COMMANDS = [
    ["check"],
    ["check", "--format", "github"],
    ["check", "--diff"],
    ["which", "PreToolUse", "--tool", "Bash"],
    ["doctor"],
    ["explain", "PreToolUse", "--stdout", '{"\x1b[2J": 1, "systemMessage": "\x1b[2J"}'],
    ["commands", "touch owned; \x1b[2J"],
    # Nobody has agreed.
    ["try", "PreToolUse", "--tool", "Bash"],
    ["doctor", "--run"],
    ["test", "cases.json"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(it[:3]) for it in COMMANDS])
def test_reading_starts_nothing_connects_nowhere_and_writes_nothing(tmp_path: Path, home: Path, command: list[str]) -> None:
    """As the system sees it."""
    folder = hostile(tmp_path / "p")
    before = sorted(str(it) for it in tmp_path.rglob("*") if "loop" not in it.parts)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    strace = shutil.which("strace")
    traced = [strace, "-f", "-o", str(home / "trace")] if strace else []
    done = subprocess.run([*traced, PROGRAM, *command], cwd=folder, env=environment, capture_output=True, timeout=60)
    runs = command[0] in ("try", "test") or "--run" in command
    assert done.returncode in ((3,) if runs else (0, 1)), done.stderr
    out = (done.stdout + done.stderr).decode()
    assert not any(sign in out for sign in "\x1b\u202e\u009b\r"), repr(out)
    assert "\n::error::x" not in out
    assert "abcdefgh" not in out
    assert not runs or "touch" in out
    if strace:
        trace = (home / "trace").read_text().splitlines()
        (home / "trace").unlink()
        calls = [line.split("(")[0].split()[-1] for line in trace if "(" in line]
        assert "openat" in calls
        assert calls.count("execve") == 1, "only the program itself"
        assert not [it for it in calls if it in FORBIDDEN], set(calls)
        opened = [line for line in trace if "openat(" in line and ("O_WRONLY" in line or "O_RDWR" in line or "O_CREAT" in line)]
        assert [it for it in opened if "/dev/" not in it] == []
        assert not any('"/etc/passwd"' in line and "openat" in line for line in trace)
    assert sorted(str(it) for it in tmp_path.rglob("*") if "loop" not in it.parts) == before
    assert not Path("/tmp/owned").exists()
    if not strace:
        pytest.skip("strace is missing: what the system sees was not checked")


def test_links_that_lead_out_are_reported(run: Run, tmp_path: Path) -> None:
    """And what is not a file."""
    folder = hostile(tmp_path / "p")
    unread = {Path(it["path"]).name for it in findings(run, folder) if it["code"] == "not-read"}
    assert unread == {"settings.local.json", "x.md", "skills"}


@pytest.mark.parametrize(
    "text",
    ["[" * 1_000_000, '{"hooks":' * 200_000, '{"hooks": {"Stop": [' + "{}," * 300_000 + "{}]}}", "\x00" * 3_000_000, '{"a": "' + "x" * 3_900_000 + '"}'],
    ids=["brackets", "objects", "a million", "zeros", "a line"],
)
def test_large_and_deep_files_have_an_answer(run: Run, tmp_path: Path, text: str) -> None:
    """In bounded time and memory."""
    folder = write(tmp_path / "p", {".claude/settings.json": text, ".claude/agents/a.md": f"---\nhooks: {text[:500000]}\n---\n"})
    start = time.monotonic()
    done = run("check", cwd=folder)
    assert done.returncode in (0, 1)
    assert len(done.stdout) < 2_000_000
    assert time.monotonic() - start < 95
    done = run("which", "Stop", cwd=folder)
    assert done.returncode == 0


def test_files_for_git_are_not_opened(run: Run, tmp_path: Path) -> None:
    """They can be pipes, devices, and links to anywhere."""
    folder = write(tmp_path / "p", {".claude/settings.json": "{"})
    os.mkfifo(folder / ".gitignore")
    (folder / ".ignore").symlink_to("/dev/zero")
    assert [it["code"] for it in findings(run, folder)] == ["not-json"]


@pytest.mark.parametrize("link", ["commands", "skills", "agents/sub", "settings.json"])
def test_a_link_that_leads_out_or_nowhere_is_reported(run: Run, tmp_path: Path, link: str) -> None:
    """And not followed."""
    for target in ("/usr/share", "/nowhere", link.split("/")[-1]):
        folder = write(tmp_path / f"{len(target)}{target[-1]}", {".claude/agents/a.md": "x\n"})
        (folder / ".claude" / link).symlink_to(target)
        found = findings(run, folder)
        assert [(it["code"], Path(it["path"]).name) for it in found] == [("not-read", link.split("/")[-1])], target


def test_a_script_that_is_not_read_is_reported(run: Run, tmp_path: Path) -> None:
    """A link to elsewhere, a pipe, a large file."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", 'bash "$CLAUDE_PROJECT_DIR"/a.sh')})
    script = folder / "a.sh"
    script.symlink_to("/etc/passwd")
    assert [it["code"] for it in findings(run, folder)] == ["not-read"]
    script.unlink()
    os.mkfifo(script)
    assert [it["code"] for it in findings(run, folder)] == ["not-read"]
    script.unlink()
    script.write_text("#" * 5_000_000)
    assert [it["code"] for it in findings(run, folder)] == ["not-read"]


SLOW = {
    "names": "\n".join(["a0 = {'z': 1}", *(f"a{n} = {{'a': a{n - 1}, 'b': a{n - 1}}}" for n in range(1, 40)), "print(json.dumps(a39))"]),
    "prints": "x = y\n" + "print(x)\n" * 20_000,
    "statements in a line": "x=1;" * 20_000,
    "statements in a line of a block": "if x: " + "x=1;" * 20_000,
    "signs": "1" + "+1" * 20_000,
    "comments": "# x\n" * 20_000 + "x=1\n" * 20_000,
    "exits": "print('" + "x" * 100_000 + "', file=sys.stderr)\n" + "sys.exit(1)\n" * 4_000,
}


@pytest.mark.parametrize("name", SLOW)
def test_a_script_cannot_hold_it_up(run: Run, tmp_path: Path, name: str) -> None:
    """The time grows with the length of the script."""
    files = {"a.py": SLOW[name], ".claude/settings.json": settings("PreToolUse", 'python3 "$CLAUDE_PROJECT_DIR"/a.py')}
    start = time.monotonic()
    findings(run, write(tmp_path / "p", files))
    assert time.monotonic() - start < 30


SLOW_SHELL = {
    "parts": "hookwire reply block no\n" * 20_000,
    "parts of a line": "hookwire reply blok;" * 20_000,
    "programs whose failure is noticed": "x=$(a)] " * 20_000,
    "programs in a line": "[ $(a);" * 20_000 + "]",
    "brackets": "$(" * 100_000,
    "here-documents": "cat <<A\n" * 30_000,
    "functions": "f() { echo x; }\n" * 20_000,
    "quotes": "echo '\n" * 20_001,
    "calls in a line": "f() { echo x; }\n" + "f " * 20_000,
}


@pytest.mark.parametrize("name", SLOW_SHELL)
def test_a_script_for_a_shell_cannot_hold_it_up(run: Run, tmp_path: Path, name: str) -> None:
    """Also one that `hookwire run` starts: there is an answer before the time limit of the tests."""
    files = {"a.sh": SLOW_SHELL[name], ".claude/settings.json": settings("PreToolUse", 'hookwire run -- bash "$CLAUDE_PROJECT_DIR"/a.sh')}
    findings(run, write(tmp_path / "p", files))


def test_names_that_are_nearly_right_are_found_in_time(run: Run, tmp_path: Path) -> None:
    """Among many files, and in options of any length."""
    handlers = [{"type": "command", "command": f'"$CLAUDE_PROJECT_DIR"/{"n" * 200}{at}'} for at in range(50)]
    files = {"x" * 200 + str(at): "" for at in range(1_000)}
    folder = write(tmp_path / "p", {**files, ".claude/settings.json": {"hooks": {"Stop": [{"hooks": handlers}]}}})
    start = time.monotonic()
    assert len(findings(run, folder)) == 50
    write(folder, {"hookwire.toml": f'[hookwire]\nignore = ["{"a" * 1_000_000}"]\n'})
    assert run("check", cwd=folder).returncode == 2
    assert time.monotonic() - start < 30


def test_options_of_a_project_forge_no_line_and_show_no_file(run: Run, tmp_path: Path) -> None:
    """They are a file of a stranger, too."""
    folder = write(tmp_path / "p", {"hookwire.toml": '[hookwire]\nignore = ["x\\n::error::forged"]\n'})
    done = run("check", cwd=folder)
    assert done.returncode == 2
    assert "\n::error::forged" not in done.stderr
    write(tmp_path, {"secret.txt": "password hunter2"})
    (folder / "hookwire.toml").unlink()
    (folder / "hookwire.toml").symlink_to(tmp_path / "secret.txt")
    assert "hunter2" not in run("check", cwd=folder).stderr


def test_pipes_in_arguments_do_not_hang(run: Run, tmp_path: Path) -> None:
    """They are refused."""
    os.mkfifo(tmp_path / "pipe")
    assert run("explain", "Stop", "--stdout-file", "pipe").returncode == 3
    assert run("validate", "StopOutput", "pipe").returncode == 3


def test_a_file_that_is_too_large_is_not_read(run: Run, tmp_path: Path) -> None:
    """It says so."""
    folder = write(tmp_path / "p", {".claude/settings.json": "[" * 5_000_000})
    assert [it["code"] for it in findings(run, folder)] == ["not-read"]


def test_aliases_cannot_fill_the_memory(run: Run, tmp_path: Path) -> None:
    """A few lines of YAML that stand for a billion values."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    text = "---\n" + "\n".join(lines) + "\nhooks: *a9\n---\n"
    assert [it["code"] for it in findings(run, write(tmp_path / "p", {".claude/agents/a.md": text}))] == ["not-json"]


def test_secrets_are_not_printed(run: Run, tmp_path: Path) -> None:
    """Also not in the lines around a finding."""
    document = settings("Stop", "API_TOKEN=hunter2hunter2 ./x.sh")
    document["hooks"]["Stop"][0]["hooks"].append({"type": "http", "url": "nope", "headers": {"X-Api-Key": "hunter2hunter2"}})
    folder = write(tmp_path / "p", {".claude/settings.json": document})
    for command in (["check"], ["check", "--format", "json"], ["which", "Stop"], ["which", "Stop", "--format", "json"]):
        assert "hunter2" not in run(*command, cwd=folder).stdout, command


SECRET = "hunter2hunter2"

# Handlers, each with a secret of another kind.
SECRETS = {
    "a header": {"type": "http", "url": "https://example.com", "headers": {"X-Own": SECRET}},
    "a header with a scheme": {"type": "http", "url": "https://example.com", "headers": {"Authorization": f"Bearer {SECRET}"}},
    "a URL": {"type": "http", "url": f"https://me:{SECRET}@example.com/"},
    "an option": {"type": "command", "command": f"./x.sh --token {SECRET}"},
    "an option with its value": {"type": "command", "command": f"./x.sh --password={SECRET}"},
    "a variable": {"type": "command", "command": f"TOKEN={SECRET} ./x.sh TOKEN={SECRET}"},
    "words": {"type": "command", "command": "./x.sh", "args": ["--password", SECRET]},
    "words with a space": {"type": "command", "command": "./x.sh", "args": ["--api-key", f"{SECRET} {SECRET}"]},
}

CASES = "[[case]]\nevent = \"PreToolUse\"\ntool = \"Bash\"\nexpected = \"allowed\"\n"

COMMANDS = [
    *(["check", "--format", it] for it in ("text", "json", "sarif", "github")),
    ["check", "--diff"],
    *(["validate", "HooksSettings", ".claude/settings.json", "--format", it] for it in ("text", "json", "sarif", "github")),
    *(["which", "PreToolUse", "--tool", "Bash", "--format", it] for it in ("text", "json")),
    *(["doctor", "--format", it] for it in ("text", "json")),
    *(["doctor", "--run", "--yes", "--format", it] for it in ("text", "json")),
    *(["try", "PreToolUse", "--tool", "Bash", "--yes", "--format", it] for it in ("text", "json")),
    *(["test", "--yes", "--format", it] for it in ("text", "json", "junit")),
    ["add", "PreToolUse", "--project", "--dry-run", "--", "./y.sh"],
]


@pytest.mark.parametrize("indent", [None, 2], ids=["line", "lines"])
@pytest.mark.parametrize("kind", SECRETS)
def test_no_output_has_a_secret(run: Run, tmp_path: Path, kind: str, indent: int | None) -> None:
    handler = SECRETS[kind]
    matchers = ["bash", "Bash"]
    document = {
        "env": {"API_TOKEN": SECRET, "DATABASE_URL": f"postgres://me:{SECRET}@db/x"},
        "hooks": {"PreToolUse": [{"matcher": it, "hooks": [handler | {"tiemout": 1}]} for it in matchers]},
    }
    files = {".claude/settings.json": json.dumps(document, indent=indent), ".claude/hooks.test.toml": CASES}
    script = f"#!/bin/sh\n# --password {SECRET}\nTOKEN={SECRET}; echo 'permissionDecision: --token {SECRET}'; echo \"$1 '$2'\" >&2; exit 1\n"
    folder = write(tmp_path / "p", files | {"x.sh": script, "y.sh": "#!/bin/sh\n"})
    run("check", "--fix", "--yes", cwd=write(tmp_path / "q", files))
    for command in COMMANDS:
        done = run(*command, cwd=folder)
        assert done.stdout and "hunter2" not in done.stdout + done.stderr, (command, done.stdout, done.stderr)


def test_a_change_has_no_secret_although_its_words_are_in_several_lines(run: Run, tmp_path: Path) -> None:
    entry = ["PreToolUse", "--matcher", "Bash", "--project"]
    command = ["--", "./x.sh", "--password", SECRET]
    folder = write(tmp_path / "p", {".claude/settings.json": {}, "x.sh": "#!/bin/sh\n"})
    for change in (["add", *entry, "--dry-run"], ["add", *entry, "--yes"], ["remove", *entry, "--dry-run"]):
        done = run(*change, *command, cwd=folder)
        assert done.returncode == 0 and "--password" in done.stdout and "hunter2" not in done.stdout + done.stderr, done
