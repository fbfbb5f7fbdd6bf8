"""The parts of a line: words, commands, and what hides commands."""

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .._types import OpaqueReason, ReachedBy, ShellCommand, ShellRedirection, ShellWord


# The maximum depth of brackets, substitutions, and commands in commands: a reader needs 15 calls for each.
DEEPEST = 24


def is_name_sign(sign: str) -> bool:
    """Whether a sign can be in the name of a variable."""
    return sign == "_" or (sign.isascii() and sign.isalnum())


def is_name(text: str) -> bool:
    """Whether a text can be the name of a variable."""
    return bool(text) and text[0] not in "0123456789" and all(map(is_name_sign, text))


class UnreadableError(Exception):
    """A text cannot be read from a place on."""

    def __init__(self, reason: "OpaqueReason", at: int) -> None:
        super().__init__(reason)
        self.reason: OpaqueReason = reason
        self.at = at


# The letters of ASCII in lower case.
LOWER = {sign: sign + 32 for sign in range(ord("A"), ord("Z") + 1)}


def lowered(text: str) -> str:
    """Returns a name in lower case. Other letters than those of ASCII stay."""
    return text.translate(LOWER)


# What the output of a command, or a text for a variable without a value, is in code: outside of strings, it can be code.
OUTPUT = "\0"
# What such a text with other signs is: it can also end a string.
ANYTHING = "\1"
PLAIN = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"


def stand_in(filled: str) -> str:
    """Returns what is in code instead of a part that the shell fills in."""
    if filled.startswith("`") or (filled.startswith("$(") and not filled.startswith("$((")):
        return OUTPUT
    if not filled.startswith("${"):
        return ""
    rest = filled[2:-1].lstrip("#!").lstrip(PLAIN)
    if rest.startswith("["):
        rest = rest.partition("]")[2]
    if rest[:1] in ("", "%", "#", "^", ","):
        return ""
    text = rest.lstrip(":-=+")
    return OUTPUT + text if all(it in PLAIN or it in ".-" for it in text) else ANYTHING


def program(name: str) -> str:
    """Returns the name of a program without upper case and the ending of its file."""
    name = lowered(name)
    for ending in (".exe", ".cmd", ".bat"):
        name = name.removesuffix(ending)
    return name


class Text:
    """A text that is read: the line, or a text in it that is read again, such as that of `bash -c`."""

    def __init__(self, text: str, line: str, places: "list[int] | None" = None) -> None:
        self.text = text
        self.line = line
        self.places = places

    def place(self, at: int) -> int:
        """Returns where a sign of this text is in the line."""
        return at if self.places is None else self.places[at]


class Word:
    """A word, as it is read."""

    def __init__(self, source: Text, start: int) -> None:
        self.source = source
        self.start = start
        self.end = start
        self.text = ""
        self.length = 0
        # Its parts: the text, where it is in the source, whether each sign has its own place there, and
        # whether the shell fills it in.
        self.pieces: list[tuple[str, int, bool, bool]] = []
        # Whether the shell takes the text as it is.
        self.literal = True
        # Whether what the shell makes of it can be several words, or none.
        self.splits = False
        # How much of the text is before, or in, the last part that the shell fills in.
        self.filled = 0
        # Whether a part of it is quoted.
        self.quoted = False
        # Where its first bracket is, plus one.
        self.opens = 0
        # Whether it is, or has, the name of a file for the output of commands.
        self.process = False

    def add(self, text: str, at: int, verbatim: bool = True, filled: bool = False) -> None:
        """Adds a part."""
        self.length += len(text)
        self.pieces.append((text, at, verbatim, filled))

    def ends(self, at: int) -> "Word":
        """Ends the word."""
        self.end = at
        self.text = "".join([text for text, _, _, _ in self.pieces])
        return self

    def add_filled(self, text: str, at: int, splits: bool) -> None:
        """Adds a part that the shell fills in."""
        self.add(text, at, filled=True)
        self.unknown(splits)

    def unknown(self, splits: bool) -> None:
        """Notes that the shell fills in what was added last."""
        self.literal = False
        self.splits = self.splits or splits
        self.filled = self.length

    def is_open(self) -> bool:
        """Whether the word can be anything: an option, several words, or none."""
        return self.splits or (not self.literal and self.filled == self.length)

    def injects(self) -> bool:
        """Whether what is filled in can be several words. Names of files are not counted."""
        return self.splits and any(filled for _, _, _, filled in self.pieces)

    def name(self) -> "str | None":
        """Returns the name of a program without its folder, if it is known."""
        after = self.text.rfind("/") + 1
        return (
            self.text[after:]
            if self.literal or (not self.splits and after >= self.filled and after)
            else None
        )

    def place(self) -> int:
        """Returns where the word begins in the line."""
        return self.source.place(self.start)

    def last(self) -> int:
        """Returns where its text ends in the line, without a quote after it."""
        text, at, verbatim, _ = self.pieces[-1] if self.pieces else ("", self.end, False, False)
        return self.source.place(at + len(text) if verbatim else self.end)

    def shown(self) -> str:
        """Returns the text, with what is filled in as it is written in the line."""
        if self.source.places is None:
            return self.text
        line, place = self.source.line, self.source.place
        return "".join(
            [
                line[place(at) : place(at + len(text) - 1) + 1] if filled else text
                for text, at, _, filled in self.pieces
            ]
        )

    def extend(self, other: "Word") -> None:
        """Adds the parts of another word."""
        for text, at, verbatim, filled in other.pieces:
            self.add(text, at, verbatim, filled)
        self.filled = self.length - other.length + other.filled if other.filled else self.filled
        self.literal = self.literal and other.literal
        self.splits = self.splits or other.splits
        self.quoted = self.quoted or other.quoted
        self.process = self.process or other.process

    def own_text(self) -> str:
        """Returns the text without what the shell fills in."""
        return "".join([text for text, _, _, filled in self.pieces if not filled])

    def code(self) -> str:
        """Returns the text as code: without variables, and with signs for what the line itself can fill in."""
        return "".join([stand_in(text) if filled else text for text, _, _, filled in self.pieces])

    def paired(self, value: "Word") -> "Word":
        """Returns the word as a name, with `=` and a value."""
        pair = Word(self.source, self.start)
        pair.extend(self)
        pair.add("=", self.end, verbatim=False)
        pair.extend(value)
        return pair.ends(value.end)

    def begins_with(self, sign: str) -> bool:
        """Whether a sign begins the word as it is written."""
        return self.source.text.startswith(sign, self.start)

    def after(self, count: int) -> "Word":
        """Returns the word without its first signs."""
        rest = Word(self.source, self.end)
        for text, at, verbatim, filled in self.pieces:
            if count < len(text):
                if not rest.pieces:
                    rest.start = at + count if verbatim else at
                rest.add(text[count:], at + count if verbatim else at, verbatim, filled)
            count = max(0, count - len(text))
        rest.literal, rest.splits, rest.quoted, rest.process = (
            self.literal,
            self.splits,
            self.quoted,
            self.process,
        )
        rest.filled = max(0, self.filled - (self.length - rest.length))
        return rest.ends(self.end)

    def filled_in(self) -> "Word":
        """Returns the word as one in which something is filled in."""
        rest = self.after(0)
        rest.unknown(splits=False)
        return rest

    def value(self) -> "ShellWord":
        """Returns it as others see it."""
        return {
            "text": self.shown(),
            "literal": self.literal,
            "splits": self.splits,
            "start": self.source.place(self.start),
            "end": self.source.place(self.end),
        }


def joined(words: "list[Word]") -> Text:
    """Returns the text of words with blanks between them.

    What is filled in is a variable there: its commands are read already, and reading them once more at each
    level would take exponential time.
    """
    text: list[str] = []
    places: list[int] = []
    for index, word in enumerate(words):
        if index:
            text.append(" ")
            places.append(word.place())
        place = word.source.place
        for part, at, verbatim, filled in word.pieces:
            text.append("$".ljust(len(part), "_") if filled else part)
            places.extend(place(at + i) if verbatim else place(at) for i in range(len(part)))
    if words:
        places.append(words[-1].last())
    return Text("".join(text), words[0].source.line if words else "", places)


def has_code(text: str, after: str) -> bool:
    """Whether there is code after a sign in a text: a shell runs it if it takes the text as an expression."""
    at = text.find(after)
    return at >= 0 and ("$(" in text[at:] or "`" in text[at:])


class HereDocument:
    """The lines that a command reads as its input."""

    def __init__(self, delimiter: Word, strips: bool) -> None:
        self.delimiter = delimiter.text
        self.quoted = delimiter.quoted
        self.strips = strips
        # The language of the program that reads it as code, and its command.
        self.code: tuple[str, Command] | None = None
        # The shell that reads it: its depth, how it is reached, and what it is run by.
        self.shell: tuple[int, tuple[ReachedBy, ...], tuple[str, ...]] | None = None


class Redirection:
    """A redirection of a command."""

    def __init__(self, start: int, descriptor: str, operator: str, target: Word) -> None:
        self.start = start
        self.descriptor = descriptor
        self.operator = operator
        self.target = target
        self.document: HereDocument | None = None

    def value(self) -> "ShellRedirection":
        """Returns it as others see it."""
        return {
            "descriptor": self.descriptor or None,
            "operator": self.operator,
            "target": self.target.value(),
        }


class Command:
    """A simple command."""

    def __init__(
        self, start: int, reached: "tuple[ReachedBy, ...]", through: "tuple[str, ...]"
    ) -> None:
        self.start = start
        self.end = start
        self.reached = reached
        self.through = through
        self.words: list[Word] = []
        self.assignments: list[tuple[str, Word | None]] = []
        self.redirections: list[Redirection] = []
        # Whether more words follow that are not in the line.
        self.more = False
        # The redirections of what it reads: its own, or those of the command that runs it.
        self.inputs = self.redirections
        self.opaque: OpaqueReason | None = None

    def name(self) -> "str | None":
        return self.words[0].name() if self.words else None

    def value(self) -> "ShellCommand":
        """Returns it as others see it."""
        return {
            "name": self.name(),
            "words": [word.value() for word in self.words],
            "more": self.more,
            "assignments": [
                {"name": name, "value": value.value() if value else None}
                for name, value in self.assignments
            ],
            "redirections": [it.value() for it in self.redirections],
            "reached": list(self.reached),
            "through": list(self.through),
            "opaque": self.opaque,
            "start": self.start,
            "end": self.end,
        }


class Line:
    """What a line runs, as far as it is read."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        # What hides commands: the reason, and where it begins and ends.
        self.opaque: list[tuple[OpaqueReason, int, int]] = []
        # Where a quoted text is that is code in an expression, and whether there is an expression.
        self.code: tuple[int, int] | None = None
        self.computes = False
        # Whether the text that is read gets more words from the program that runs it.
        self.adds = False
        # Whether a variable names a file that interactive shells read first, and where such a shell is.
        self.starts = False
        self.interactive: tuple[int, int] | None = None
        # Whether a variable has options of programs that read code, and where code is that runs nothing without them.
        self.options = False
        self.harmless: list[tuple[int, int]] = []

    def hides(self, reason: "OpaqueReason", start: int, end: int) -> None:
        """Notes that a part runs what is not known."""
        self.opaque.append((reason, start, end))

    def hidden_by(self, command: Command, reason: "OpaqueReason") -> None:
        """Notes that a command runs what is not known."""
        command.opaque = command.opaque or reason
        self.hides(reason, command.start, command.end)
