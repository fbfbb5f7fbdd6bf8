"""Decides whether the matcher of a hook lets it run, as the host reads matchers."""

from ._arguments import expect_optional_string
from ._json_values import is_object
from ._plan import EVENT_KEY, EVENTS
from ._plan.matchers import ALIASES, MATCHES_ALL, SYNTAXES
from ._plan.matchers import EVENTS as MATCHED
from ._validate import asked, known

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._context import Context
    from ._input import Input
    from ._types import HookEvent, Match


# Matching


def matches(
    event: "HookEvent",
    matcher: "str | None",
    value: "str | None",
    context: "Context | None" = None,
) -> "Match":
    """Returns whether a hook with a matcher runs.

    Compare the result, as in `matches(...) == "match"`: all three strings are true in a condition.

    A matcher that is `None`, empty or `"*"` matches everything. So does any matcher of an event
    that has no matchers. The running time is limited for any pair of strings.

    Args:
        event: The event.
        matcher: The matcher of the hook, or `None`.
        value: The value that the matcher is compared with, from `matcher_value`.
        context: Uses the `host`: older hosts read matchers otherwise.

    Returns:
        `"match"` or `"no-match"`; `"undecidable"` if the host's behaviour is not known, or the
        matcher is a JavaScript regular expression that is not supported.

    Raises:
        TypeError: The matcher or the value is neither a string nor `None`.
        ValueError: The event is unknown.
    """
    version = asked(context)[0]
    known("event", event, EVENTS)
    expect_optional_string("matcher", matcher)
    expect_optional_string("value", value)
    if event not in MATCHED or matcher is None or matcher in MATCHES_ALL:
        return "match"
    return "undecidable" if value is None else matches_each(event, matcher, [value], version)[0]


def matches_each(
    event: str, matcher: str, values: "list[str]", host: "list[int] | None"
) -> "list[Match]":
    """Does the same as `matches` for several values, with a matcher that does not match everything."""
    matched = MATCHED[event]
    aliases = ALIASES.get(matched.get("table", ""), {})
    holding = (it for it in SYNTAXES[matched["syntax"]] if holds_for(it, host))
    said = [_said(reading, matcher, values, aliases, host) for reading in holding]
    return [
        first if all(it == first for it in others) else "undecidable"
        for first, *others in zip(*said, strict=True)
    ]


def entries_of(event: str, matcher: str, host: "list[int] | None") -> "list[str] | None":
    """Returns the names in a matcher; none for an expression, `None` if the host may read it otherwise."""
    readings = (it for it in SYNTAXES[MATCHED[event]["syntax"]] if holds_for(it, host))
    entries = [names_in(matcher, reading) or [] for reading in readings]
    return entries[0] if entries and all(it == entries[0] for it in entries) else None


def is_settled(event: str, host: "list[int] | None") -> bool:
    """Returns whether it was seen what matchers of an event do with other names of a value."""
    holding = [it for it in SYNTAXES[MATCHED[event]["syntax"]] if holds_for(it, host)]
    return all("settled" in it and (host is None or host >= it["settled"]) for it in holding)


def matcher_value(event: "Input | Mapping[str, Any]") -> "str | None":
    r"""Returns the value that the matcher of an input is compared with, such as the name of a tool.

    The host compares the canonical name of a model, which inputs do not contain. For a model this
    returns the name in the input, without `[1m]`.

    Args:
        event: An input, as returned by `read_input`.

    Returns:
        The value; `None` if the event is unknown or has no matchers, or the input has no such
        value.
    """
    found: Any = event if is_object(event) else {}
    name: Any = found.get(EVENT_KEY)
    if not isinstance(name, str) or name not in MATCHED:
        return None
    matched = MATCHED[name]
    value: Any = found.get(matched["on"])
    if not isinstance(value, str):
        return None
    if matched["part"] == "basename":
        return _basename(value)
    return value.removesuffix("[1m]") if matched["part"] == "canonical-model" else value


def _basename(path: str) -> str:
    # `C:\` and `C:/`, and `\\` before the name of a server.
    drive = path[:1].isascii() and path[:1].isalpha() and path[1:3] in (":\\", ":/")
    if drive or path.startswith("\\\\"):
        path = path.replace("\\", "/")
    return path.rstrip("/").rpartition("/")[2]


# Syntaxes of matchers


def holds_for(reading: "Any", host: "list[int] | None") -> bool:
    """Returns whether a fact with `since` and `until` holds for a version of the host."""
    if host is None:
        return "until" not in reading
    begins = "since" not in reading or host >= reading["since"]
    return begins and ("until" not in reading or host < reading["until"])


def names_in(matcher: str, reading: "Any") -> "list[str] | None":
    """Returns the names of a name or a list of names; `None` for a regular expression."""
    signs = reading.get("names")
    if signs is None or not all((it.isascii() and it.isalnum()) or it in signs for it in matcher):
        return None
    separators = reading["separators"]
    for separator in separators:
        matcher = matcher.replace(separator, separators[0])
    listed = matcher.split(separators[0]) if separators else [matcher]
    return [entry.strip(" ") for entry in listed]


def _said(
    reading: "Any",
    matcher: str,
    values: "list[str]",
    aliases: "dict[str, str]",
    host: "list[int] | None",
) -> "list[Match]":
    """Returns the results of one syntax."""
    settled = reading.get("settled")
    is_settled = settled is not None and (host is None or host >= settled)
    entries = names_in(matcher, reading)
    if entries is not None:
        return [_compared(matcher, entries, it, aliases, is_settled=is_settled) for it in values]
    from ._regex import is_invalid, tests  # noqa: PLC0415

    if is_settled and is_invalid(matcher):
        return ["no-match"] * len(values)
    others = {value: _others(value, aliases) for value in values}
    every = [*dict.fromkeys(it for value in values for it in (value, *others[value]))]
    said = dict(zip(every, tests(matcher, every), strict=True))
    return [_with_others(said, value, others[value], is_settled=is_settled) for value in values]


def _with_others(
    said: "dict[str, Match]", value: str, others: "list[str]", *, is_settled: bool
) -> "Match":
    """Returns the result of an expression for a value, by its results for the names with the same meaning."""
    if said[value] != "no-match":
        return said[value]
    different = {said[it] for it in others} - {"no-match"}
    # Before it was seen, nobody knew whether regular expressions match the other names, too.
    if is_settled and "match" in different:
        return "match"
    return "undecidable" if different else "no-match"


def _compared(
    matcher: str, entries: "list[str]", value: str, aliases: "dict[str, str]", *, is_settled: bool
) -> "Match":
    """Compares a matcher that is a name or a list of names."""
    own = aliases.get(value, value)

    def is_value(entry: str) -> bool:
        return entry != "" and value in (entry, aliases.get(entry))

    def may_be_value(entry: str) -> bool:
        # Not documented: whether an empty entry matches an empty value; which names older hosts knew.
        return entry == value == "" or (own != value and aliases.get(entry, entry) == own)

    if entries != [matcher] and len(entries) == 1 and not is_settled:
        # Before it was seen, nobody knew whether spaces around a single name count.
        entry = entries[0]
        either = matcher == value or is_value(entry) or may_be_value(entry)
        return "undecidable" if either else "no-match"
    if any(map(is_value, entries)):
        return "match"
    return "undecidable" if any(map(may_be_value, entries)) else "no-match"


def _others(value: str, aliases: "dict[str, str]") -> "list[str]":
    """Returns the other names with the same meaning."""
    own = aliases.get(value, value)
    old = [alias for alias, of in aliases.items() if of == own]
    return [own, *old] if old else []
