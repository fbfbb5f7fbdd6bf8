"""What rules about texts read: values at a path, texts by their pattern, and variables."""

from .._json_values import is_array, is_object
from .._regex import Pattern
from .data import LONGEST

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_DIGITS = frozenset("0123456789")
_patterns: "dict[str, Pattern]" = {}


def values_at(
    value: object, path: "list[str]", pointer: str = ""
) -> "Iterator[tuple[str, object]]":
    """Returns the values at a path, each with its pointer."""
    if not path:
        yield pointer, value
        return
    first, rest = path[0], path[1:]
    found: Any = ()
    if first == "*":
        found = enumerate(value) if is_array(value) else ()
    elif first == "**":
        found = value.items() if is_object(value) else ()
    elif is_object(value):
        found = [(first, value[first])] if first in value else ()
    elif is_array(value) and first.isdigit():
        found = [(first, value[int(first)])] if int(first) < len(value) else ()
    for key, inner in found:
        yield from values_at(inner, rest, f"{pointer}/{step(key)}")


def size_of(value: object) -> int:
    """Returns the size of a document: the characters of its strings, and 64 for each object."""
    if isinstance(value, str):
        return len(value)
    if is_array(value):
        return sum(map(size_of, value))
    return 64 + sum(map(size_of, value.values())) if is_object(value) else 0


def step(key: object) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")


def is_found(rule: "Any", text: object) -> bool:
    if "pattern" not in rule and "unless" not in rule:
        return True
    if not isinstance(text, str) or len(text) > LONGEST:
        return False
    if "contains" in rule and not any(it in text for it in rule["contains"]):
        return False
    found = "pattern" not in rule or _matches(rule["pattern"], text)
    return found and not ("unless" in rule and _matches(rule["unless"], text))


def has_text(value: object, path: "list[str]", pattern: str) -> bool:
    texts = (it for _, it in values_at(value, path) if isinstance(it, str) and len(it) <= LONGEST)
    return any(_matches(pattern, it) for it in texts)


def _matches(pattern: str, text: str) -> bool:
    if pattern not in _patterns:
        _patterns[pattern] = Pattern(pattern)
    return _patterns[pattern].is_in(text)


# Texts


def variables_in(text: str, *, bare: bool, braced: bool) -> "Iterator[str]":
    """Returns the names of variables, as `$NAME` and `${NAME}`."""
    at = text.find("$")
    while at >= 0:
        in_braces = text[at + 1 : at + 2] == "{"
        start = end = at + 1 + in_braces
        signs = _LETTERS
        while end < len(text) and (text[end] in signs or (in_braces and text[end] == ".")):
            end += 1
            signs = _LETTERS | _DIGITS
        # `${NAME:-text}` expects that the variable may not be set.
        is_wanted = braced and text[end : end + 1] == "}" if in_braces else bare
        if end > start and is_wanted and text[at - 1 : at] != "\\":
            yield text[start:end]
        at = text.find("$", max(end, at + 1))


def is_named(text: str, name: str) -> bool:
    """Returns whether a text has a name other than as a variable, so that it may set it."""
    signs = _LETTERS | _DIGITS
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if before not in signs and before not in ("$", "{") and after not in signs:
            return True
        at = text.find(name, at + 1)
    return False
