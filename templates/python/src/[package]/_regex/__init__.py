"""Regular expressions of JavaScript, as far as they can be decided in linear time.

Those of matchers see UTF-16 units, as the strings that they read and are run on do: a character of
two units is two surrogates there. Those of schemas see characters.
"""

from ._parse import OutsideError, parsed, size_of
from ._program import finds, program_of
from .data import LARGEST, LONGEST, MOST_WORK

TYPE_CHECKING = False  # true for type checkers, which know the name; `typing` takes long to load
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from ._parse import Node

    Verdict: TypeAlias = Literal["match", "no-match", "undecidable"]


def test(pattern: str, value: str) -> "Verdict":
    """Tells what `new RegExp(pattern).test(value)` says, unit by unit of UTF-16.

    Returns:
        `"undecidable"` for a pattern that is not of the subset, and beyond the limits.
    """
    pattern, value = _units(pattern), _units(value)
    node = _node_of(pattern) if len(pattern) <= LONGEST else None
    if node is None:
        return "undecidable"
    size = size_of(node)
    if size > LARGEST or size * (len(value) + 1) > MOST_WORK:
        return "undecidable"
    return "match" if finds(program_of(node), value) else "no-match"


class Pattern:
    """A pattern of a schema, which sees characters. It is of the subset: the generator refuses others."""

    __slots__ = ("_program",)

    def __init__(self, pattern: str) -> None:
        node = _node_of(pattern)
        self._program = None if node is None else program_of(node)

    def is_in(self, value: str) -> bool:
        """Returns whether it is found in a value."""
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
