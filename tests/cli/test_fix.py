"""`hookwire check --fix` changes what is certain, and nothing else."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from conftest import Run, codes, findings, settings, write

SETTINGS = """{
  "permissions": {"allow": ["Bash(ls:*)"]},   "x":  [1,2 ],
  "hooks": {
    "PreToolUse": [
      {"matcher": "bash|edit", "hooks": [{"type": "command", "command": "python3 $CLAUDE_PROJECT_DIR/a.py $CLAUDE_FILES"}]},
      {"matcher": "Write", "hooks": [{"type": "command", "command": "${CLAUDE_PROJECT_DIR}/b.sh \\"x y\\" ü && bash $CLAUDE_PROJECT_DIR/c.sh"}]}
    ]
  }
}"""


def broken(folder: Path) -> Path:
    """Writes a project with each mistake that can be fixed."""
    write(folder, {".claude/settings.json": SETTINGS, "a.py": "", "b.sh": "#!/bin/sh\ntrue\n", "c.sh": "true\n"})
    (folder / "c.sh").write_bytes(b"true\r\nfalse\r\n")
    (folder / "b.sh").chmod(0o640)
    (folder / ".claude/settings.json").chmod(0o600)
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Returns the bytes and the permissions of all files."""
    files = (it for it in folder.rglob("*") if it.is_file())
    return {str(it.relative_to(folder)): (it.read_bytes(), stat.S_IMODE(it.stat().st_mode)) for it in files}


def test_what_is_certain_is_fixed_and_all_other_bytes_stay(run: Run, tmp_path: Path) -> None:
    """The permissions stay, too; and what is left is reported."""
    folder = broken(tmp_path / "p")
    before = contents(folder)
    done = run("check", "--diff", cwd=folder)
    assert done.returncode == 1
    assert contents(folder) == before
    subprocess.run(["git", "apply", "--check"], cwd=folder, input=done.stdout.encode(), check=True)
    for line in ('+      {"matcher": "Bash|Edit"', "-true\r\n", "+true", "old mode 100640", "new mode 100750", "--- a/.claude/settings.json"):
        assert line in done.stdout, done.stdout
    assert "3 files can be fixed" in run("check", cwd=folder).stdout
    done = run("check", "--fix", "--yes", cwd=folder)
    assert "Changed 3 files." in done.stdout
    text = SETTINGS.replace("bash|edit", "Bash|Edit").replace("$CLAUDE_PROJECT_DIR/a.py", '\\"$CLAUDE_PROJECT_DIR/a.py\\"')
    text = text.replace("${CLAUDE_PROJECT_DIR}/b.sh", '\\"${CLAUDE_PROJECT_DIR}/b.sh\\"')
    text = text.replace("$CLAUDE_PROJECT_DIR/c.sh", '\\"$CLAUDE_PROJECT_DIR/c.sh\\"')
    assert contents(folder) == {
        ".claude/settings.json": (text.encode(), 0o600),
        "a.py": before["a.py"],
        "b.sh": (before["b.sh"][0], 0o750),
        "c.sh": (b"true\nfalse\n", before["c.sh"][1]),
    }
    assert codes(findings(run, folder)) == ["unknown-variable"]
    assert run("check", "--diff", cwd=folder).stdout == ""


def test_nothing_is_written_without_a_question(run: Run, tmp_path: Path) -> None:
    """Without a terminal, `--yes` is the answer."""
    folder = broken(tmp_path / "p")
    before = contents(folder)
    done = run("check", "--fix", cwd=folder, input="y\n")
    assert done.returncode == 3
    assert "--yes" in done.stderr
    assert contents(folder) == before


def test_codes_that_are_left_out_are_not_fixed(run: Run, tmp_path: Path) -> None:
    """Neither by options nor by the file of the project."""
    folder = broken(tmp_path / "p")
    done = run("check", "--fix", "--yes", "--select", "not-executable", cwd=folder)
    assert "Changed 1 file." in done.stdout
    assert (folder / ".claude/settings.json").read_text() == SETTINGS
    write(folder, {"hookwire.toml": '[hookwire]\nlevels = {never-matches = "off"}\n'})
    run("check", "--fix", "--yes", cwd=folder)
    assert '"bash|edit"' in (folder / ".claude/settings.json").read_text()


@pytest.mark.parametrize(
    "command",
    ["$CLAUDE_PROJECT_DIR/*.sh", "bash $CLAUDE_PROJECT_DIR/a.sh;echo \\u0041", "f() { $CLAUDE_PROJECT_DIR/`x`; }"],
)
def test_what_is_not_certain_stays(run: Run, tmp_path: Path, command: str) -> None:
    """Quotes would change more than spaces."""
    text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "' + command + '"}]}]}}'
    folder = write(tmp_path / "p", {".claude/settings.json": text})
    run("check", "--fix", "--yes", cwd=folder)
    assert (folder / ".claude/settings.json").read_text() == text


def test_a_command_for_another_shell_stays(run: Run, tmp_path: Path) -> None:
    """It has other quotes."""
    hooks = settings("Stop", "cat $CLAUDE_PROJECT_DIR/a", shell="powershell")
    folder = write(tmp_path / "p", {".claude/settings.json": hooks})
    before = contents(folder)
    run("check", "--fix", "--yes", cwd=folder)
    assert contents(folder) == before


def test_a_link_out_of_the_project_is_not_changed(run: Run, tmp_path: Path) -> None:
    """Neither a script nor a folder above it."""
    outside = write(tmp_path / "out", {"a.sh": "#!/bin/sh\r\ntrue\r\n", "d/b.sh": "#!/bin/sh\r\n"})
    for name in ("a.sh", "d/b.sh"):
        (outside / name).chmod(0o644)
    before = contents(outside)
    hooks = settings("Stop", '"$CLAUDE_PROJECT_DIR"/a.sh; "$CLAUDE_PROJECT_DIR"/d/b.sh')
    folder = write(tmp_path / "p", {".claude/settings.json": hooks})
    (folder / "a.sh").symlink_to(outside / "a.sh")
    (folder / "d").symlink_to(outside / "d")
    assert run("check", "--fix", "--yes", cwd=folder).returncode in (0, 1)
    assert contents(outside) == before


def test_a_file_that_is_not_utf8_stays(run: Run, tmp_path: Path) -> None:
    """What was read is not what is in it."""
    folder = write(tmp_path / "p", {".claude/settings.json": settings("Stop", 'bash "$CLAUDE_PROJECT_DIR"/a.sh')})
    (folder / "a.sh").write_bytes(b"echo \xff\r\n")
    done = run("check", "--fix", "--yes", cwd=folder)
    assert done.returncode == 3
    assert "not UTF-8" in done.stderr
    assert (folder / "a.sh").read_bytes() == b"echo \xff\r\n"


def test_a_diff_has_no_secrets_and_moves_no_cursor(run: Run, tmp_path: Path) -> None:
    """The lines around a change are shown, too."""
    command = "bash $CLAUDE_PROJECT_DIR/a.sh"
    text = '{"a": "API_TOKEN=hunter2hunter2\x7f",\n"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "' + command + '"}]}]}}'
    out = run("check", "--diff", cwd=write(tmp_path / "p", {".claude/settings.json": text})).stdout
    assert "hunter2" not in out
    assert "\x7f" not in out
    assert "+" in out


def test_a_fix_leaves_no_file_behind(run: Run, tmp_path: Path) -> None:
    """Neither if the folder cannot be written."""
    folder = broken(tmp_path / "p")
    names = set(contents(folder))
    (folder / ".claude").chmod(0o555)
    done = run("check", "--fix", "--yes", cwd=folder)
    (folder / ".claude").chmod(0o755)
    assert done.returncode in (1, 3)
    assert os.geteuid() == 0 or "not changed" in done.stderr
    assert set(contents(folder)) == names


def test_a_file_with_several_reasons_is_changed_once(run: Run, tmp_path: Path) -> None:
    """A script on two events, and a project that is named twice."""
    hooks = {event: [{"hooks": [{"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/a.sh'}]}] for event in ("Stop", "PreToolUse")}
    folder = write(tmp_path / "p", {".claude/settings.json": {"hooks": hooks}})
    (folder / "a.sh").write_bytes(b"#!/bin/sh\r\ntrue\r\n")
    (folder / "a.sh").chmod(0o644)
    done = run("check", "--fix", "--yes", ".", ".", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "Changed 1 file." in done.stdout
    assert contents(folder)["a.sh"] == (b"#!/bin/sh\ntrue\n", 0o755)
