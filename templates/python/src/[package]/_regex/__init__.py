"""JavaScript regular expressions, as far as they can be decided in linear time.

Matchers are run on UTF-16 units, as in JavaScript: a character may be two surrogates. Patterns of
schemas are run on characters.
"""

from ._parse import InvalidError, OutsideError, can_be_of, parsed, size_of
from ._program import finds, program_of
from .data import LARGEST, LONGEST, MOST_WORK

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from ._parse import Node

    Verdict: TypeAlias = Literal["match", "no-match", "undecidable"]


def test(pattern: str, value: str) -> "Verdict":
    """Returns the result of `new RegExp(pattern).test(value)`, on UTF-16 units.

    Returns:
        `"undecidable"` for a pattern outside the subset, or if a limit is exceeded.
    """
    return tests(pattern, [value])[0]


def tests(pattern: str, values: "list[str]") -> "list[Verdict]":
    """Does the same as `test`, for several values."""
    pattern = _units(pattern)
    node = _node_of(pattern) if len(pattern) <= LONGEST else None
    size = LARGEST + 1 if node is None else size_of(node)
    if node is None or size > LARGEST:
        return ["undecidable"] * len(values)
    program = program_of(node)

    def verdict(value: str) -> "Verdict":
        if size * (len(value) + 1) > MOST_WORK:
            return "undecidable"
        return "match" if finds(program, value) else "no-match"

    return [verdict(_units(value)) for value in values]


def is_invalid(pattern: str) -> bool:
    """Returns whether `new RegExp(pattern)` is an error.

    Patterns that are too long or outside the subset are not known to be.
    """
    units = _units(pattern)
    try:
        parsed(units if len(units) <= LONGEST else "")
    except InvalidError:
        return True
    except OutsideError:
        return False
    return False


def parts(pattern: str, signs: str) -> "tuple[bool, bool, bool] | None":
    """Returns what of a pattern can match a text of ASCII letters, digits and these signs.

    The parts are those that `|` separates on the top level.

    Returns:
        Whether a part matches no such text, whether a part may match one, and whether a part is
        empty; `None` for a pattern that is not supported.
    """
    units = _units(pattern)
    node = _node_of(units) if len(units) <= LONGEST else None
    if node is None:
        return None
    branches = node[1] if node[0] == "choice" else [node]
    possible = [can_be_of(branch, signs) for branch in branches]
    return False in possible, True in possible, ("sequence", []) in branches


class Pattern:
    """A pattern of a schema, which is run on characters. The generator rejects patterns outside the subset."""

    __slots__ = ("_program",)

    def __init__(self, pattern: str) -> None:
        node = _node_of(pattern)
        self._program = None if node is None else program_of(node)

    def is_in(self, value: str) -> bool:
        """Returns whether the pattern matches anywhere in a value."""
        return self._program is not None and finds(self._program, value)


def _node_of(pattern: str) -> "Node | None":
    try:
        return parsed(pattern)
    except OutsideError:
        return None


def _units(text: str) -> str:
    if text.isascii() or max(text) <= "\uffff":
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(units[::2], units[1::2], strict=True))
