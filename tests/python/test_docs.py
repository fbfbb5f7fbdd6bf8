"""The programs on the pages of the documentation run, and print what the page shows."""

import json
import re
from pathlib import Path

import pytest
from hookwire import HOOK_EVENTS
from hookwire.host import exited, interpret
from hookwire.testing import sample

from support import ROOT, DocsProgram, docs_programs, run

PAGE = ROOT / "generated/docs/outcomes.md"


@pytest.mark.parametrize("program", docs_programs(), ids=lambda it: it.name)
def test_a_program_prints_what_the_page_shows(program: DocsProgram, tmp_path: Path) -> None:
    """A program that is a test passes, and fails if its hook does not block. A hook blocks what it is about."""
    path = tmp_path / "test_program.py"
    outside = sample("PreToolUse", tool="Bash", command="ls", dangerouslyDisableSandbox=True)
    stdin = json.dumps(outside) if program.is_hook else ""

    def outcome(text: str) -> tuple[int, str]:
        path.write_text(text, encoding="utf-8")
        pytest_ = ("-m", "pytest", "-q", "-p", "no:cacheprovider") if program.is_test else ()
        done = run(*pytest_, str(path), cwd=tmp_path, stdin=stdin)
        return done.returncode, done.stdout + done.stderr

    code, printed = outcome(program.text)
    if program.is_hook:
        assert interpret("PreToolUse", exited(code, printed)).blocked
    elif program.is_test:
        assert code == 0, printed
        assert outcome(program.text.replace("exit 2", "exit 1"))[0] == 1
    else:
        assert (code, printed) == (0, program.output)


def rows(anchor: str) -> list[list[str]]:
    """Returns the rows of the first table after an anchor, without the header."""
    text = PAGE.read_text(encoding="utf-8").split(f'<a id="{anchor}">')[1]
    lines = text[text.index("\n|") + 1 :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def test_the_table_of_all_events_is_what_the_functions_say() -> None:
    """Each cell is in the explanation of its exit code."""
    seen = []
    for name, zero, two, other, advice in rows("every-event"):
        event = re.sub(r"\[(\w+)\].*", r"\1", name)
        seen.append(event)
        for code, cell in ((0, zero), (2, two), (1, other)):
            sentence = (zero if cell == "as with 0" else cell).split("<br>")[0]
            outcome = interpret(event, exited(code))
            assert outcome.explanation.startswith(f"{sentence[:-1]}: "), (event, code)
            # A condition can also be about the readers of stderr.
            assert "<br>" not in cell or outcome.depends_on, (event, code)
        outcome = interpret(event, exited(1))
        if outcome.action == "normal":
            assert outcome.explanation.endswith(f". {advice}"), event
    assert seen == list(HOOK_EVENTS)
