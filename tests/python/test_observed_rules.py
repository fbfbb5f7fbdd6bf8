"""Permission rules that were compared with calls on the real host: `rule_matches` says the same."""

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context
from hookwire._rules import line as line_of_rules
from hookwire.host import rule_matches, select

FOLDER = Path(__file__).parents[1] / "observed"
ROOT = "/srv/observe/case/tree"
"""The folder of a session in the sandbox. The host puts the home folder into the text of a command."""

FAMILIES = ("rules", "conditions")
MATCHED = "conditions/with-matcher"
"""A tree whose groups have matchers."""


def records() -> list[Any]:
    """Returns the records of the version whose rules were observed."""
    lines: list[str] = []
    for family in FAMILIES:
        lines += (FOLDER / "2.1.332" / "settings" / f"{family}.jsonl").read_text().splitlines()
    return [json.loads(line.replace("{{root}}", ROOT)) for line in lines]


def rules_of(sources: Any) -> dict[str, str]:
    """Returns the rule of each handler, by its id."""
    found: dict[str, str] = {}
    for source in sources:
        for groups in source["document"]["hooks"].values():
            handlers = [handler for group in groups for handler in group["hooks"]]
            found |= {it["command"].split()[-1]: it["if"] for it in handlers}
    return found


def said(rule: str, call: Any) -> bool | None:
    """Returns the answer with all folders."""
    return rule_matches(rule, call, home=f"{ROOT}/home", project=f"{ROOT}/work")


def test_rules_cover_the_calls_that_the_host_covers() -> None:
    """Each pair of a rule and a call is decided as it was seen, or not at all."""
    wrong: list[Any] = []
    same = unknown = 0
    for record in records():
        rules = rules_of(record["sources"])
        if record["id"] == MATCHED:
            continue
        for firing in record["seen"]:
            call = firing["input"]
            if "tool_name" not in call:
                continue
            for name, rule in rules.items():
                answer = said(rule, call)
                if answer is None:
                    unknown += 1
                elif answer == (name in firing["ran"]):
                    same += 1
                else:
                    wrong.append((record["id"], rule, call["tool_input"], "the host", not answer))
    assert not wrong, (len(wrong), wrong[:10])
    assert same > 100_000
    assert unknown < same / 200


def test_what_is_not_known_is_not_guessed() -> None:
    """Folders that are not given, other tools, and texts that nobody has seen."""
    call: Any = {"tool_name": "Read", "tool_input": {"file_path": f"{ROOT}/work/one.rs"}}
    assert rule_matches("Read(/one.rs)", call) is None
    assert rule_matches("Read(~/x)", call) is None
    assert rule_matches("Read(one.rs)", call) is None
    assert rule_matches("Read(one.rs)", {**call, "cwd": f"{ROOT}/work"}) is True
    assert rule_matches("Read(*.rs)", call) is True
    assert rule_matches("Read", call) is True
    assert rule_matches("Bash", call) is False
    line: Any = {"tool_name": "Bash", "tool_input": {"command": "echo $HOME"}}
    assert rule_matches("Bash(echo *)", line) is None
    assert rule_matches("Bash(echo /home/me)", line, home="/home/me") is True
    assert rule_matches("Bash(git *)", {"tool_name": "Bash", "tool_input": {}}) is None
    assert rule_matches("PowerShell(git *)", {**line, "tool_name": "PowerShell"}) is None
    assert (
        rule_matches(
            "Bash(git *)", {"tool_name": "Bash", "tool_input": {"command": "git push \x01"}}
        )
        is None
    )


def test_long_rules_and_lines_take_linear_time() -> None:
    """No rule and no line takes long."""
    started = time.perf_counter()
    for command in (
        "a " * 4900,
        "$(" * 4900,
        "(" * 4900,
        "`" * 4900,
        '"' * 9000,
        "a;" * 4900,
        "{" * 9000,
        "<<'A' " * 1600,
    ):
        for rule in (f"Bash({'*a' * 4000}b)", f"Bash({'a*' * 4000})", f"Bash({'( ' * 4000})"):
            said(rule, {"tool_name": "Bash", "tool_input": {"command": command}})
    for rule in (f"Read({'**/' * 2000}b)", f"Read({'*a' * 4000}b)", f"Read(x{'*a' * 3000}b)"):
        said(
            rule,
            {
                "tool_name": "Read",
                "cwd": "/",
                "tool_input": {"file_path": "/" + "a/" * 2000 + "x" + "a" * 4000},
            },
        )
    assert time.perf_counter() - started < 20


def test_select_reads_a_line_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is read once for all rules, and a long one is compared with many of them."""
    rules = [f"Bash(g{it}*)" for it in range(300)]
    handlers = [{"type": "command", "command": it, "if": it} for it in rules]
    given, read = [], line_of_rules.read_line

    def counted(text: str, home: str | None) -> Any:
        given.append(text)
        return read(text, home)

    monkeypatch.setattr(line_of_rules, "read_line", counted)
    lines = ["git push; " * 900, "git " + "x" * 9000]
    for text in lines:
        call = {"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash"}
        for host in (None, "2.1.300"):
            selection = select(
                {"hooks": {"PreToolUse": [{"hooks": handlers}]}},
                {**call, "tool_input": {"command": text}},
                Context(host=host),
            )
            if host is None:
                assert [len(selection["others"]), selection["depends_on"]] == [300, []]
    assert [given.count(it) for it in lines] == [2, 2]


def test_any_text_is_read() -> None:
    """Random lines, paths and rules raise nothing."""
    chance = random.Random(45)
    signs = "ab *\\'\"$`(){}[]<>|&;#=!~/\n\t-.,:?é1"
    for _ in range(20_000):
        text = "".join(chance.choice(signs) for _ in range(chance.randint(0, 24)))
        rule = f"{chance.choice(('Bash', 'Read'))}({''.join(chance.choice(signs) for _ in range(chance.randint(0, 9)))})"
        said(rule, {"tool_name": "Bash", "tool_input": {"command": text}})
        said(rule, {"tool_name": "Read", "cwd": "/a", "tool_input": {"file_path": text}})


if __name__ == "__main__":
    pytest.main([__file__])
