"""Compares a permission rule with the text of a command."""

from .line import collapsed

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .line import Reading

ANY = "*"


class CommandRule:
    """What is between the parentheses of a rule for a line."""

    __slots__ = ("_alone", "_others", "_parts", "_prefix", "_program")

    def __init__(self, content: str) -> None:
        """Reads the text of a rule."""
        # The one program that it names, with the text that the name of a program is compared with.
        self._program = _program_of(content)
        self._prefix: str | None = None
        self._parts: list[str] = []
        # A command without the words after the prefix is covered, too.
        self._alone: str | None = None
        # The same if two backslashes are one; `None` if there are none.
        self._others: list[str] | None = None
        if content.endswith(":*") and len(content) > len(":*"):
            self._prefix = content[: -len(":*")]
            return
        text = collapsed(content.strip(" \t\n\r"))
        self._parts = parts = _parts_of(text)
        if "\\\\" in text:
            # Nobody has seen what they mean.
            self._others = _parts_of(text.replace("\\\\", "\0"))
            self._others = [it.replace("\0", "\\") for it in self._others]
        if parts[1:] == [""] and parts[0].endswith(" "):
            self._alone = parts[0][:-1]

    def covers(self, reading: "Reading") -> "bool | None":
        """Returns whether it covers a line; `None` if that is not known."""
        if reading.is_complex:
            return True
        if reading.names is not None:
            return self._covers_unknown(reading)
        said = [self._matches(*it) for it in reading.commands.items()]
        return True if True in said else None if None in said else False

    def _covers_unknown(self, reading: "Reading") -> "bool | None":
        """Decides for a command with words that are not known."""
        if self._program is None:
            return True
        prefix, is_whole = self._program
        names = reading.names or []
        if any(name == prefix if is_whole else name.startswith(prefix) for name in names):
            return True
        return None if reading.unsure_names else False

    def _matches(self, text: str, given: str) -> "bool | None":
        """Decides for a command, with its text in which each run of blanks is one space."""
        if self._prefix is not None:
            return text == self._prefix or text.startswith(self._prefix + " ")
        found = given == self._alone or _is_in_order(self._parts, given)
        if self._others is not None and found != _is_in_order(self._others, given):
            return None
        return found


def _parts_of(text: str) -> "list[str]":
    """Returns the texts between the stars of a rule. A star after a backslash is a sign like others."""
    parts: list[str] = []
    for part in text.split(ANY):
        if parts and parts[-1].endswith("\\"):
            parts[-1] = f"{parts[-1][:-1]}{ANY}{part}"
        else:
            parts.append(part)
    return parts


def _program_of(content: str) -> "tuple[str, bool] | None":
    """Returns the program that a rule names if it says nothing of its words, and whether that is the whole name."""
    for ending, is_whole in ((":*", True), (" *", True), (ANY, False)):
        if content.endswith(ending):
            name = content[: -len(ending)]
            if not name:
                continue
            is_one = not any(it in "*?[" or (it.isspace() and it != "\n") for it in name)
            if ending == ":*" and name == ANY:
                is_one = True
            return (name, is_whole) if is_one else None
    return None


def _is_in_order(parts: "list[str]", text: str) -> bool:
    """Returns whether a text is these parts, with any text between them."""
    first, *others = parts
    if not others:
        return text == first
    if not text.startswith(first):
        return False
    at = len(first)
    *middle, last = others
    for part in middle:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(text) - at >= len(last) and text.endswith(last)


def covers_text(pattern: str, text: str) -> bool:
    """Returns whether a pattern with stars covers a whole text. Its other signs are taken as they are."""
    return _is_in_order(pattern.split(ANY), text)
