"""Reads a line of a shell as the host does when it compares permission rules with it.

The host does not read all lines. It compares a rule with the commands of a simple line. A line that is too complex for
it is covered by every rule. A command with words that are not known is compared by its name alone.
"""

import unicodedata

from .data import LINES

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence

BLANKS = " \t"
# The signs that end a word.
ENDS = " \t\n;&|<>()"
# The words with which a compound command begins that the host does not read.
UNREAD = ("{", "case", "select", "function")
# The words that are never a command.
CLOSING = ("then", "elif", "else", "fi", "do", "done", "esac", "}")
# The builtins whose words can be assignments.
DECLARING = ("export", "declare", "typeset", "readonly", "local")
# The maximum depth of brackets and substitutions.
DEEPEST = 80
# The number of words of a test: an option and a word, or two words with an operator.
UNARY, BINARY = 2, 3
# The signs of the names of variables.
NAMING = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
# The signs of an expression whose value is a number.
NUMERIC = frozenset("0123456789 +-*/%()<>,")
FIRST_ASTRAL = 0x10000


class ComplexError(Exception):
    """The line is too complex for the host: it is covered by every rule."""


class UnsureError(Exception):
    """Nobody has seen how the host reads this."""


class Reading:
    """What the host reads in a line."""

    __slots__ = ("commands", "is_complex", "names", "size", "unsure_names")

    def __init__(self) -> None:
        """Creates a reading without commands."""
        self.is_complex = False
        # The different texts of the commands, without quotes, assignments and redirections. Each has the
        # same text with one space for each run of blanks.
        self.commands: dict[str, str] = {}
        # How much of it is compared with each rule: the commands or programs, and their characters.
        self.size = 0
        # The programs of a command with words that are not known; `None` if all words are.
        self.names: list[str] | None = None
        # Whether the line may be too complex because of one of these programs.
        self.unsure_names = False


def read_line(text: str, home: "str | None") -> "Reading | None":
    """Returns what the host reads in a line; `None` if nobody has seen that."""
    reading = Reading()
    try:
        reader = _Reader(text, home)
        reader.check()
        statements = reader.statements(())
        if reader.at < len(text):
            raise ComplexError
    except ComplexError:
        reading.is_complex = True
        return reading
    except UnsureError:
        return None
    if reader.opens:
        if reader.tracks or not _is_one(statements):
            reading.is_complex = True
            return reading
        reading.names = reader.names
        if any(name in LINES["complex"] for name in reader.opens):
            reading.is_complex = True
        reading.unsure_names = any(name in LINES["unsure"] for name in reader.opens)
    else:
        reading.commands = {text: collapsed(text) for text in reader.texts}
    reading.size = sum(1 + len(it) for it in reading.names or reading.commands)
    return reading


def collapsed(text: str) -> str:
    """Returns a text with one space for each run of blanks."""
    made = text.replace("\t", " ")
    while "  " in made:
        made = made.replace("  ", " ")
    return made


def _is_one(statements: "Sequence[_Statement]") -> bool:
    """Whether statements are a single command without anything around it."""
    return len(statements) == 1 and statements[0].is_bare


class _Statement:
    __slots__ = ("is_bare", "is_joined", "is_simple")

    def __init__(self) -> None:
        # A simple command with nothing but words.
        self.is_bare = False
        # Simple commands with nothing but words, and operators between them.
        self.is_joined = False
        # A simple command, perhaps with a here-document.
        self.is_simple = False


class _Word:
    __slots__ = ("is_open", "is_plain", "substitutes", "text")

    def __init__(self) -> None:
        self.text = ""
        # What the shell makes of it is not known.
        self.is_open = False
        # It has no quotes, and nothing is filled in.
        self.is_plain = True
        # It is a substitution, and nothing else.
        self.substitutes = False


class _Reader:
    """The state of reading one text."""

    def __init__(self, text: str, home: "str | None") -> None:
        self.text = text
        self.at = 0
        self.home = home
        self.depth = 0
        self.texts: list[str] = []
        self.names: list[str] = []
        # The programs of commands with words that are not known.
        self.opens: list[str] = []
        self.values: dict[str, str | None] = {}
        # The delimiters of here-documents that begin in this line.
        self.waiting: list[tuple[str, bool]] = []
        # The lines of the last here-document in quotes.
        self.document: str | None = None
        self.body: list[str] = []
        # The variables with the output of a command.
        self.outputs: set[str] = set()
        # Whether a value is filled in that the host does not know.
        self.tracks = False
        # How many subshells are around this place.
        self.subshells = 0

    def check(self) -> None:
        """Refuses a text that is long, or has signs that are not seen."""
        text = self.text
        if len(text) > LINES["longest"]:
            raise ComplexError
        for at in range(len(text)):
            if text.startswith("\\\n", at) and at and text[at - 1] not in BLANKS:
                raise ComplexError
        unsure = len(text) + sum(ord(it) >= FIRST_ASTRAL for it in text) > LINES["longest"]
        for sign in text:
            if sign in LINES["signs"]:
                raise ComplexError
            if sign not in " \t\n" and unicodedata.category(sign) in (
                "Cc",
                "Cf",
                "Zs",
                "Zl",
                "Zp",
                "Cs",
                "Co",
            ):
                unsure = True
        if unsure:
            raise UnsureError

    # Signs

    def sign(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.text[at] if at < len(self.text) else ""

    def starts(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def blanks(self) -> None:
        """Passes blanks, and the ends of lines after a backslash."""
        while True:
            if self.sign() and self.sign() in BLANKS:
                self.at += 1
            elif self.starts("\\\n"):
                self.joined_lines()
            else:
                return

    def joined_lines(self) -> None:
        """Passes a backslash at the end of a line: the host reads it only after a blank."""
        if self.at == 0:
            raise UnsureError
        if self.text[self.at - 1] not in BLANKS:
            raise ComplexError
        self.at += 2

    def comment(self) -> None:
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        if "\\" in self.text[self.at : end]:
            raise UnsureError
        self.at = end

    def lines(self) -> None:
        """Passes blanks, comments and the ends of lines."""
        while True:
            self.blanks()
            if self.sign() == "#":
                if self.subshells:
                    raise UnsureError
                self.comment()
            elif self.sign() == "\n":
                self.new_line()
            else:
                return

    def new_line(self) -> None:
        self.at += 1
        waiting, self.waiting = self.waiting, []
        for delimiter, strips in waiting:
            self.here_document(delimiter, strips)

    def here_document(self, delimiter: str, strips: bool) -> None:
        """Passes the lines of a here-document."""
        self.body = []
        while self.at < len(self.text):
            end = self.text.find("\n", self.at)
            line = self.text[self.at :] if end < 0 else self.text[self.at : end]
            line_read = line.lstrip("\t") if strips else line
            self.body.append(line_read)
            if line_read == delimiter:
                del self.body[-1:]
                self.at += len(line)
                return
            if "\\" in line:
                raise UnsureError
            if end < 0:
                break
            self.at = end + 1
        # The host does not need the end.
        self.at = len(self.text)

    def plain(self) -> str:
        """Returns the letters here."""
        end = self.at
        while end < len(self.text) and self.text[end] not in ENDS:
            end += 1
        return self.text[self.at : end]

    def after_name(self, start: int) -> int:
        """Returns the place after the name of a variable."""
        end = start
        if _is_name(self.text[start : start + 1]):
            while end < len(self.text) and self.text[end] in NAMING:
                end += 1
        return end

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnsureError

    # Lists

    def statements(self, ends: "tuple[str, ...]") -> "list[_Statement]":
        """Reads statements up to one of the words, a closing bracket, or the end."""
        found: list[_Statement] = []
        while True:
            self.lines()
            if not self.sign() or self.sign() == ")" or self.plain() in ends:
                return found
            found.append(self.and_or())
            self.blanks()
            if self.sign() == ";":
                self.at += 1
                if self.sign() == ";":
                    raise ComplexError
            elif self.sign() == "&":
                self.at += 1
            elif self.sign() and self.sign() not in "\n)#":
                raise ComplexError

    def and_or(self) -> _Statement:
        found = self.pipeline()
        while True:
            self.blanks()
            if not self.starts("&&") and not self.starts("||"):
                return found
            is_and = self.sign() == "&"
            self.at += 2
            self.blanks()
            if self.waiting and self.sign() == "\n":
                raise UnsureError
            while self.sign() == "\n":
                self.at += 1
                self.blanks()
            if self.sign() == "#":
                raise ComplexError if is_and else UnsureError
            if not self.sign():
                raise ComplexError
            found.is_joined = self.pipeline().is_joined and found.is_joined
            found.is_bare = found.is_simple = False

    def pipeline(self) -> _Statement:
        is_bare = True
        while self.sign() == "!" and (not self.sign(1) or self.sign(1) in " \t\n"):
            self.at += 1
            self.blanks()
            is_bare = False
        found = self.command()
        is_joined = found.is_joined and is_bare
        while True:
            self.blanks()
            if self.sign() != "|" or self.sign(1) == "|":
                break
            if self.waiting:
                raise ComplexError
            is_bare = False
            # A command of a pipeline sets no variables for others.
            self.values = dict.fromkeys(self.values)
            self.outputs.clear()
            self.at += 2 if self.sign(1) == "&" else 1
            self.blanks()
            if not self.sign() and not self.depth:
                break
            while self.sign() and self.sign() in "#\n":
                if self.sign() == "#":
                    self.comment()
                else:
                    self.at += 1
                self.blanks()
            is_joined = self.command().is_joined and is_joined
        found.is_joined = is_joined
        found.is_bare = found.is_bare and is_bare
        found.is_simple = found.is_simple and is_bare
        return found

    # Commands

    def command(self) -> _Statement:
        if self.sign() == "(":
            if self.sign(1) == "(":
                raise ComplexError
            self.subshell()
            return self.compound()
        word = self.plain()
        if word in UNREAD or word in CLOSING:
            raise ComplexError
        if word == "if":
            return self.condition()
        if word in ("while", "until"):
            return self.loop(word)
        if word == "for":
            return self.each()
        if word in ("[", "[["):
            return self.test(word)
        return self.simple()

    def compound(self) -> _Statement:
        """Ends a compound command, after which the host reads no redirection."""
        self.blanks()
        if self.sign() and (self.sign() in "<>0123456789" or self.starts("&>")):
            raise ComplexError
        if self.waiting:
            raise UnsureError
        return _Statement()

    def subshell(self) -> None:
        self.deeper()
        self.subshells += 1
        self.at += 1
        self.blanks()
        if self.sign() == "#":
            raise ComplexError
        found = self.statements(())
        if self.sign() != ")":
            raise ComplexError
        if not found:
            raise UnsureError
        if len(found) > 1:
            raise ComplexError
        self.at += 1
        self.depth -= 1
        self.subshells -= 1

    def block(self, ends: "tuple[str, ...]") -> str:
        """Reads statements up to one of the words, and passes it."""
        self.deeper()
        found = self.statements(ends)
        word = self.plain()
        if not word and not self.sign() and ends[-1] == "fi" and found:
            # The host does not need the end.
            self.depth -= 1
            return "fi"
        if word not in ends:
            raise ComplexError
        if not found:
            raise UnsureError
        self.at += len(word)
        self.depth -= 1
        return word

    def condition(self) -> _Statement:
        self.at += len("if")
        self.block(("then",))
        word = self.block(("elif", "else", "fi"))
        while word == "elif":
            self.block(("then",))
            word = self.block(("elif", "else", "fi"))
        if word == "else":
            self.block(("fi",))
        return self.compound()

    def loop(self, word: str) -> _Statement:
        self.at += len(word)
        self.block(("do",))
        self.block(("done",))
        return self.compound()

    def each(self) -> _Statement:
        self.at += len("for")
        self.blanks()
        if self.sign() == "(":
            raise ComplexError
        name = self.plain()
        if not _is_name(name):
            raise ComplexError
        self.at += len(name)
        # The host does not know its value.
        self.values[name] = None
        opened = len(self.opens)
        self.blanks()
        if self.plain() == "in":
            self.at += len("in")
            self.blanks()
            while self.sign() and self.sign() not in "\n;":
                if self.sign() in ENDS or self.sign() == "#":
                    raise ComplexError
                word = self.word(value=True)
                if word.substitutes and len(self.opens) == opened:
                    word.is_open = False
                elif word.is_open:
                    raise ComplexError
                elif not word.is_plain:
                    raise UnsureError
                self.blanks()
        if self.sign() == ";":
            self.at += 1
        while self.sign() and self.sign() in " \t\n":
            self.at += 1
        if self.plain() != "do":
            raise ComplexError
        self.at += len("do")
        self.block(("done",))
        return self.compound()

    def test(self, opening: str) -> _Statement:
        """Reads a test: the host keeps its words."""
        self.at += len(opening)
        words: list[_Word] = []
        texts: list[str] = []
        closing = "]" * len(opening)
        while True:
            self.blanks()
            if self.plain() == closing:
                self.at += len(closing)
                break
            if opening == "[[" and self.starts("&&"):
                self.at += 2
                texts.append("&&")
                continue
            if not self.sign() or self.sign() in ENDS:
                raise ComplexError
            word = self.test_word()
            if word.is_open:
                raise ComplexError
            words.append(word)
            texts.append(word.text)
        rest = texts[1:] if texts[:1] == ["!"] else texts
        if "-a" in texts or "-o" in texts:
            raise ComplexError
        for part in _split(rest, "&&") if opening == "[[" else [rest]:
            is_unary = len(part) == UNARY and part[0].startswith("-")
            is_binary = len(part) == BINARY and part[1] in ("=", "==", "=~")
            if not is_unary and not is_binary:
                raise UnsureError
        self.texts.append(" ".join(["[[", *texts]))
        return self.compound()

    def test_word(self) -> _Word:
        for operator in ("==", "=~", "="):
            if self.starts(operator) and self.sign(len(operator)) in (*BLANKS, ""):
                word = _Word()
                word.text = operator
                self.at += len(operator)
                return word
        return self.word()

    # Simple commands

    def simple(self) -> _Statement:  # noqa: PLR0912
        found = _Statement()
        words: list[_Word] = []
        assigned: list[tuple[str, str | None]] = []
        is_redirected = is_ended = has_document = False
        while True:
            self.blanks()
            sign = self.sign()
            if sign in ("", "\n", ";", "|", ")") or (sign == "&" and self.sign(1) != ">"):
                break
            if sign == "#":
                if is_redirected:
                    raise ComplexError
                self.comment()
                break
            operator = self.operator()
            if operator:
                if has_document:
                    raise ComplexError
                has_document = self.redirection(operator)
                is_redirected = True
                is_ended = is_ended or (bool(words) and not has_document)
                continue
            if sign in ENDS:
                raise ComplexError
            if has_document or is_ended:
                raise ComplexError
            if not words:
                name = self.assignment()
                if name is not None:
                    assigned.append((name, self.assigned_value()))
                    continue
            elif words[0].text in DECLARING and words[0].is_plain:
                words.append(self.declared(words))
                continue
            words.append(self.word())
        if has_document and self.sign() in (";", "&"):
            raise ComplexError
        if not words:
            self.without_words(assigned, is_redirected)
            return found
        self.add(words)
        found.is_bare = not assigned and not is_redirected
        found.is_joined = found.is_bare
        found.is_simple = found.is_bare or (has_document and not assigned and not is_ended)
        return found

    def without_words(self, assigned: "list[tuple[str, str | None]]", is_redirected: bool) -> None:
        if not assigned and not is_redirected:
            raise ComplexError
        if len(assigned) > 1:
            raise ComplexError
        if assigned and is_redirected:
            raise UnsureError
        if not assigned:
            self.texts.append("")
            return
        name, value = assigned[0]
        # A value is known if the line gets it for certain.
        self.values[name] = None if self.depth else value
        if value is None and not self.depth:
            self.outputs.add(name)

    def add(self, words: "list[_Word]") -> None:
        """Adds a command with these words."""
        first, texts = words[0], [word.text for word in words]
        is_open = any(word.is_open for word in words)
        name = first.text
        if first.is_open or (is_open and not (first.is_plain and _is_program(name))):
            raise ComplexError
        if name == "test" and first.is_plain and not is_open:
            if "=" in texts:
                raise ComplexError
            if (
                len(texts) < UNARY
                or not texts[1].startswith("-")
                or any(it in ("==", "-a", "-o") for it in texts)
            ):
                raise UnsureError
        self.names.append(name)
        if is_open:
            self.opens.append(name)
        self.texts.append(" ".join(texts))
        if name in LINES["through"] and len(words) > 1 and not texts[1].startswith("-"):
            self.texts.append(" ".join(texts[1:]))

    def assignment(self) -> "str | None":
        """Passes the name and the sign of an assignment."""
        end = self.after_name(self.at)
        name = self.text[self.at : end]
        if not name:
            return None
        if self.text.startswith("[", end):
            raise ComplexError if "]=" in self.text[end:].partition(" ")[0] else UnsureError
        adds = self.text.startswith("+=", end)
        if not adds and not self.text.startswith("=", end):
            return None
        self.at = end + (2 if adds else 1)
        if name in LINES["names"]:
            raise ComplexError
        return name

    def assigned_value(self) -> "str | None":
        """Reads the value of an assignment; `None` if it is not known later."""
        if not self.sign() or self.sign() in " \t\n;&|":
            return ""
        if self.sign() == "(" or self.sign() == "~":
            raise ComplexError
        if self.sign() in ENDS:
            raise UnsureError
        start = len(self.opens)
        word = self.word(value=True)
        if len(self.opens) > start:
            # A substitution within the substitution.
            raise ComplexError
        if word.substitutes:
            return None
        if word.is_open:
            raise ComplexError
        return word.text

    def declared(self, words: "list[_Word]") -> _Word:
        """Reads a word of a builtin that declares variables."""
        start = self.at
        if self.sign() == "-":
            flags = self.word()
            if flags.text not in ("-x", "-n"):
                raise ComplexError if flags.text == "-a" else UnsureError
            return flags
        name = self.assignment_of_declaration()
        if name is None:
            word = self.word()
            if word.is_open:
                raise ComplexError
            if not _is_name(word.text.partition("=")[0]):
                raise UnsureError
            return word
        value = self.assigned_word()
        made = _Word()
        made.text = self.text[start : start + len(name) + 1] + value
        if words[0].text == DECLARING[0] and not self.depth:
            self.values[name] = None if LINES["output"] in value else value
        return made

    def assignment_of_declaration(self) -> "str | None":
        name = self.plain().partition("=")[0]
        if not _is_name(name) or not self.text.startswith("=", self.at + len(name)):
            return None
        if name in LINES["names"]:
            raise ComplexError
        self.at += len(name) + 1
        return name

    def assigned_word(self) -> str:
        if not self.sign() or self.sign() in ENDS:
            raise UnsureError
        start = len(self.opens)
        word = self.word(value=True)
        if len(self.opens) > start or (word.is_open and not word.substitutes):
            raise ComplexError
        text: str = LINES["output"] if word.substitutes else word.text
        return text

    # Redirections

    def operator(self) -> str:
        """Passes the operator of a redirection, with its number, and returns it."""
        end = self.at
        while end < len(self.text) and self.text[end] in "0123456789":
            end += 1
        for it in ("<<<", "<<-", "&>>", "<<", ">>", ">&", "<&", "<>", ">|", "&>", "<", ">"):
            if self.text.startswith(it, end):
                break
        else:
            return ""
        if end > self.at and it[0] == "&":
            return ""
        after = end + len(it)
        if it in ("<", ">") and self.text.startswith("(", after):
            # A process in place of a file.
            raise ComplexError
        if self.text[after : after + 1] in ("&", ">"):
            raise UnsureError
        self.at = after
        return it

    def redirection(self, operator: str) -> bool:
        """Reads what follows an operator, and says whether it is a here-document."""
        self.blanks()
        if not self.sign() or self.sign() in ENDS:
            raise ComplexError
        if operator in ("<<", "<<-"):
            self.delimiter(operator == "<<-")
            return True
        start = self.at
        word = self.word()
        if (
            word.is_open
            or (operator != "<<<" and self.text.startswith("$", start))
            or operator == "<>"
        ):
            raise ComplexError
        if operator in (">&", "<&") and word.text == "-":
            raise ComplexError
        return False

    def delimiter(self, strips: bool) -> None:
        start = self.at
        word = self.word()
        if word.is_open or word.is_plain:
            # The shell fills in the lines.
            raise ComplexError
        written = self.text[start : self.at]
        quoted = written[:1] in "'\"" and written[-1:] == written[:1] and written[1:-1] == word.text
        if not (quoted or written == "\\" + word.text) or not word.text.isalnum():
            raise UnsureError
        self.waiting.append((word.text, strips))

    # Words

    def word(self, value: bool = False) -> _Word:  # noqa: PLR0912, PLR0915
        """Reads a word. A value is that of an assignment."""
        word, start = _Word(), self.at
        parts: list[str] = []
        variables = substitutions = literals = braces = 0
        while self.sign() and self.sign() not in ENDS:
            sign = self.sign()
            if sign == "'":
                parts.append(self.single())
                word.is_plain = False
                literals += 1
            elif sign == '"':
                text, is_open = self.double(value)
                word.is_plain = False
                if is_open:
                    substitutions += 2
                else:
                    literals += 1
                    parts.append(text)
            elif sign == "\\":
                parts.append(self.escaped())
                word.is_plain = False
                literals += 1
            elif sign == "$":
                text, kind = self.dollar(value)
                word.is_plain = False
                parts.append(text)
                variables += kind == "variable"
                substitutions += kind == "substitution"
                literals += kind == "known"
            elif sign == "`":
                self.backquoted(value)
                word.is_plain = False
                substitutions += 1
            else:
                if sign == "=" and self.at == start and not value and self.sign(1) != "=":
                    raise ComplexError
                braces += (sign == "{") - (sign == "}" and braces > 0)
                if braces and (sign == "," or self.starts("..")):
                    # Several words.
                    raise ComplexError if word.is_plain else UnsureError
                parts.append(sign)
                literals += 1
                self.at += 1
                if self.sign() == "(" and sign in "@!?*+":
                    raise ComplexError
        if (
            self.sign()
            and self.sign() in "<>"
            and (self.sign(1) == "(" or self.text.startswith("{", start))
        ):
            raise ComplexError
        word.text = "".join(parts)
        if variables and (variables > 1 or substitutions or value or literals):
            raise ComplexError
        if value and substitutions:
            if substitutions > 1 or literals:
                raise ComplexError
            word.substitutes = True
        elif substitutions > 1 and literals:
            raise UnsureError
        word.is_open = bool(variables or substitutions)
        return word

    def single(self) -> str:
        end = self.text.find("'", self.at + 1)
        is_closed = end >= 0
        if not is_closed:
            # The host drops the first and the last sign of what it takes for a text in quotes.
            end = len(self.text) - 1
        if end <= self.at:
            raise UnsureError
        text = self.text[self.at + 1 : end]
        for at, sign in enumerate(text):
            if sign == "\\" and text[at + 1 : at + 2] in (" ", "\t", "\n"):
                raise UnsureError
        self.at = end + 1
        return text

    def escaped(self) -> str:
        follows = self.sign(1)
        if follows == "\n":
            self.joined_lines()
            raise UnsureError
        if not follows or follows in BLANKS:
            raise ComplexError
        self.at += 2
        return follows

    def double(self, value: bool) -> "tuple[str, bool]":  # noqa: PLR0912
        """Reads `"…"`; returns its text, and whether it is nothing but a substitution."""
        self.at += 1
        parts: list[str] = []
        substitutions, has_text, others = 0, False, 0
        documents: list[str] = []
        while True:
            sign = self.sign()
            if not sign:
                raise ComplexError
            if sign == '"':
                self.at += 1
                break
            if sign == "\\":
                follows = self.sign(1)
                if not follows:
                    raise ComplexError
                if follows in " \t\n":
                    raise UnsureError
                parts.append(follows if follows in '$`"\\' else sign + follows)
                has_text = True
                self.at += 2
            elif sign == "$" and self.sign(1) not in ("", '"', " "):
                self.document = None
                text, kind = self.dollar_in_quotes()
                if self.document is not None:
                    documents.append(self.document)
                parts.append(text)
                substitutions += kind == "substitution"
                others += kind == "tracked"
                has_text = has_text or kind == "known"
            elif sign == "`":
                self.backquoted(value, quoted=True)
                parts.append(LINES["output"])
                substitutions += 1
            else:
                parts.append(sign)
                has_text = has_text or sign not in " \t\n"
                self.at += 1
        if others and not has_text:
            raise ComplexError
        if documents and not has_text:
            if value or len(documents) != 1 or len(parts) != 1 or "\\" in documents[0]:
                raise UnsureError
            return documents[0], False
        if substitutions and not has_text:
            if value:
                raise ComplexError
            if substitutions > 1:
                raise UnsureError
            return "", True
        return "".join(parts), False

    def dollar(self, value: bool) -> "tuple[str, str]":
        """Reads what begins with `$`, outside of quotes."""
        follows = self.sign(1)
        if self.starts("$(("):
            return self.arithmetic(), "known"
        if follows == "(":
            self.at += 2
            self.substitution(value)
            return "", "substitution"
        if not follows or follows in ENDS or follows in "[{'\"":
            raise ComplexError
        is_status = follows == "?"
        name = self.variable()
        if name is None:
            if value or (is_status and self.sign() and self.sign() not in ENDS):
                raise ComplexError
            return "", "variable"
        known = self.known_value(name)
        if known is not None:
            if any(it in known for it in " \t\n*?[") or not known:
                raise ComplexError
            return known, "known"
        if value or name in self.values:
            raise ComplexError
        return "", "variable"

    def dollar_in_quotes(self) -> "tuple[str, str]":
        if self.starts("$(("):
            is_first = self.text[self.at - 1] == '"'
            self.arithmetic()
            raise ComplexError if is_first and self.sign() == '"' else UnsureError
        if self.starts("$("):
            self.at += 2
            self.substitution(value=False, quoted=True)
            return LINES["output"], "substitution"
        if self.sign(1) == "?":
            self.at += 2
            self.tracks = True
            return LINES["variable"], "tracked"
        if self.sign(1) == "{":
            raise ComplexError
        if self.sign(1) == "@":
            raise ComplexError
        if self.sign(1) in "'*-[(\\" or not (
            _is_name(self.sign(1)) or self.sign(1) in "!#$0123456789"
        ):
            raise UnsureError
        name = self.variable()
        known = None if name is None else self.known_value(name)
        if known is None and name in self.outputs:
            return LINES["output"], "tracked"
        if known is None:
            raise ComplexError
        return known, "known"

    def variable(self) -> "str | None":
        """Passes `$` and a name, and returns the name; `None` for a special variable."""
        start = self.at + 1
        if not _is_name(self.text[start : start + 1]):
            self.at += 2
            return None
        self.at = self.after_name(start)
        return self.text[start : self.at]

    def known_value(self, name: str) -> "str | None":
        if name in self.values:
            return self.values[name]
        if name == LINES["home"]:
            if self.home is None:
                raise UnsureError
            return self.home
        return None

    def arithmetic(self) -> str:
        """Reads an expression of numbers."""
        end = self.text.find("))", self.at)
        if end < 0:
            raise ComplexError
        inner = self.text[self.at + 3 : end]
        if not inner or not all(it in NUMERIC for it in inner):
            digits = inner.strip()
            if not digits.startswith("0x") or not digits[2:].isalnum():
                is_variable = any(_is_name(it) and it not in "xabcdefABCDEF" for it in inner)
                raise ComplexError if is_variable or "=" in inner or "$" in inner else UnsureError
        while self.text.startswith(")", end + 2):
            end += 1
        if inner.count("(") != self.text[self.at + 3 : end].count(")"):
            raise UnsureError
        self.at = end + 2
        text: str = LINES["variable"]
        return text

    def substitution(self, value: bool, quoted: bool = False) -> None:
        """Reads commands up to `)`."""
        opened, told = len(self.opens), len(self.texts)
        if self.starts("#"):
            raise UnsureError
        self.deeper()
        outer, self.waiting = self.waiting, []
        # Comments are read here, as they are outside.
        subshells, self.subshells = self.subshells, 0
        found = self.statements(())
        self.subshells = subshells
        if self.sign() != ")":
            raise ComplexError
        if self.waiting:
            raise UnsureError
        self.at += 1
        self.waiting = outer
        self.depth -= 1
        self.substituted(found, value, quoted, opened, told)

    def substituted(
        self, found: "list[_Statement]", value: bool, quoted: bool, opened: int, told: int
    ) -> None:
        if not found:
            raise ComplexError
        if quoted and len(found) == 1 and found[0].is_simple and not found[0].is_bare:
            # The host takes a here-document for a text, and reads no command in it.
            if self.texts[told:] != [LINES["prints"]]:
                raise UnsureError
            del self.texts[told:], self.names[-1:]
            self.document = "\n".join(self.body)
            return
        is_list = len(found) > 1
        if not _is_one(found):
            if not value and not quoted:
                raise ComplexError
            if is_list or not found[0].is_joined:
                raise ComplexError if value and is_list else UnsureError
        if value and len(self.opens) > opened:
            raise ComplexError

    def backquoted(self, value: bool, quoted: bool = False) -> None:
        start = self.at + 1
        end = self.text.find("`", start)
        if end < 0:
            raise ComplexError
        inner = self.text[start:end]
        if "\\" in inner:
            raise UnsureError
        reader = _Reader(inner, self.home)
        reader.depth, reader.values = self.depth, dict(self.values)
        reader.texts, reader.names = self.texts, self.names
        opened, told = len(self.opens), len(self.texts)
        reader.opens = self.opens
        reader.deeper()
        found = reader.statements(())
        if reader.at < len(inner) or reader.waiting:
            raise ComplexError
        self.at = end + 1
        self.substituted(found, value, quoted, opened, told)


def _split(texts: "list[str]", by: str) -> "list[list[str]]":
    found: list[list[str]] = [[]]
    for text in texts:
        if text == by:
            found.append([])
        else:
            found[-1].append(text)
    return found


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a variable."""
    return text.isascii() and text.replace("_", "a").isalnum() and text[:1] not in "0123456789"


def _is_program(text: str) -> bool:
    return bool(text) and text.isascii() and all(it.isalnum() or it in "_./-" for it in text)
