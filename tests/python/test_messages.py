"""The messages about common mistakes."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context, ReadError, read_input
from hookwire.host import select
from hookwire.problems import Problem
from hookwire.read import read_reply
from hookwire.validate import validate

LINES: list[Any] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "conform/messages.jsonl").read_text().splitlines()
]


def problems_of(line: Any) -> list[Problem]:
    """Returns the problems of a line's text or value."""
    if "type" in line:
        return validate(line["payload"], line["type"])
    if line["read"] == "reply":
        return read_reply(line["text"], line.get("event"), Context(handler=line.get("handler"))).problems
    try:
        return read_input(line["text"])[1]
    except ReadError as error:
        return [error.problem]


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_a_mistake_has_the_same_message_in_every_language(line: Any) -> None:
    """The same file is read in every language."""
    keys = ("code", "pointer", "severity", "message")
    assert [[it[key] for key in keys] for it in problems_of(line)] == line["problems"]


def calls_of(run: Callable[[], object]) -> int:
    """Returns how many functions are called."""
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


def unknown_events(count: int) -> dict[str, Any]:
    """Returns settings with so many unknown events."""
    groups = [{"hooks": [{"type": "command", "command": "true", "if": "Bash(git  push *)"}]}]
    return {"hooks": {f"Event{number:05}": groups for number in range(count)}}


def test_work_grows_with_the_number_of_unknown_names() -> None:
    """Twice as many names are twice as much work."""
    few, many = unknown_events(400), unknown_events(800)
    calls = [
        (calls_of(lambda: validate(few, "HooksSettings")), calls_of(lambda: validate(many, "HooksSettings"))),
        (calls_of(lambda: select(few, {"hook_event_name": "Stop"})), calls_of(lambda: select(many, {"hook_event_name": "Stop"}))),
    ]
    assert all(of_many < 2.2 * of_few for of_few, of_many in calls), calls
