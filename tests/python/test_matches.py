"""Tests of `matches`: whether a matcher lets its hook run. `conform` compares the packages on many matchers."""

import json
import re
from typing import Any, get_args

import pytest
from hookwire import Context, read_input
from hookwire._plan.matchers import EVENTS, SYNTAXES
from hookwire.settings import Match, matcher_value, matches

CALL = {
    "session_id": "s",
    "transcript_path": "/t",
    "cwd": "/",
    "hook_event_name": "PreToolUse",
    "tool_name": "mcp__memory__search",
    "tool_input": {},
    "tool_use_id": "t",
}


def test_an_input_and_a_matcher() -> None:
    """One call finds the value, another one compares it."""
    event, _ = read_input(json.dumps(CALL))
    value = matcher_value(event)
    assert value == "mcp__memory__search"
    said = [matches("PreToolUse", it, value) for it in ("mcp__memory", "mcp__memory__.*", "(?=m)")]
    assert said == ["no-match", "match", "undecidable"]
    assert set(said) == set(get_args(Match))


def test_an_older_host() -> None:
    """An older host reads a hyphen as a part of a regular expression."""
    asked: Any = ("PreToolUse", "brave-search", "mcp__brave-search__web")
    assert [matches(*asked, Context(host=host)) for host in ("2.1.194", "2.1.195", None)] == [
        "match",
        "no-match",
        "no-match",
    ]


def test_wrong_arguments() -> None:
    """Wrong arguments raise an error, and are never treated as absent."""
    anything: Any = matches
    with pytest.raises(
        ValueError, match="there is no event 'PreTolUse': did you mean 'PreToolUse'"
    ):
        anything("PreTolUse", "Bash", "Bash")
    with pytest.raises(TypeError, match="`context` has to be a `Context`, not a `str`"):
        anything("Stop", None, None, "2.1.42")
    for matcher, value, name in ((b"Bash", "Bash", "matcher"), ("Bash", 1, "value")):
        with pytest.raises(TypeError, match=f"`{name}` has to be a string or `None`"):
            anything("PreToolUse", matcher, value)


@pytest.mark.parametrize("event", [None, [], "PreToolUse", {}, {"hook_event_name": ["PreToolUse"]}])
def test_anything_but_an_input_has_no_value(event: Any) -> None:
    """Anything but an input has no value."""
    assert matcher_value(event) is None


def test_lone_surrogate() -> None:
    """A lone surrogate is a unit like any other: Python's strings can contain one, as JavaScript's can."""
    assert matches("PreToolUse", "^.$", "\ud83d") == "match"
    assert matches("PreToolUse", "^.$", "\U0001f600") == "no-match"
    assert matches("PreToolUse", "\ud83d.", "\U0001f600") == "match"


def test_running_time_is_limited() -> None:
    """A pattern that is slow in a backtracking engine is decided quickly, or is beyond the limits."""
    asked = [
        ("(x+x+)+y", "x" * 40_000),
        ("^(a|a)*$", "a" * 30_000 + "b"),
        ("(" * 10_000, "a"),
        ("(?:(?:(?:a{1000}){1000}){1000}){1000}", "a"),
        ("|".join(["a*"] * 1000), "b" * 64),
    ]
    said = [matches("PreToolUse", matcher, value) for matcher, value in asked]
    assert said == ["no-match", "no-match", "undecidable", "undecidable", "match"]


def test_patterns_agree_with_re() -> None:
    """Every small pattern has the same result as in `re`. One that `re` refuses matches nothing."""
    patterns = ["", "a", "b", "a|", "(a)", "(", ")", "*", "+?", "[ab]", "[^a]", "^", "$", "."]
    patterns = [one + other + last for one in patterns for other in patterns for last in patterns]
    differing: list[tuple[str, str]] = []
    decided = 0
    for pattern in {it for it in patterns if re.search(r"[^\w|]", it)} - {"*"}:
        for value in ("", "a", "ab", "ba"):
            said = matches("PreToolUse", pattern, value)
            try:
                found = re.search(pattern, value) is not None
            except re.error:
                found = False  # an invalid expression matches nothing
            if said == "undecidable":
                continue
            decided += 1
            if (said == "match") is not found:
                differing.append((pattern, value))
    assert differing == []
    assert decided > 2000


def test_every_event_that_reads_a_matcher_has_a_syntax() -> None:
    """Every syntax has one reading for the newest host."""
    assert {it["syntax"] for it in EVENTS.values()} == set(SYNTAXES)
    newest = [[it for it in readings if "until" not in it] for readings in SYNTAXES.values()]
    assert [len(readings) for readings in newest] == [1] * len(SYNTAXES)
