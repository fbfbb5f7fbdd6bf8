"""The programs on the pages of the documentation run, and print what the page shows."""

import json
import re
from pathlib import Path

import pytest
from hookwire import HOOK_EVENTS
from hookwire.host import Outcome, exited, http, interpret
from hookwire.testing import sample, simulate

from support import ROOT, DocsProgram, docs_programs, run

EVENTS = ROOT / "generated/docs/events"
PAGE = ROOT / "generated/docs/outcomes.md"


@pytest.mark.parametrize("page", ["README.md", "llms.txt"])
def test_the_basics_name_the_events_that_ignore_exit_code_2(page: str) -> None:
    """The sentence lists those that a hook can block, but not with exit code 2, whatever else is the case."""
    text = (ROOT / "generated/docs" / page).read_text(encoding="utf-8")
    found = re.search(r"says? why; but (.+?), which a hook can deny in JSON, ignores? exit code 2", text.replace("is the reason", "says why"))
    assert found
    named = set(re.findall(r"[\[`](\w+)[\]`]", found[1]))
    events = json.loads((ROOT / "schemas/events.json").read_text(encoding="utf-8"))["events"]
    cells = {it["name"]: it["exit"]["2"]["action"] for it in events if it["blocks"]}
    current = {name: {it["effect"] for it in facts if not it.keys() & {"until", "earlier"}} for name, facts in cells.items()}
    assert named == {name for name, effects in current.items() if effects == {"continues"}}
    assert all(interpret(name, exited(2)).action == "normal" for name in named)


@pytest.mark.parametrize("program", docs_programs(), ids=lambda it: it.name)
def test_a_program_prints_what_the_page_shows(program: DocsProgram, tmp_path: Path) -> None:
    """A program that is a test passes, and fails if its hook does not block. A hook blocks what it is about."""
    path = tmp_path / "test_program.py"
    # A call of another tool is about a repository that is not private.
    other = re.search(r"mcp__\w+", program.text)
    outside = sample("PreToolUse", tool="Bash", command="git push", dangerouslyDisableSandbox=True)
    outside |= {"tool_name": other[0]} if other else {}
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
        # What depends on something that nobody can say is not promised.
        if outcome.action == "normal" and not outcome.depends_on:
            assert outcome.explanation.endswith(f". {advice}"), event
    assert seen == list(HOOK_EVENTS)


WORDS = {
    "claude": "Claude",
    "debug-log": "the debug log",
    "subagent": "the subagent",
    "teammate": "the teammate",
    "unknown": "not known",
    "user": "the user",
}
"""What pages call each reader of a text."""


@pytest.mark.parametrize("event", HOOK_EVENTS)
def test_the_exit_codes_at_a_glance_are_what_the_functions_say(event: str) -> None:
    """The page of an event has the action of an exit code in bold if it blocks, and the readers of stderr."""
    (page,) = (it for it in EVENTS.glob("*.md") if f"\n# {event}\n" in it.read_text("utf-8"))
    cells = dict(re.findall(r"^\| Exit code (\d) \| (.+) \|$", page.read_text("utf-8"), re.M))
    assert sorted(cells) == ["1", "2"]
    for code, cell in cells.items():
        action, stderr = cell.split("; stderr: ")
        outcome = interpret(event, exited(int(code), "", "x"))
        # Under a condition, the page has a line for each answer.
        is_sure = not action.startswith("if ")
        assert is_sure is (
            outcome.action == "blocked" or "**" not in action.replace("**stops**", "")
        )
        assert "**stops**" not in action or outcome.agent == "stops"
        readers = {WORDS[it] for text in outcome.texts for it in text["audience"]}
        # The first sentence names the readers; what follows is about them.
        first = stderr.split("<br>")[0].split(". ")[0]
        assert {it for it in WORDS.values() if it in first} == readers, (code, stderr)
        assert ("ignored" in first) is (not readers), (code, stderr)


def outcome_of_example(event: str, language: str, example: str, folder: Path) -> Outcome:
    """Returns the outcome of a reply in JSON, or of a command line."""
    if language == "json":
        # A command prints a path on this event.
        result = http(200, example) if event == "WorktreeCreate" else exited(0, example)
        return interpret(event, result)
    assert language == "sh"
    payload = sample(event)
    if "worktree_path" in payload:
        payload["worktree_path"] = str(folder / "tree")
    return simulate(example, payload)


@pytest.mark.parametrize("page", sorted(EVENTS.glob("*.md")), ids=lambda it: it.stem)
def test_the_examples_of_an_event_work(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page has three. The host ignores nothing in a reply, and a command line does not fail."""
    text = page.read_text("utf-8")
    event = re.findall(r"^# (\w+)$", text, re.M)[0]
    section = text.partition('<a id="examples">')[2].partition("\n## ")[0]
    examples = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)
    assert len(examples) == 3
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAUDE_ENV_FILE", str(tmp_path / "environment"))
    for language, example in examples:
        outcome = outcome_of_example(event, language, example, tmp_path)
        refuses = event == "WorktreeCreate" and "exit 1" in example
        assert refuses or (outcome.problems == [] and "failure" not in outcome), example
    log = tmp_path / "hooks.log"
    assert not log.exists() or "null" not in log.read_text("utf-8")
