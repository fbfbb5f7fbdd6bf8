"""Describes the first mistake in a text that is not a JSON object, and its place.

The errors of the standard library are not used, because those of other languages have other words and places.
"""

import re
import sys

from ._input import LARGEST, MOST_LEVELS, bytes_of
from ._json_values import loads
from ._message import filled, quoted
from ._plan import EVENT_KEY
from ._plan.words import WORDS
from ._unusual import without_lone_surrogates

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # The word for what was found, and the index of it in the text.
    Fault: TypeAlias = tuple[str, int]

_CLOSING = {"{": "}", "[": "]"}
_SPACE = re.compile(r"[ \t\n\r]*")
_WORD = re.compile(r"[A-Za-z0-9_$]*")
_STARTS_VALUE = re.compile(r"[\"{\[\-A-Za-z0-9_$]")
_CHARACTERS = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_TYPOGRAPHIC_QUOTE = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
_COMMENT = re.compile(r"#|//|/\*")
_TYPES = {"{": "object", "[": "array", '"': "string", "t": "boolean", "f": "boolean", "n": "null"}

# A token: a bracket, a comma or a colon, a string, or a word or number. Nothing in it is tried twice.
_TOKEN = re.compile(
    rf"""{_SPACE.pattern}+(?:([\[{{])|([\]}}])|([,:])
    |("{_CHARACTERS.pattern}+(?:{_ESCAPE.pattern}{_CHARACTERS.pattern}+)*+")
    |(?:true|false|null)(?![A-Za-z0-9_$])
    |-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+(?![-+.eE0-9]))""".replace(
        "\n    ", ""
    )
)
_OPENS, _CLOSES, _BETWEEN, _STRING = 1, 2, 3, 4

# What comes next: a value; a key or an item, the first one of an object or array (which may also end) or a later one;
# a colon; or what follows a value.
_VALUE, _FIRST_KEY, _KEY, _FIRST_ITEM, _ITEM, _COLON, _NEXT = range(7)
_BEFORE_VALUE = (_VALUE, _FIRST_ITEM, _ITEM)
_BEFORE_KEY = (_FIRST_KEY, _KEY)
_BEFORE_END = (_FIRST_KEY, _FIRST_ITEM, _NEXT)


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
    scanner = _Scanner(text)
    scanner.run()
    return scanner.fault()


def name_before_fault(data: object) -> "str | None":
    """Returns the name of the event in a text that cannot be read.

    It counts only if a JSON reader reaches it before the first mistake: the key and the text are
    complete, and at the top level of an object. What is too large, too deep or not UTF-8 is a
    mistake, too, where it begins. If the key is there twice, nobody knows which one is meant.
    """
    try:
        whole = data.encode("utf-16-le", "surrogatepass") if isinstance(data, str) else None
        read = bytes_of(data) if whole is None else _in_utf_8(whole)
    except Exception:  # it is not text
        return None
    read = read[:LARGEST]
    try:
        text = read.decode()
    except UnicodeDecodeError as error:
        text = read[: error.start].decode()
    strings = _Strings(EVENT_KEY)
    _Scanner(text.removeprefix("\ufeff")).run(MOST_LEVELS, strings.note)
    return strings.value if strings.count == 1 else None


def _in_utf_8(units: bytes) -> bytes:
    """Returns UTF-16 as UTF-8. Half of a surrogate pair is not UTF-8 in it."""
    return units.decode("utf-16-le", "surrogatepass").encode("utf-8", "surrogatepass")


def _value_of(text: str) -> "Fault":
    """Returns the type of a text that is JSON, as what was found."""
    at = len(_run(_SPACE, text, 0))
    return f"found-{_TYPES.get(text[at : at + 1], 'number')}", at


class _Strings:
    """The value of a key of an object, as far as a text has it."""

    def __init__(self, key: str) -> None:
        """Creates it for a key that has not been found yet."""
        self._key = key
        self._is_next = False
        self.count = 0
        """The number of times that the key is there."""
        self.value: str | None = None
        """The last value of the key, if it is a string."""

    def note(self, string: str, *, is_key: bool) -> None:
        """Takes a key of the object, or a string that is a value in it."""
        if is_key or self._is_next:
            read = loads(without_lone_surrogates(string)) if "\\" in string else string[1:-1]
            if not is_key:
                self.value = read
            self._is_next = is_key and read == self._key
            self.count += self._is_next


class _Scanner:
    """Scans a text, token by token. It does not recurse, so that no depth exhausts the stack."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._opened: list[str] = []
        self._expected = _VALUE

    def run(  # noqa: PLR0912  # a call for each token would be slow
        self, most: int = sys.maxsize, note: "Callable[..., None] | None" = None
    ) -> None:
        """Scans all tokens before the first mistake. It is one loop, because some texts have millions of them.

        Args:
            most: The number of levels that can be open.
            note: Gets the strings that are keys and values of the text, as an object, as they are written.
        """
        text, opened, match = self._text, self._opened, _TOKEN.match
        at, expected = 0, _VALUE
        while token := match(text, at):
            kind = token.lastindex
            if kind == _BETWEEN:
                if token[kind] == ":":
                    if expected != _COLON:
                        break
                    expected = _VALUE
                elif expected == _NEXT and opened:
                    expected = _KEY if opened[-1] == "{" else _ITEM
                else:
                    break
            elif kind == _OPENS:
                if expected not in _BEFORE_VALUE or len(opened) >= most:
                    break
                opened.append(token[kind])
                expected = _FIRST_KEY if token[kind] == "{" else _FIRST_ITEM
            elif kind == _CLOSES:
                if expected not in _BEFORE_END or not opened or _CLOSING[opened[-1]] != token[kind]:
                    break
                opened.pop()
                expected = _NEXT
            elif kind == _STRING and expected in _BEFORE_KEY:
                expected = _COLON
                if note and len(opened) == 1:
                    note(token[kind], is_key=True)
            elif expected in _BEFORE_VALUE:
                expected = _NEXT
                if note and kind == _STRING and len(opened) == 1:
                    note(token[kind], is_key=False)
            else:
                break
            at = token.end()
        self._at, self._expected = at + len(_run(_SPACE, text, at)), expected

    def fault(self) -> "Fault | None":
        """Returns the mistake at which the scan has ended."""
        if self._at < len(self._text):
            return self._wrong(self._text[self._at])
        if not self._text.strip(" \t\n\r"):
            return "fault-empty", 0
        return None if self._expected == _NEXT and not self._opened else ("fault-end", self._at)

    def _wrong(self, char: str) -> "Fault":  # noqa: PLR0911
        """Returns the mistake at a token that is not JSON, or cannot come here."""
        if self._opened and char == _CLOSING[self._opened[-1]]:
            is_comma = self._expected in (_KEY, _ITEM)
            comma = self._text.rfind(",", 0, self._at)
            return ("fault-trailing-comma", comma) if is_comma else ("fault-character", self._at)
        if self._expected == _NEXT:
            if not self._opened:
                return "fault-more", self._at
            return self._unexpected("fault-no-comma", _STARTS_VALUE)
        if self._expected == _COLON:
            return "fault-no-colon", self._at
        if char == '"':
            return self._string()
        if self._expected in _BEFORE_KEY:
            return self._unexpected("fault-bare-key", _WORD)
        if char in "-0123456789":
            return "fault-number", self._at
        if _run(_WORD, self._text, self._at):
            return "fault-word", self._at
        is_fence = (
            self._expected == _VALUE and not self._opened and self._text.startswith("```", self._at)
        )
        return ("fault-fence", self._at) if is_fence else self._unexpected()

    def _string(self) -> "Fault":
        at = self._at + 1
        while True:
            at += len(_run(_CHARACTERS, self._text, at))
            char = self._text[at : at + 1]
            if char == "" or (char == "\\" and at + 1 == len(self._text)):
                return "fault-open-string", self._at
            if char != "\\":
                return "fault-line-break" if char in "\r\n" else "fault-control", at
            escape = _run(_ESCAPE, self._text, at)
            if not escape:
                return "fault-escape", at
            at += len(escape)

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


def _run(pattern: "re.Pattern[str]", text: str, start: int) -> str:
    """Returns what a pattern matches at an index; empty if it does not."""
    found = pattern.match(text, start)
    return found.group() if found else ""
