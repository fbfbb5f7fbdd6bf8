"""Describes the first mistake in a text that is not a JSON object, and its place.

The errors of the standard library are not used, because those of other languages have other words and places.
"""

from ._message import filled, quoted
from ._plan.words import WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import TypeAlias

    # The word for what was found, and the index of it in the text.
    Fault: TypeAlias = tuple[str, int]

_SPACE = " \t\n\r"
_CLOSING = {"{": "}", "[": "]"}
_DIGITS = "0123456789"
_HEX = _DIGITS + "abcdefABCDEF"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$"
_TYPES = {"{": "object", "[": "array", '"': "string", "t": "boolean", "f": "boolean", "n": "null"}


def not_json(
    text: str, start: int = 0, end: "int | None" = None, what: str = "json-object"
) -> str:
    """Returns the sentence about a text that is not JSON, or not an object: what was found, and where.

    Args:
        text: The text in which lines and columns are counted.
        start: The index at which the part begins that should be JSON.
        end: The index at which that part ends.
        what: The word for what is expected.
    """
    part = text[start:end]
    word, at = fault_of(part) or _value_of(part)
    before = text[: start + at]
    value = _run(part, at, _LETTERS + _DIGITS) or part[at : at + 1]
    return filled(
        WORDS["not-json"],
        what=WORDS[what],
        found=filled(WORDS[word], value=quoted(value)),
        line=str(before.count("\n") + 1),
        column=str(len(before) - before.rfind("\n")),
    )


def fault_of(text: str) -> "Fault | None":
    """Returns the first mistake in a text, or `None` if the text is JSON."""
    return _Scanner(text).fault()


def _value_of(text: str) -> "Fault":
    """Returns the type of a text that is JSON, as what was found."""
    at = len(text) - len(text.lstrip(_SPACE))
    return f"found-{_TYPES.get(text[at : at + 1], 'number')}", at


class _Scanner:
    """Scans a text, token by token. It does not recurse, so that no depth exhausts the stack."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._opened: list[str] = []
        # What comes next: a `value`; a key or an item, the first one of an object or array (which may
        # also end) or a later one; a `colon`; or what follows a value.
        self._expected = "value"
        self._comma = 0

    def fault(self) -> "Fault | None":
        self._skip_space()
        if self._at == len(self._text):
            return "fault-empty", 0
        if self._text.startswith("```", self._at):
            return "fault-fence", self._at
        while self._at < len(self._text):
            found = self._token(self._text[self._at])
            if found:
                return found
            self._skip_space()
        return None if self._expected == "next" and not self._opened else ("fault-end", self._at)

    def _token(self, char: str) -> "Fault | None":
        if self._opened and char == _CLOSING[self._opened[-1]]:
            return self._close()
        if self._expected == "next":
            return self._after_value(char)
        if self._expected == "colon":
            return self._move(1, "value") if char == ":" else ("fault-no-colon", self._at)
        if char == '"':
            return self._string()
        if self._expected in ("first key", "key"):
            return self._unexpected("fault-bare-key", _LETTERS + _DIGITS)
        if char in _CLOSING:
            self._opened.append(char)
            return self._move(1, "first key" if char == "{" else "first item")
        if char in _LETTERS:
            return self._word()
        return self._number() if char in "-" + _DIGITS else self._unexpected()

    def _close(self) -> "Fault | None":
        if self._expected in ("key", "item"):
            return "fault-trailing-comma", self._comma
        if self._expected in ("value", "colon"):
            return "fault-character", self._at
        self._opened.pop()
        return self._move(1, "next")

    def _after_value(self, char: str) -> "Fault | None":
        if not self._opened:
            return "fault-more", self._at
        if char != ",":
            return self._unexpected("fault-no-comma", '"{[-' + _LETTERS + _DIGITS)
        self._comma = self._at
        return self._move(1, "key" if self._opened[-1] == "{" else "item")

    def _string(self) -> "Fault | None":
        start, text = self._at, self._text
        at = start + 1
        while at < len(text):
            char = text[at]
            if char == '"':
                is_key = self._expected in ("first key", "key")
                return self._move(at + 1 - start, "colon" if is_key else "next")
            if char == "\\" and at + 1 < len(text):
                length = _length_of_escape(text, at)
                if not length:
                    return "fault-escape", at
                at += length
            elif char < " ":
                return "fault-line-break" if char in "\r\n" else "fault-control", at
            else:
                at += 1
        return "fault-open-string", start

    def _word(self) -> "Fault | None":
        word = _run(self._text, self._at, _LETTERS + _DIGITS)
        is_json = word in ("true", "false", "null")
        return self._move(len(word), "next") if is_json else ("fault-word", self._at)

    def _number(self) -> "Fault | None":
        number = _run(self._text, self._at, "+-.eE" + _DIGITS)
        return self._move(len(number), "next") if _is_number(number) else ("fault-number", self._at)

    def _unexpected(self, word: str = "fault-character", starts: str = "") -> "Fault":
        """Returns the mistake at a character that cannot come here, or `word` if it is one of these."""
        char = self._text[self._at]
        if char == "'":
            return "fault-single-quotes", self._at
        if char == "#" or self._text[self._at : self._at + 2] in ("//", "/*"):
            return "fault-comment", self._at
        return word if char in starts else "fault-character", self._at

    def _move(self, length: int, expected: str) -> None:
        self._at += length
        self._expected = expected

    def _skip_space(self) -> None:
        while self._at < len(self._text) and self._text[self._at] in _SPACE:
            self._at += 1


def _run(text: str, start: int, chars: str) -> str:
    """Returns the longest part of a text from an index on that has only these characters."""
    end = start
    while end < len(text) and text[end] in chars:
        end += 1
    return text[start:end]


def _length_of_escape(text: str, at: int) -> int:
    """Returns the length of the escape at an index, or 0 if it is not one of JSON."""
    if text[at + 1] != "u":
        return 2 if text[at + 1] in '"\\/bfnrt' else 0
    return 6 if len(_run(text[at + 2 : at + 6], 0, _HEX)) == 4 else 0  # noqa: PLR2004


def _is_number(text: str) -> bool:
    mantissa, has_exponent, exponent = text.replace("E", "e").partition("e")
    whole, has_fraction, fraction = mantissa.removeprefix("-").partition(".")
    unsigned = exponent[1:] if exponent[:1] in ("+", "-") else exponent
    return (
        _are_digits(whole)
        and (whole == "0" or whole[0] != "0")
        and (not has_fraction or _are_digits(fraction))
        and (not has_exponent or _are_digits(unsigned))
    )


def _are_digits(text: str) -> bool:
    return text != "" and all(char in _DIGITS for char in text)
