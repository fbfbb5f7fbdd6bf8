"""Regular expressions of JavaScript, as far as they can be decided in linear time.

They see UTF-16 units, and so do the strings in here: a character of two units is two surrogates.
"""

from .._table.matchers import LARGEST, LONGEST, MOST_WORK
from ._parse import OutsideError, parsed, size_of
from ._program import finds, program_of

TYPE_CHECKING = False  # true for type checkers, which know the name; `typing` takes long to load
if TYPE_CHECKING:
    from ..types import Match


def test(pattern: str, value: str) -> "Match":
    """Tells what `new RegExp(pattern).test(value)` says.

    Returns:
        `"undecidable"` for a pattern that is not of the subset, and beyond the limits.
    """
    pattern, value = _units(pattern), _units(value)
    if len(pattern) > LONGEST:
        return "undecidable"
    try:
        node = parsed(pattern)
    except OutsideError:
        return "undecidable"
    size = size_of(node)
    if size > LARGEST or size * (len(value) + 1) > MOST_WORK:
        return "undecidable"
    return "match" if finds(program_of(node), value) else "no-match"


def _units(text: str) -> str:
    if text.isascii() or max(text) <= "\uffff":
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(units[::2], units[1::2], strict=True))
