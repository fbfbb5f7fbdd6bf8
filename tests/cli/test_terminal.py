"""The program in a real terminal: colours, the width, long lines, and the question of `--fix`."""

import json
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT, settings, write

BROKEN = ROOT / "tests/cli/broken"


class Terminal:
    """A window of tmux with a server of its own."""

    def __init__(self, tmux: str, folder: Path) -> None:
        self.tmux, self.folder, self.socket, self.count = tmux, folder, folder / "tmux", 0

    def call(self, *arguments: str) -> str:
        """Runs a command of tmux."""
        done = subprocess.run([self.tmux, "-S", str(self.socket), *arguments], capture_output=True, text=True, check=False)
        return done.stdout

    def start(self, *arguments: str, cwd: Path, width: int = 80, environment: dict[str, str] | None = None) -> None:
        """Starts the program in a new window, which stays."""
        variables = {"PATH": os.environ["PATH"], "HOME": str(self.folder / "home"), "TERM": "xterm-256color", "LANG": "C.UTF-8", **(environment or {})}
        line = shlex.join(["env", "-i", *(f"{key}={value}" for key, value in variables.items()), str(PROGRAM), *arguments])
        self.stop()
        # A server that is just ending would take the new window with it.
        self.count += 1
        self.socket = self.folder / f"tmux{self.count}"
        self.call("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", "400", "-c", str(cwd), f"{line}; echo \"<$?>\"; sleep 600")

    def stop(self) -> None:
        """Ends the server."""
        self.call("kill-server")

    def screen(self, until: str = ">\n", colours: bool = False) -> str:
        """Returns what is on the screen, when it has this text."""
        for _ in range(300):
            text = self.call("capture-pane", "-p", "-S", "-", *(["-e"] if colours else []))
            if until in text.rstrip("\n") + "\n":
                return text
            time.sleep(0.1)
        raise AssertionError(text)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Returns a terminal."""
    tmux = shutil.which("tmux")
    if not tmux:
        pytest.skip("tmux is missing: the program was not tried in a terminal")
    (tmp_path / "home").mkdir(exist_ok=True)
    it = Terminal(tmux, tmp_path)
    yield it
    it.stop()


COMMANDS = [
    ["check"],
    ["which", "PreToolUse"],
    ["doctor"],
    ["explain", "PreToolUse", "--stdout", '{"permissionDecision": "deny"}'],
    ["validate", "StopOutput", "reply.json"],
    ["commands", "cd app && git push"],
    ["rule", "exit-code"],
    ["rule"],
    ["docs"],
    ["events"],
    ["--help"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(it[:2]) for it in COMMANDS])
def test_colours_are_for_terminals_that_want_them(terminal: Terminal, tmp_path: Path, command: list[str]) -> None:
    """`NO_COLOR` and `TERM=dumb` switch them off; so does `--color never`."""
    folder = shutil.copytree(BROKEN, tmp_path / "p")
    write(folder, {"reply.json": {"decision": "blok"}})
    shown = {}
    for name, environment, more in (
        ("colour", {}, []),
        ("none", {"NO_COLOR": "1"}, []),
        ("dumb", {"TERM": "dumb"}, []),
        ("never", {}, ["--color", "never"]),
    ):
        terminal.start(*command, *more, cwd=folder, environment=environment)
        shown[name] = terminal.screen(colours=True)
    if command[0] != "commands":
        assert "\x1b[" in shown["colour"]
    for name in ("none", "dumb", "never"):
        # Help is printed by the library before the options are known.
        if not (name == "never" and command == ["--help"]):
            assert "\x1b[" not in shown[name], name


@pytest.mark.parametrize("width", [40, 80, 130])
def test_the_text_has_the_width_of_the_terminal(terminal: Terminal, width: int) -> None:
    """No word is cut in two at its end, and the longer a line can be, the fewer there are."""
    terminal.start("which", "PreToolUse", cwd=BROKEN, width=width)
    lines = terminal.screen().rstrip().splitlines()
    assert max(len(it) for it in lines) <= width
    assert any("because upper and lower case count" in " ".join(it.strip() for it in lines[at : at + 6]) for at in range(len(lines)))


def test_a_window_that_changes_its_size_keeps_the_text(terminal: Terminal) -> None:
    """Nothing moves the cursor, so the terminal can wrap the lines again."""
    terminal.start("check", cwd=BROKEN, width=120)
    terminal.screen()
    terminal.call("resize-window", "-x", "60", "-y", "400")
    text = terminal.screen().replace("\n", "")
    assert "warning[exit-code]" in text
    assert "endless-block" in text


def test_a_long_line_is_cut_around_its_place(terminal: Terminal, tmp_path: Path) -> None:
    """A settings file in one line does not fill the screen."""
    hooks = settings("Stop", "echo " + "x " * 5_000 + "; cat $CLAUDE_PROJECT_DIR/a")
    folder = write(tmp_path / "p", {".claude/settings.json": json.dumps(hooks)})
    terminal.start("check", cwd=folder)
    assert len(terminal.screen().rstrip().splitlines()) < 40


@pytest.mark.parametrize(("answer", "code"), [("y", "<0>"), ("n", "<1>"), ("", "<1>")])
def test_a_fix_asks_first(terminal: Terminal, tmp_path: Path, answer: str, code: str) -> None:
    """Only a clear answer changes a file."""
    before = settings("Stop", "cat $CLAUDE_PROJECT_DIR/README.md")
    folder = write(tmp_path / "p", {".claude/settings.json": before, "README.md": ""})
    path = folder / ".claude/settings.json"
    text = path.read_text()
    terminal.start("check", "--fix", cwd=folder)
    terminal.screen(until="Change 1 file? [y/N]")
    assert path.read_text() == text
    terminal.call("send-keys", answer, "Enter")
    assert code in terminal.screen(until=code)
    assert (path.read_text() != text) == (answer == "y")
