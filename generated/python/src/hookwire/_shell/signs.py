"""Reads the signs of a text, and reports where it cannot be read."""

from .words import DEEPEST, HereDocument, Line, Text, UnreadableError, Word

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .._types import OpaqueReason, ReachedBy

# The signs that end a word.
META = " \t\n;&|<>()"
# The words with a meaning where a command can begin.
RESERVED = frozenset(
    [
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "for",
        "while",
        "until",
        "do",
        "done",
        "case",
        "esac",
        "select",
        "function",
        "{",
        "}",
        "!",
        "[[",
        "coproc",
    ]
)
LONGEST = max(map(len, RESERVED))


class Signs:
    """The state of reading one text."""

    def __init__(
        self,
        text: Text,
        line: Line,
        depth: int,
        reached: "tuple[ReachedBy, ...]",
        through: "tuple[str, ...]",
    ) -> None:
        self.source = text
        self.text = text.text
        self.at: int = 0
        self.end: int = len(text.text)
        self.line = line
        self.depth: int = depth
        self.reached = reached
        self.through = through
        self.waiting: list[HereDocument] = []

    def sign(self, ahead: int = 0) -> str:
        """Returns the sign at a distance; nothing after the end."""
        at = self.at + ahead
        return self.text[at] if at < self.end else ""

    def starts(self, text: str) -> bool:
        return self.text.startswith(text, self.at) and self.at + len(text) <= self.end

    def fault(self, reason: "OpaqueReason", at: "int | None" = None) -> UnreadableError:
        return UnreadableError(reason, self.at if at is None else at)

    def deeper(self, start: int) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault("deep", start)

    def blanks(self) -> None:
        """Passes blanks, and the ends of lines after a backslash."""
        while self.at < self.end:
            if self.text[self.at] in " \t":
                self.at += 1
            elif self.starts("\\\n"):
                self.at += 2
            else:
                return

    def lines(self) -> None:
        """Passes blanks, comments and the ends of lines."""
        while True:
            self.blanks()
            sign = self.sign()
            if sign == "#":
                self.comment()
            elif sign == "\n":
                self.new_line()
            else:
                return

    def comment(self) -> None:
        end = self.text.find("\n", self.at, self.end)
        self.at = self.end if end < 0 else end

    def new_line(self) -> None:
        """Passes the end of a line, and the here-documents that begin after it."""
        self.at += 1
        waiting, self.waiting = self.waiting, []
        for document in waiting:
            self.here_document(document)

    def plain(self) -> "tuple[str, int]":
        """Returns the word here if it can be a reserved one, and where it ends."""
        at, word = self.at, ""
        while at < self.end and len(word) <= LONGEST:
            sign = self.text[at]
            if self.text.startswith("\\\n", at):
                at += 2
            elif sign in META:
                break
            else:
                word += sign
                at += 1
        else:
            if len(word) > LONGEST:
                return "", at
        return word, at

    def takes(self, word: str) -> bool:
        """Passes a reserved word, and says whether it was there."""
        found, end = self.plain()
        if found == word:
            self.at = end
        return found == word

    def expects(self, word: str) -> None:
        self.lines()
        if not self.takes(word):
            raise self.fault("unclosed" if self.at >= self.end else "syntax")

    def hides_from(self, start: int, reason: "OpaqueReason") -> None:
        self.line.hides(
            reason, self.source.place(start), self.source.place(min(self.at + 1, self.end))
        )

    # What other parts of the reader do

    def here_document(self, document: HereDocument) -> None:
        raise NotImplementedError

    def nested(self, step: "ReachedBy") -> None:
        raise NotImplementedError

    def block(self, ends: "tuple[str, ...]", step: "ReachedBy | None" = None) -> str:
        raise NotImplementedError

    def double(self, word: Word) -> None:
        raise NotImplementedError

    def part(self, word: Word, sign: str) -> None:
        raise NotImplementedError

    def ansi(self, word: Word) -> None:
        raise NotImplementedError

    def brackets_of_function(self) -> None:
        raise NotImplementedError

    def body(self) -> None:
        raise NotImplementedError

    def substitutes_process(self) -> bool:
        raise NotImplementedError

    def process(self, word: Word) -> None:
        raise NotImplementedError

    def command(self) -> None:
        raise NotImplementedError
