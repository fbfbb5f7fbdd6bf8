"""Reads the transcript of a session, line by line."""

from ._input import LARGEST, UnreadableError, decoded, parsed
from ._json_values import is_array, is_object
from ._plan import PUBLIC
from ._read import trimmed

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias

    from ._types import SkippedLine, SkipReason, TranscriptEntry, TranscriptToolUse

    Line: TypeAlias = "bytes | str"

_MOST_KEPT = 100
"""The number of skipped lines to keep, so that a long file without an entry does not fill the memory."""

_TOO_LARGE: "Any" = object()
"""In place of a line that is too large to be read."""

_IDS = (("id", "uuid"), ("parent", "parentUuid"), ("timestamp", "timestamp"))
"""The keys of an entry with those of a line."""


class Transcript:
    """The entries of a transcript, which are read one by one, and the lines that are skipped."""

    __slots__ = ("_cut", "_lines", "_number", "skipped", "skipped_count")
    __module__ = PUBLIC + ".host"

    def __init__(self, lines: "Iterator[Line]") -> None:
        """Reads entries from lines."""
        self._lines = lines
        self._number = 0
        self._cut: SkippedLine | None = None
        """The newest line, if it is not JSON and has no line end."""
        self.skipped: list[SkippedLine] = []
        """The skipped lines so far, each with its number and the reason; the first 100 at most."""
        self.skipped_count = 0
        """The number of skipped lines so far."""

    def __iter__(self) -> "Iterator[TranscriptEntry]":
        """Returns itself, because a transcript is read once."""
        return self

    def __next__(self) -> "TranscriptEntry":
        """Reads the next entry, and skips the lines before it that are not entries.

        Raises:
            OSError: The file cannot be read.
        """
        for line in self._lines:
            self._number += 1
            self._cut = None
            found = self._object(line)
            if found is not None:
                return _entry(self._number, found)
        if self._cut:
            self._cut["reason"] = "unfinished"
        raise StopIteration

    def _object(self, line: "Line") -> "dict[str, Any] | None":
        """Returns the object of a line, or skips the line."""
        if line is _TOO_LARGE:
            self._skip("too-large")
            return None
        text, is_ended = _without_end(line)
        try:
            whole = trimmed(decoded(text, []))
            value: Any = parsed(whole, []) if whole else None
        except UnreadableError as error:
            reason: Any = error.code
            skipped = self._skip(reason)
            if reason == "not-json" and not is_ended:
                self._cut = skipped
            return None
        if is_object(value):
            return value
        self._skip("not-an-object" if whole else "empty")
        return None

    def _skip(self, reason: "SkipReason") -> "SkippedLine":
        skipped: SkippedLine = {"line": self._number, "reason": reason}
        self.skipped_count += 1
        if self.skipped_count <= _MOST_KEPT:
            self.skipped.append(skipped)
        return skipped


def read_transcript(
    source: "str | os.PathLike[str] | Iterable[bytes] | Iterable[str]",
) -> Transcript:
    """Reads the transcript of a session, such as the file at `transcript_path`.

    It is read line by line while you iterate, so a large file is never in memory as a whole. A line
    that is not an entry raises nothing: it is in `skipped`. So is a last line that the host is still
    writing.

    Args:
        source: The path of the file, an open file (preferably in binary mode), or lines.

    Returns:
        An iterator over the entries, with the lines that it skips.

    Raises:
        TypeError: While you iterate: a line is neither bytes nor a string.
        OSError: While you iterate: the file cannot be read.
    """
    return Transcript(_lines(source))


def _lines(source: "Any") -> "Iterator[Line]":
    """Yields each line, with its line end if it has one."""
    if isinstance(source, str) or hasattr(source, "__fspath__"):
        with open(source, "rb") as file:
            yield from _lines_of_file(file.readline)
    elif hasattr(source, "readline"):
        yield from _lines_of_file(source.readline)
    else:
        yield from source


def _lines_of_file(readline: "Callable[[int], Line]") -> "Iterator[Line]":
    while line := readline(LARGEST + 1):
        if len(line) <= LARGEST or _without_end(line)[1]:
            yield line
            continue
        # The rest of the line is read in parts, and dropped.
        while line and not _without_end(line)[1]:
            line = readline(LARGEST)
        yield _TOO_LARGE


def _without_end(line: "Any") -> "tuple[Line, bool]":
    """Returns a line without its line end, and whether it has one."""
    if isinstance(line, str):
        text = line.removesuffix("\n")
        return text, len(text) < len(line)
    if not isinstance(line, bytes):
        what = type(line).__name__
        raise TypeError(f"a line of a transcript has to be bytes or a string, not `{what}`")
    data = line.removesuffix(b"\n")
    return data, len(data) < len(line)


def _entry(number: int, raw: "dict[str, Any]") -> "TranscriptEntry":
    kind = raw.get("type")
    message: Any = raw.get("message")
    is_message = kind in ("user", "assistant") and is_object(message)
    content: Any = message.get("content") if is_message else None
    entry: Any = {"line": number, "kind": "message" if is_message else "other"}
    if is_message:
        entry["role"] = kind
    elif kind == "system":
        entry["kind"], content = "system", raw.get("content")
    entry["text"] = _text(content)
    entry["tool_uses"] = _tool_uses(content)
    entry["sidechain"] = raw.get("isSidechain") is True
    entry["meta"] = raw.get("isMeta") is True
    for name, key in _IDS:
        if isinstance(raw.get(key), str):
            entry[name] = raw[key]
    entry["raw"] = raw
    made: TranscriptEntry = entry
    return made


def _text(content: "Any") -> str:
    """Returns the text of a message: a string, or the text blocks of a list."""
    if isinstance(content, str):
        return content
    texts = (block.get("text") for block in _blocks(content, "text"))
    return "\n".join(text for text in texts if isinstance(text, str))


def _tool_uses(content: "Any") -> "list[TranscriptToolUse]":
    return [
        _tool_use(block)
        for block in _blocks(content, "tool_use")
        if isinstance(block.get("name"), str)
    ]


def _tool_use(block: "dict[str, Any]") -> "TranscriptToolUse":
    use: TranscriptToolUse = {"name": block["name"]}
    if isinstance(block.get("id"), str):
        use["id"] = block["id"]
    if "input" in block:
        use["input"] = block["input"]
    return use


def _blocks(content: "Any", kind: str) -> "list[dict[str, Any]]":
    """Returns the blocks of a type."""
    blocks = content if is_array(content) else []
    return [it for it in blocks if is_object(it) and it.get("type") == kind]
