"""The messages about common mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hookwire import Context, ReadError, read_input
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
