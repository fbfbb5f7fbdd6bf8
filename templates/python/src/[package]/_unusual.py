"""Reads JSON that few texts contain: lone surrogates, numbers beyond doubles, and very many levels."""

import re
from json import dumps, loads

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

_LARGEST = 1.7976931348623157e308

# A pair of surrogates, a lone surrogate, or any other escape, so that an escaped backslash does not
# begin another escape.
_ESCAPES = re.compile(
    r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}"
    r"|(?P<lone>u[dD][89a-fA-F][\da-fA-F]{2})|.)",
    re.ASCII | re.DOTALL,
)

# A string, to its end or that of the text, or a bracket.
_TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


def without_lone_surrogates(text: str) -> str:
    """Replaces each escape of a lone surrogate by that of U+FFFD."""
    return _ESCAPES.sub(lambda found: "\\ufffd" if found["lone"] else found[0], text)


def with_largest_double(text: str) -> "Any":
    """Parses JSON, with the largest double in place of each number that is beyond it.

    Raises:
        ValueError: It is not JSON.
    """
    return loads(text, parse_int=_integer, parse_float=_number, parse_constant=_refused)


def _integer(digits: str) -> "int | float":
    number = _number(digits)
    return number if abs(number) == _LARGEST else int(digits)


def _number(digits: str) -> float:
    return min(max(float(digits), -_LARGEST), _LARGEST)


def _refused(name: str) -> object:
    raise ValueError(name)


def with_deep_as_text(text: str, levels: int) -> str:
    """Replaces each array and object below a level by a string with its text.

    The parser of Python recurses, so this parses each part of so many levels by itself, with an
    empty array in place of each part below it.

    Raises:
        ValueError: A part is not JSON.
    """
    level, at = 0, 0
    # The open parts: where each begins, and its text between the parts below it.
    parts: list[tuple[int, list[str]]] = [(0, [])]
    strings: list[str] = []
    for token in _TOKENS.finditer(text):
        start, bracket = token.start(), text[token.start()]
        if bracket in "[{":
            if level > 0 and level % levels == 0:
                parts[-1][1].append(text[at:start])
                parts.append((start, []))
                at = start
            level += 1
        elif bracket in "]}":
            level -= 1
            if level > 0 and level % levels == 0:
                begin, pieces = parts.pop()
                pieces.append(text[at : token.end()])
                at = token.end()
                _check(pieces)
                if len(parts) == 1:
                    strings.append(dumps(text[begin:at]))
    if len(parts) > 1:
        raise ValueError("a part has no end")
    pieces = [*parts[0][1], text[at:]]
    _check(pieces)
    return "".join(piece + string for piece, string in zip(pieces, [*strings, ""], strict=True))


def _check(pieces: "list[str]") -> None:
    # The numbers only have to be JSON. As floats, they can have any number of digits.
    loads("[]".join(pieces), parse_int=float, parse_constant=_refused)
