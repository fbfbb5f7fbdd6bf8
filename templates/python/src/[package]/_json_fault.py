"""Describes the first mistake in a text that is not a JSON object, and its place.

The errors of the standard library are not used, because those of other languages have other words and places.
"""

import re

from ._message import filled, quoted
from ._plan.words import WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import TypeAlias

    # The word for what was found, and the index of it in the text.
    Fault: TypeAlias = tuple[str, int]

_CLOSING = {"{": "}", "[": "]"}
_SPACE = re.compile(r"[ \t\n\r]*")
_WORD = re.compile(r"[A-Za-z0-9_$]*")
_STARTS_VALUE = re.compile(r"[\"{\[\-A-Za-z0-9_$]")
_CHARACTERS = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_DIGITS_AND_SIGNS = re.compile(r"[-+.eE0-9]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_TYPOGRAPHIC_QUOTE = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
_COMMENT = re.compile(r"#|//|/\*")
_TYPES = {"{": "object", "[": "array", '"': "string", "t": "boolean", "f": "boolean", "n": "null"}


def not_json(text: str, start: int = 0, end: "int | None" = None, what: str = "json-object") -> str:
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
    value = _run(_WORD, part, at) or part[at : at + 1]
    return filled(
        WORDS["not-json"],
        what=WORDS[what],
        found=filled(WORDS[word], value=quoted(value), character=part[at : at + 1]),
        line=str(before.count("\n") + 1),
        column=str(len(before) - before.rfind("\n")),
    )


def fault_of(text: str) -> "Fault | None":
    """Returns the first mistake in a text, or `None` if the text is JSON."""
    return _Scanner(text).fault()


def _value_of(text: str) -> "Fault":
    """Returns the type of a text that is JSON, as what was found."""
    at = len(_run(_SPACE, text, 0))
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

    def _token(self, char: str) -> "Fault | None":  # noqa: PLR0911
        if self._opened and char == _CLOSING[self._opened[-1]]:
            return self._close()
        if self._expected == "next":
            return self._after_value(char)
        if self._expected == "colon":
            return self._move(1, "value") if char == ":" else ("fault-no-colon", self._at)
        if char == '"':
            return self._string()
        if self._expected in ("first key", "key"):
            return self._unexpected("fault-bare-key", _WORD)
        if char in _CLOSING:
            self._opened.append(char)
            return self._move(1, "first key" if char == "{" else "first item")
        if char in "-0123456789":
            return self._number()
        return self._word() if _run(_WORD, self._text, self._at) else self._unexpected()

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
            return self._unexpected("fault-no-comma", _STARTS_VALUE)
        self._comma = self._at
        return self._move(1, "key" if self._opened[-1] == "{" else "item")

    def _string(self) -> "Fault | None":
        at = self._at + 1
        while True:
            at += len(_run(_CHARACTERS, self._text, at))
            char = self._text[at : at + 1]
            if char == '"':
                is_key = self._expected in ("first key", "key")
                return self._move(at + 1 - self._at, "colon" if is_key else "next")
            if char == "" or (char == "\\" and at + 1 == len(self._text)):
                return "fault-open-string", self._at
            if char != "\\":
                return "fault-line-break" if char in "\r\n" else "fault-control", at
            escape = _run(_ESCAPE, self._text, at)
            if not escape:
                return "fault-escape", at
            at += len(escape)

    def _word(self) -> "Fault | None":
        word = _run(_WORD, self._text, self._at)
        is_json = word in ("true", "false", "null")
        return self._move(len(word), "next") if is_json else ("fault-word", self._at)

    def _number(self) -> "Fault | None":
        number = _run(_DIGITS_AND_SIGNS, self._text, self._at)
        is_json = _NUMBER.fullmatch(number)
        return self._move(len(number), "next") if is_json else ("fault-number", self._at)

    def _unexpected(
        self, word: str = "fault-character", starts: "re.Pattern[str] | None" = None
    ) -> "Fault":
        """Returns the mistake at a character that cannot come here, or `word` if that starts here."""
        if self._text[self._at] == "'":
            return "fault-single-quotes", self._at
        if self._text[self._at] == "`":
            return "fault-backtick", self._at
        if _run(_TYPOGRAPHIC_QUOTE, self._text, self._at):
            return "fault-typographic-quote", self._at
        if _run(_COMMENT, self._text, self._at):
            return "fault-comment", self._at
        is_one = starts is not None and _run(starts, self._text, self._at)
        return word if is_one else "fault-character", self._at

    def _move(self, length: int, expected: str) -> "Fault | None":
        """Goes on, without a mistake."""
        self._at += length
        self._expected = expected
        return None

    def _skip_space(self) -> None:
        self._at += len(_run(_SPACE, self._text, self._at))


def _run(pattern: "re.Pattern[str]", text: str, start: int) -> str:
    """Returns what a pattern matches at an index; empty if it does not."""
    found = pattern.match(text, start)
    return found.group() if found else ""
