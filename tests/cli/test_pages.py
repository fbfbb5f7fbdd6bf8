"""What the pages show is what the program prints.

A block that begins with `$ hookwire` is its whole output in the folder `broken`; those that run hooks are in `test_trials.py`.
`HOOKWIRE_WRITE=1 pytest test_pages.py` writes the blocks again.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from conftest import ROOT, Run

BROKEN = ROOT / "tests/cli/broken"
PAGES = [ROOT / "cli/README.md"]
BLOCK = re.compile(r"^    \$ (hookwire (?!try|test|doctor --run).*)\n((?:    .*\n|\n(?=    ))*)", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=[str(it.relative_to(ROOT)) for it in PAGES])
def test_a_page_shows_what_the_program_prints(run: Run, page: Path) -> None:
    """Each block, line by line."""

    def block(found: re.Match[str]) -> str:
        done = run(*shlex.split(found[1])[1:], cwd=BROKEN)
        lines = (f"    {line}".rstrip() for line in (done.stdout + done.stderr).rstrip().splitlines())
        return f"    $ {found[1]}\n" + "\n".join(lines) + "\n"

    text = page.read_text()
    assert len(BLOCK.findall(text)) > 3
    new = BLOCK.sub(block, text)
    if os.environ.get("HOOKWIRE_WRITE"):
        page.write_text(new)
    assert page.read_text() == new, f"write {page.name} again: HOOKWIRE_WRITE=1 pytest test_pages.py"
