"""The syntax of patterns.

A part of a pattern is one of

* `("unit", negated, ranges, written)`: a unit in, or not in, ranges, which are pairs of units
* `("place", name)`: a place between units: `start`, `end`, `boundary` or `no-boundary`
* `("sequence", parts)`: one part after the other
* `("choice", parts)`: one of two or more parts
* `("repeat", part, least, most)`: a repetition; `most` is `None` if there is no upper bound
"""

from .data import DEEPEST, DIGIT, LARGEST, LINE_END, SPACE, WORD

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Node: TypeAlias = tuple[Any, ...]
    Ranges: TypeAlias = list[tuple[str, str]]
    Counts: TypeAlias = tuple[int, int | None]


class OutsideError(Exception):
    """Raised if a pattern is outside the subset, or JavaScript rejects it."""


class InvalidError(OutsideError):
    """Raised if JavaScript rejects a pattern."""


def parsed(pattern: str) -> "Node":
    """Parses a pattern.

    Raises:
        OutsideError: It is outside the subset, or JavaScript rejects it.
    """
    parser = _Parser(pattern)
    node = parser.choice(0)
    _expect(parser.is_at_end())
    return node


def size_of(node: "Node") -> int:
    """Returns the size of a part with its repetitions written out, for the limits."""
    size: int = 1
    if node[0] == "unit":
        size = node[3]
    elif node[0] == "sequence":
        size = sum(map(size_of, node[1]))
    elif node[0] == "choice":
        size = sum(map(size_of, node[1])) + len(node[1])
    elif node[0] == "repeat":
        _, part, least, most = node
        copies: int = least + 1 if most is None else most
        size = max(copies, 1) * (size_of(part) + 1)
    return max(size, 1)


_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def can_be_of(node: "Node", signs: str) -> bool:
    """Returns whether a text of ASCII letters, digits and these signs may match a part.

    Places are taken to be right.
    """
    kind = node[0]
    if kind == "unit":
        _, negated, ranges, _ = node
        has = (any(a <= it <= b for a, b in ranges) for it in _ALPHANUMERIC + signs)
        return any(it != negated for it in has)
    if kind == "sequence":
        return all(can_be_of(part, signs) for part in node[1])
    if kind == "choice":
        return any(can_be_of(part, signs) for part in node[1])
    return kind == "place" or node[2] == 0 or can_be_of(node[1], signs)


def ranges_of(runs: "list[list[int]]") -> "Ranges":
    """Returns ranges as pairs of units."""
    return [(chr(first), chr(last)) for first, last in runs]


def _all_but(runs: "list[list[int]]") -> "Ranges":
    """Returns all units except these, which are sorted."""
    firsts = [0, *(last + 1 for _, last in runs)]
    lasts = [*(first - 1 for first, _ in runs), 0x10FFFF]
    return [
        (chr(first), chr(last)) for first, last in zip(firsts, lasts, strict=True) if first <= last
    ]


_CLASSES = {
    "d": ranges_of(DIGIT),
    "D": _all_but(DIGIT),
    "w": ranges_of(WORD),
    "W": _all_but(WORD),
    "s": ranges_of(SPACE),
    "S": _all_but(SPACE),
}
_ANY_BUT_LINE_ENDS = _all_but(LINE_END)
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_HEXADECIMAL = {"x": 2, "u": 4}
_PLACES = {"^": "start", "$": "end", "\\b": "boundary", "\\B": "no-boundary"}
_COUNTS: "dict[str, Counts]" = {"*": (0, None), "+": (1, None), "?": (0, 1)}


def _expect(is_right: object) -> None:
    if not is_right:
        raise InvalidError


def _expect_inside(is_inside: object) -> None:
    if not is_inside:
        raise OutsideError


class _Parser:
    __slots__ = ("_at", "_units")

    def __init__(self, units: str) -> None:
        self._units = units
        self._at = 0

    def is_at_end(self) -> bool:
        return self._at >= len(self._units)

    def _ahead(self, length: int = 1) -> str:
        """Returns the next `length` units, or fewer at the end."""
        return self._units[self._at : self._at + length]

    def _take(self) -> str:
        _expect(not self.is_at_end())
        self._at += 1
        return self._units[self._at - 1]

    def _takes(self, sign: str) -> bool:
        is_there = self._ahead() == sign
        self._at += is_there
        return is_there

    # Structure

    def choice(self, depth: int) -> "Node":
        branches = [self._sequence(depth)]
        while self._takes("|"):
            branches.append(self._sequence(depth))
        return branches[0] if len(branches) == 1 else ("choice", branches)

    def _sequence(self, depth: int) -> "Node":
        parts: list[Node] = []
        while self._ahead() not in ("", "|", ")"):
            parts.append(self._part(depth))
        return ("sequence", parts)

    def _part(self, depth: int) -> "Node":
        """Reads a part.

        Places and repetitions cannot be repeated: a second repetition would begin the next part,
        where it is rejected.
        """
        sign = self._ahead(2) if self._ahead() == "\\" else self._ahead()
        if sign in _PLACES:
            self._at += len(sign)
            return ("place", _PLACES[sign])
        atom = self._atom(depth)
        counts = self._counts()
        if counts is None:
            return atom
        self._takes("?")
        least, most = counts
        _expect(most is None or least <= most)
        return ("repeat", atom, least, most)

    def _atom(self, depth: int) -> "Node":
        sign = self._ahead()
        if sign == "(":
            return self._group(depth + 1)
        if sign == "[":
            return self._class()
        _expect(sign not in _COUNTS and not (sign == "{" and self._braces()))
        self._at += 1
        if sign == ".":
            return ("unit", False, _ANY_BUT_LINE_ENDS, 1)
        ranges = self._escape() if sign == "\\" else [(sign, sign)]
        return ("unit", False, ranges, 1)

    def _group(self, depth: int) -> "Node":
        self._at += 1
        if self._takes("?") and not self._takes(":"):
            # Lookaround and names are outside of the subset, and so are flags, which newer engines know
            # before a colon. Nothing else begins like this, such as `(?i)` or `(?P<name>`.
            flags = self._at
            while self._units[flags : flags + 1] and self._units[flags] in "ims-":
                flags += 1
            _expect(self._ahead() in ("=", "!", "<") or self._units[flags : flags + 1] == ":")
            raise OutsideError
        _expect_inside(depth <= DEEPEST)
        inside = self.choice(depth)
        _expect(self._takes(")"))
        return inside

    # Repetition

    def _counts(self) -> "Counts | None":
        sign = self._ahead()
        if sign in _COUNTS:
            self._at += 1
            return _COUNTS[sign]
        found = self._braces() if sign == "{" else None
        if found is None:
            return None
        counts, self._at = found
        return counts

    def _braces(self) -> "tuple[Counts, int] | None":
        """Reads `{n}`, `{n,}` or `{n,m}`, and returns the counts and the end.

        Any other brace is an ordinary unit.
        """
        least, end = self._number(self._at + 1)
        if least is None:
            return None
        most: int | None = least
        if self._units[end : end + 1] == ",":
            most, end = self._number(end + 1)
        return ((least, most), end + 1) if self._units[end : end + 1] == "}" else None

    def _number(self, start: int) -> "tuple[int | None, int]":
        """Reads a number, at most one above the limit, and returns it and its end."""
        number, end = 0, start
        while "0" <= self._units[end : end + 1] <= "9":
            number = min(number * 10 + int(self._units[end]), LARGEST + 1)
            end += 1
        return (number if end > start else None), end

    # Units

    def _class(self) -> "Node":
        self._at += 1
        negated = self._takes("^")
        ranges: Ranges = []
        written = 0
        while not self._takes("]"):
            first = self._member()
            if self._ahead() != "-" or self._ahead(2) == "-]":
                ranges += first
                written += 1
                continue
            self._at += 1
            last = self._member()
            if _is_unit(first) and _is_unit(last):
                _expect(first[0][0] <= last[0][0])
                ranges.append((first[0][0], last[0][0]))
                written += 1
            else:
                # Next to a class such as `\d`, a hyphen is literal.
                ranges += [*first, ("-", "-"), *last]
                written += 3
        return ("unit", negated, ranges, written)

    def _member(self) -> "Ranges":
        unit = self._take()
        if unit != "\\":
            return [(unit, unit)]
        return [("\b", "\b")] if self._takes("b") else self._escape()

    def _escape(self) -> "Ranges":
        """Reads the rest of an escape, after the backslash."""
        unit = self._take()
        if unit in _CLASSES:
            return _CLASSES[unit]
        if unit in _HEXADECIMAL:
            unit = self._hexadecimal(_HEXADECIMAL[unit])
        elif unit in _CONTROLS:
            unit = _CONTROLS[unit]
        else:
            _expect_inside(not (unit.isascii() and unit.isalnum()))
        return [(unit, unit)]

    def _hexadecimal(self, length: int) -> str:
        digits = self._ahead(length)
        self._at += length
        # Without the digits, it is the letter.
        is_number = len(digits) == length and all(it in "0123456789abcdefABCDEF" for it in digits)
        _expect_inside(is_number)
        return chr(int(digits, 16))


def _is_unit(ranges: "Ranges") -> bool:
    # No escape class is a single unit.
    return len(ranges) == 1 and ranges[0][0] == ranges[0][1]
