"""The guides in `cli/docs` work: their files are written, and their commands run, in the order of the page.

`<!-- file: PATH -->` is before the text of a file, `<!-- run -->` before commands that succeed, and `<!-- run: exit 1 -->` before those
that do not. `<!-- prints: COMMAND -->` is before what a command of Python prints.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT, write

GUIDES = sorted((ROOT / "cli/docs").glob("*.md"))
BLOCK = re.compile(r"<!-- (file|run|prints)(?:: ([^\n]*))? -->\n```\w+\n(.*?)```", re.DOTALL)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Makes shells find the program, and pages the packages."""
    (tmp_path / "home").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/hookwire").symlink_to(PROGRAM)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(tmp_path / "home"), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}


@pytest.mark.parametrize("guide", GUIDES, ids=[it.stem for it in GUIDES])
def test_a_guide_works(tmp_path: Path, environment: dict[str, str], guide: Path) -> None:
    folder = write(tmp_path / "project", {".keep": ""})
    blocks = BLOCK.findall(guide.read_text())
    assert blocks
    for kind, about, text in blocks:
        if kind == "file":
            write(folder, {about: text})
        elif kind == "run":
            expected = int(about.removeprefix("exit ") or 0)
            command = ["bash", "-euo", "pipefail", "-c", text]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100)
            assert done.returncode == expected, f"{text}\n{done.stdout}\n{done.stderr}"
        else:
            command = [sys.executable, *shlex.split(about)[1:]]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100)
            assert done.stdout == text, done.stderr


def test_all_guides_are_linked() -> None:
    """From the pages of the command and of the repository."""
    for page in (ROOT / "cli/README.md", ROOT / "README.md"):
        links = re.findall(r"\]\((?:cli/)?docs/([a-z]+\.md)\)", page.read_text())
        assert set(links) >= {it.name for it in GUIDES}, page


def anchors(page: Path) -> set[str]:
    """Returns the names in a page that a link can lead to: those of its headings, as GitHub makes them, and explicit ones."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]*>", "", it).lower()).strip().replace(" ", "-") for it in headings]
    return {*plain, *re.findall(r'<a id="([^"]+)"', text)}


@pytest.mark.parametrize("page", [ROOT / "cli/README.md", *GUIDES], ids=lambda it: it.stem)
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    for path, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text()):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"
