"""The hooks of the cookbook: type checkers report nothing, and the tests on their pages pass."""

import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from hookwire import HOOK_EVENTS, Context
from hookwire.host import Outcome, http, interpret
from hookwire.testing import check, sample

from support import HERE, ROOT, SOURCE, lines_of_shells, run

COOKBOOK = ROOT / "generated" / "docs" / "cookbook"
SERVER = COOKBOOK / "answer-over-http"
HOOKS = sorted(path.parent.name for path in COOKBOOK.glob("*/hook.py"))

# `cargo xtask test --only cookbook` names the other languages, and the folder of the programs: the hooks in Rust, and `hookwire`.
LANGUAGES = os.environ.get("HOOKWIRE_COOKBOOK", "python").split()
PROGRAMS = Path(os.environ.get("HOOKWIRE_COOKBOOK_PROGRAMS", "."))

# The hook in a test of a page, and the same one in another language.
HOOK = re.compile(r'\[sys\.executable, os\.path\.abspath\("\.claude/hooks/(.*)\.py"\)\]')
STARTED = {
    "javascript": r'["node", os.path.abspath(".claude/hooks/\1.mjs")]',
    "rust": r'[os.path.abspath(".claude/hooks/\1")]',
    "bash": r'["bash", os.path.abspath(".claude/hooks/\1.sh")]',
    # It puts itself on the path of the script.
    "hookwire": rf'["{PROGRAMS / "hookwire"}", "run", "--", "bash", os.path.abspath(".claude/hooks/\1.sh")]',
}

# A hook without an opinion, in each language.
SILENT = {
    "python": "from hookwire import run\nrun({\"*\": lambda call: None})\n",
    "javascript": 'import { run } from "hookwire";\nrun({ "*": () => undefined });\n',
    "rust": "#!/bin/sh\n",
    "bash": "#!/bin/sh\n",
    "hookwire": "#!/bin/sh\n",
}

# The name of a hook's source in its folder, and that of the hook.
FILES = {
    "python": ("hook.py", ".py"),
    "javascript": ("hook.mjs", ".mjs"),
    "rust": ("hook.rs", ""),
    "bash": ("hook.sh", ".sh"),
    "hookwire": ("run.sh", ".sh"),
}


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
        source, ending = FILES[language]
        self.hook = hooks / f"{name}{ending}"
        shutil.copy(PROGRAMS / name if language == "rust" else COOKBOOK / name / source, self.hook)
        test = (COOKBOOK / name / "test_hook.py").read_text("utf-8")
        changed, count = HOOK.subn(STARTED.get(language, r"\g<0>"), test)
        assert count == 1, test
        (folder / "test_hook.py").write_text(changed, encoding="utf-8")
        if language == "javascript":
            (folder / "node_modules").mkdir()
            (folder / "node_modules" / "hookwire").symlink_to(ROOT / "generated" / "typescript")

    def command(self) -> list[str]:
        """Returns the command that starts the hook."""
        start = {
            "python": [sys.executable],
            "javascript": ["node"],
            "rust": [],
            "bash": ["bash"],
            "hookwire": [str(PROGRAMS / "hookwire"), "run", "--", "bash"],
        }[self.language]
        return [*start, str(self.hook)]

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


# The guards of commands: the event, the command that replaces `git push` in a line, and whether harmless lines pass.
GUARDS = {
    "deny-a-command": ("PreToolUse", "npm install", True),
    "no-force-push": ("PreToolUse", "git push --force", True),
    "read-only-skills": ("PreSkillShellCommand", "git push", False),
}

# The versions in Bash split the text, as their pages say. But one lets pass plain words only.
READERS = [
    (name, language) for name in GUARDS for language in LANGUAGES if language != "bash" or name == "read-only-skills"
]


def is_kept_out(outcome: Outcome) -> bool:
    """Returns whether a hook that works blocks a line, or changes it."""
    return not outcome.failed and (outcome.blocked or outcome.new_input is not None)


def is_let_pass(outcome: Outcome) -> bool:
    """Returns whether a hook that works has nothing against a line."""
    return outcome.action == "normal" and not outcome.failed and outcome.new_input is None


@pytest.mark.parametrize(("name", "language"), READERS)
def test_lines_that_slip_past_a_search_are_kept_out(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guard that reads the line is not deceived, and not in the way of harmless lines."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    project = Project(tmp_path, name, language)
    event, command, passes = GUARDS[name]
    rows = [it for it in lines_of_shells(12) if "git push" in it["line"]]
    said = [(it["line"].replace("git push", command), it["may_run"]) for it in rows if passes or it["may_run"]]
    assert {denied for _, denied in said} == ({True, False} if passes else {True})
    expected = {True: is_kept_out, False: is_let_pass}
    check(project.command(), [(sample(event, command=it), expected[denied]) for it, denied in said])


@pytest.mark.parametrize("language", [it for it in LANGUAGES if it != "bash"])
def test_quotes_hide_no_secret(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a line are searched without quotes. A tool without a line of a shell is searched as text."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    project = Project(tmp_path, "no-secrets", language)
    token = "a1B2" * 9
    lines = [
        f"curl -H 'Authorization: Bearer gh''p_{token}' x",
        f"curl -u me:gh\\p_{token} x",
        f"curl -u $'\\x67hp_{token}' x",
        f"bash -c 'curl -u me:gh\"\"p_{token} x'",
        'mysql --pass""word=hunter2',
        "env PGPASS''WORD=hunter2 psql",
        "sudo env TO\\KEN=hunter2 x",
        "git clone 'https:'//me:hunter2@example.com",
        "cat <<E | sh\nmysql --password=hunter2\nE",
    ]
    check(project.command(), [(sample("PreToolUse", tool="Bash", command=it), "blocked") for it in lines])
    for tool in ("Monitor", "PowerShell"):
        check(project.command(), [(sample("PreToolUse", tool=tool, command="x --password=hunter2"), "blocked")])


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
    assert len(HOOKS) == 13


# The server. Bash has none.

SERVERS = [it for it in LANGUAGES if it not in ("bash", "hookwire")]


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Starts the server in a language, and returns its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command, environment = command_of(request.param, tmp_path, port, TOKEN)
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 30
        while not is_open("127.0.0.1", port):
            assert process.poll() is None, (tmp_path / "log").read_text("utf-8")
            assert time.monotonic() < until, "the server does not listen"
            time.sleep(0.02)
        yield port
    finally:
        process.kill()
        process.wait()


def command_of(language: str, folder: Path, port: int, token: str | None) -> tuple[list[str], dict[str, str]]:
    """Returns the command and the environment that start the server in a language."""
    for name, package in PACKAGES.items():
        (folder / "node_modules").mkdir(exist_ok=True)
        (folder / "node_modules" / name).symlink_to(package)
    shutil.copy(SERVER / "server.mjs", folder)
    command = {
        "python": [sys.executable, str(SERVER / "server.py")],
        "javascript": ["node", "server.mjs"],
        "rust": [str(PROGRAMS / "answer-over-http")],
    }[language]
    own = {"PYTHONPATH": str(SOURCE), "HOOK_PORT": str(port)} | ({} if token is None else {"HOOK_TOKEN": token})
    return command, {**{key: it for key, it in os.environ.items() if key != "HOOK_TOKEN"}, **own}


TOKEN = "a secret"
PACKAGES = {
    "hookwire": ROOT / "generated" / "typescript",
    "express": ROOT / "target" / "typescript" / "node_modules" / "express",
}


def is_open(address: str, port: int) -> bool:
    """Returns whether something listens on a port."""
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((address, port)) == 0


def posted(port: int, body: bytes, secret: str | None = f"Bearer {TOKEN}") -> tuple[int, str]:
    """Returns the status and the body of an answer. A reply is JSON, and says so once."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": secret} if secret else {})
    client = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        client.request("POST", "/hooks", body, headers)
        answer = client.getresponse()
        if answer.status == 200:
            kinds = answer.headers.get_all("content-type", [])
            assert [kind.partition(";")[0] for kind in kinds] == ["application/json"]
        return answer.status, answer.read().decode()
    finally:
        client.close()


def test_the_server_answers(server: int) -> None:
    """It denies what it should, and refuses who does not know the secret."""
    outside = sample("PreToolUse", command="ls", dangerouslyDisableSandbox=True)
    status, reply = posted(server, json.dumps(outside).encode())
    outcome = interpret("PreToolUse", http(status, reply))
    assert (outcome["action"], status) == ("blocked", 200)
    assert "Commands stay in the sandbox." in reply
    inside = sample("PreToolUse", command="ls")
    status, reply = posted(server, json.dumps(inside).encode())
    assert (interpret("PreToolUse", http(status, reply))["action"], status) == ("normal", 200)
    for wrong in (None, "Bearer another", TOKEN):
        assert posted(server, json.dumps(outside).encode(), wrong)[0] == 401
    # What cannot be read is denied, because the server handles no other event.
    for unread in (b"{", b""):
        status, reply = posted(server, unread)
        assert (interpret("PreToolUse", http(status, reply))["action"], status) == ("blocked", 200)
    # No reply can deny what is too large, but with the entry on the page a failure does.
    settings = json.loads((SERVER / "settings.json").read_text("utf-8"))
    entry = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    status, reply = posted(server, b"x" * ((16 << 20) + 1))
    outcome = interpret("PreToolUse", http(status, reply), Context(handler=entry))
    assert (outcome["action"], status) == ("blocked", 413)
    # On Linux every address of 127.0.0.0/8 is this machine.
    assert not is_open("127.0.0.2", server)


@pytest.mark.parametrize("token", [None, ""])
@pytest.mark.parametrize("language", SERVERS)
def test_no_server_answers_without_a_secret(language: str, token: str | None, tmp_path: Path) -> None:
    """It ends at once, and says why."""
    command, environment = command_of(language, tmp_path, 0, token)
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 1 and "HOOK_TOKEN is not set" in done.stderr


@pytest.mark.parametrize(("secret", "status"), [("", b"401"), (f"Authorization: Bearer {TOKEN}\r\n", b"413")])
def test_a_server_answers_before_all_is_sent(server: int, secret: str, status: bytes) -> None:
    """It reads nothing without the secret, and otherwise 16 MiB. The system keeps some of what is sent."""
    with socket.create_connection(("127.0.0.1", server), timeout=30) as client:
        head = f"POST /hooks HTTP/1.1\r\nHost: a\r\n{secret}Content-Length: {400 << 20}\r\n\r\n"
        client.sendall(head.encode())
        sent, found = 0, b""
        try:
            while sent < 400 << 20 and not select.select([client], [], [], 0)[0]:
                sent += client.send(b" " * (1 << 16))
            found = client.recv(1 << 16)
        except ConnectionError:
            assert sent
        assert sent < 64 << 20
        if found:
            assert found.startswith(b"HTTP/1.1 " + status)
