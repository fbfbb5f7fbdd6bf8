"""Reads a text as a shell does, and lists its simple commands."""

from .code import runs_nothing
from .data import TABLES, VARIABLES
from .inner import inner_commands, read_words
from .words import (
    DEEPEST,
    Command,
    HereDocument,
    Line,
    Redirection,
    Text,
    UnreadableError,
    Word,
    has_code,
    is_name,
    is_name_sign,
    joined,
)

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .._types import OpaqueReason, ReachedBy

# The signs that end a word.
META = " \t\n;&|<>()"
# The signs of a word that are not taken as they are.
ACTIVE = "'\"\\$`*?[{~"
# The operators of redirections, the longest first.
OPERATORS = ("<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">")
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
# The builtins whose words can be assignments.
DECLARING = frozenset(("declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"))
# What a backslash and a letter are in `$'…'`.
ESCAPES = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
HEX = "0123456789abcdefABCDEF"
OCTAL = "01234567"
# The first number that is not an ASCII sign.
ASCII_END = 128


def is_pattern(text: str) -> bool:
    """Whether a text that begins with a bracket has several values: `{a,b}`, `{1..3}`, `[ab]`."""
    opened, closed = text.find("{"), text.rfind("}")
    if 0 <= opened < closed and ("," in text[opened:closed] or ".." in text[opened:closed]):
        return True
    opened = text.find("[")
    return 0 <= opened < text.rfind("]")


def goes_on(text: str, start: int, end: int) -> bool:
    """Whether a line ends with a sign that joins it with the next."""
    count = 0
    while end - count > start and text[end - count - 1] == "\\":
        count += 1
    return count % 2 == 1


def read_text(
    text: Text, line: Line, depth: int, reached: "tuple[ReachedBy, ...]", through: "tuple[str, ...]"
) -> None:
    """Adds the commands of a text to a line. What cannot be read makes the line opaque."""
    reader = Reader(text, line, depth, reached, through)
    try:
        reader.commands(())
        if reader.at < reader.end:
            raise UnreadableError("syntax", reader.at)
    except UnreadableError as fault:
        line.hides(fault.reason, text.place(fault.at), text.place(len(text.text)))


class Reader:
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
        self.depth = depth
        self.reached = reached
        self.through = through
        self.waiting: list[HereDocument] = []

    # Signs

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

    # Lists

    def commands(self, ends: "tuple[str, ...]") -> None:
        """Reads commands up to one of the ends, or to the end of the text."""
        while True:
            self.lines()
            if self.at >= self.end:
                if ends:
                    raise self.fault("unclosed")
                return
            if self.text[self.at] == ")" or self.plain()[0] in ends or self.starts(";;"):
                return
            if ";&" in ends and self.starts(";&"):
                return
            if self.and_or():
                continue
            self.blanks()
            sign = self.sign()
            if sign == ";" and self.sign(1) not in (";", "&"):
                self.at += 1
            elif sign not in ("", "\n", ")", "#", ";") and self.plain()[0] not in ends:
                # After a compound command there can be the word that ends the list.
                raise self.fault("syntax")

    def and_or(self) -> bool:
        """Reads commands joined by `&&` and `||`, and says whether `&` ends them."""
        first, outer = len(self.line.commands), self.reached
        while True:
            self.pipeline()
            self.blanks()
            if not self.starts("&&") and not self.starts("||"):
                break
            step: ReachedBy = "and" if self.text[self.at] == "&" else "or"
            self.reached = (*outer, step)
            self.at += 2
            self.lines()
        self.reached = outer
        if self.sign() != "&":
            return False
        self.at += 1
        if self.sign() == "!" and self.sign(1) and self.sign(1) not in META:
            # In zsh, the sign belongs to `&`.
            self.hides_from(self.at, "zsh")
        for command in self.line.commands[first:]:
            command.reached = (*outer, "background", *command.reached[len(outer) :])
        return True

    def pipeline(self) -> None:
        outer, first = self.reached, True
        while True:
            self.prefixed(first)
            first = False
            self.blanks()
            if self.sign() != "|" or self.sign(1) == "|":
                break
            self.at += 2 if self.sign(1) == "&" else 1
            self.lines()
            self.reached = (*outer, "pipe")
        self.reached = outer

    def prefixed(self, first: bool) -> None:
        """Reads a command after `!` and, if it is the first of a pipeline, `time`, each as often as it is there."""
        self.blanks()
        outer, start = self.through, self.at
        while True:
            self.blanks()
            if self.takes("!"):
                if self.sign() == "(":
                    # With an option of Bash, it is a pattern.
                    self.hides_from(self.at - 1, "syntax")
                continue
            if not first or not self.takes("time"):
                break
            self.through = (*outer, "time")
            self.blanks()
            if self.takes("-p"):
                self.blanks()
            self.takes("--")
        self.blanks()
        if self.sign() not in ("", "\n", ";", "&", ")") or self.starts("&>"):
            self.command()
        elif self.at == start:
            raise self.fault("unclosed" if self.at >= self.end else "syntax")
        self.through = outer

    # Commands

    def command(self) -> None:
        start, reached = self.at, self.reached
        if self.sign() == "(":
            self.deeper(start)
            self.bracket()
        else:
            word, end = self.plain()
            if word not in RESERVED:
                self.simple()
                return
            self.deeper(start)
            self.at = end
            self.compound(word, start)
        self.depth -= 1
        self.reached = reached
        self.redirected()

    def bracket(self) -> None:
        """Reads `((…))` or `(…)`."""
        if self.starts("(("):
            self.arithmetic(2, "))")
        else:
            self.at += 1
            self.nested("subshell")

    def nested(self, step: "ReachedBy") -> None:
        """Reads commands up to `)`, and passes it."""
        outer = self.reached
        self.reached = (*outer, step)
        self.commands((")",))
        if self.sign() != ")":
            raise self.fault("syntax")
        self.at += 1
        self.reached = outer

    def block(self, ends: "tuple[str, ...]", step: "ReachedBy | None" = None) -> str:
        """Reads commands up to a reserved word, passes it, and returns it."""
        outer = self.reached
        if step:
            self.reached = (*outer, step)
        self.commands(ends)
        word, end = self.plain()
        if word not in ends:
            raise self.fault("syntax")
        self.at = end
        self.reached = outer
        return word

    def compound(self, word: str, start: int) -> None:
        """Reads a compound command after its first word."""
        if word == "{":
            self.block(("}",))
        elif word == "if":
            self.condition()
        elif word in ("while", "until"):
            self.block(("do",), "loop")
            self.block(("done",), "loop")
        elif word in ("for", "select"):
            self.loop()
        elif word == "case":
            self.case()
        elif word == "function":
            self.blanks()
            self.word()
            self.blanks()
            if self.sign() == "(":
                self.brackets_of_function()
            self.body()
        elif word == "[[":
            self.test()
        elif word == "coproc":
            self.coprocess()
        else:
            raise self.fault("syntax", start)

    def condition(self) -> None:
        self.block(("then",), "branch")
        while True:
            word = self.block(("elif", "else", "fi"), "branch")
            if word == "fi":
                return
            if word == "else":
                self.block(("fi",), "branch")
                return
            self.block(("then",), "branch")

    def loop(self) -> None:
        """Reads `for` or `select` after the word."""
        self.blanks()
        if self.starts("(("):
            self.arithmetic(2, "))")
            self.blanks()
            if self.sign() == ";":
                self.at += 1
        else:
            name = self.word()
            if not name.literal or name.text in VARIABLES or name.text in TABLES:
                self.line.hides("eval", name.place(), name.last())
            self.lines()
            if self.takes("in"):
                self.blanks()
                while self.sign() not in ("", "\n", ";"):
                    if self.sign() in META and not self.substitutes_process():
                        raise self.fault("syntax")
                    self.word()
                    self.blanks()
                    if self.sign() == "#":
                        self.comment()
            if self.sign() == ";":
                self.at += 1
        self.lines()
        if self.takes("{"):
            self.block(("}",), "loop")
        else:
            self.expects("do")
            self.block(("done",), "loop")

    def case(self) -> None:
        self.blanks()
        self.word()
        self.expects("in")
        while True:
            self.lines()
            if self.takes("esac"):
                return
            if self.sign() == "(":
                self.at += 1
            while True:
                self.blanks()
                self.word()
                self.blanks()
                if self.sign() != "|":
                    break
                self.at += 1
            if self.sign() != ")":
                raise self.fault("unclosed" if self.at >= self.end else "syntax")
            self.at += 1
            outer = self.reached
            self.reached = (*outer, "branch")
            self.commands(("esac", ";&"))
            self.reached = outer
            if self.takes("esac"):
                return
            for operator in (";;&", ";;", ";&"):
                if self.starts(operator):
                    self.at += len(operator)
                    break
            else:
                raise self.fault("syntax")

    def test(self) -> None:
        """Reads `[[ … ]]` after the first word."""
        start = self.at
        self.line.computes = True
        while True:
            self.blanks()
            if self.at >= self.end:
                raise self.fault("unclosed", start)
            if self.takes("]]"):
                return
            if self.sign() == "\n":
                self.new_line()
            elif self.sign() == "#":
                self.comment()
            elif self.starts("(#"):
                raise self.fault("zsh")
            elif self.sign() in META and not self.substitutes_process():
                self.at += 1
            else:
                self.word()

    def coprocess(self) -> None:
        outer = self.reached
        self.reached = (*outer, "background")
        self.blanks()
        start = self.at
        while is_name_sign(self.sign()):
            self.at += 1
        name = self.text[start : self.at]
        self.blanks()
        # A name, if a compound command follows it.
        compound = self.sign() == "(" or self.plain()[0] in RESERVED
        if name in RESERVED or not is_name(name) or not compound:
            self.at = start
        self.command()
        self.reached = outer

    def brackets_of_function(self) -> None:
        self.at += 1
        self.blanks()
        if self.sign() != ")":
            raise self.fault("syntax")
        self.at += 1

    def body(self) -> None:
        """Reads the body of a function."""
        self.lines()
        outer = self.reached
        self.reached = (*outer, "function")
        word, _ = self.plain()
        if self.sign() != "(" and word not in RESERVED:
            raise self.fault("unclosed" if self.at >= self.end else "syntax")
        self.command()
        self.reached = outer

    def redirected(self) -> None:
        """Reads the redirections of a compound command."""
        command = Command(self.at, self.reached, self.through)
        while True:
            self.blanks()
            if not self.redirection(command):
                break
        if command.redirections:
            command.start = command.redirections[0].start
            self.add(command)

    # Simple commands

    def simple(self) -> None:
        command = Command(self.at, self.reached, self.through)
        index = len(self.line.commands)
        try:
            if self.defines(command):
                return
        except UnreadableError:
            # What was read of it is worth a look.
            self.add(command, index)
            raise
        self.add(command, index)

    def defines(self, command: Command) -> bool:
        """Reads the parts of a simple command, or a function that is defined, and says which."""
        while True:
            self.blanks()
            sign = self.sign()
            if sign in ("", "\n", ";", "|", ")") or (sign == "&" and self.sign(1) != ">"):
                return False
            if sign == "#":
                self.comment()
                return False
            if self.redirection(command):
                continue
            if sign == "(":
                if len(command.words) != 1 or command.assignments or command.redirections:
                    raise self.fault("syntax")
                self.brackets_of_function()
                self.deeper(command.start)
                self.body()
                self.depth -= 1
                command.words.clear()
                return True
            if not command.words:
                if not self.assignment(command):
                    self.add_word(command)
            elif command.words[0].literal and command.words[0].text in DECLARING:
                self.declared(command)
            else:
                self.add_word(command)

    def declared(self, command: Command) -> None:
        """Reads a word of a builtin that declares variables: it can have a list in brackets."""
        at, count = self.at, len(command.assignments)
        if not self.assignment(command):
            self.add_word(command)
        elif len(command.assignments) > count:
            _, value = command.assignments.pop()
            word = Word(self.source, at)
            if value:
                word.add(self.text[at : value.start], at)
                word.extend(value)
            else:
                word.add_filled(self.text[at : self.at], at, splits=False)
            command.words.append(word.ends(self.at))

    def add_word(self, command: Command) -> None:
        command.words.append(self.word())
        command.end = self.at

    def add(self, command: Command, index: "int | None" = None) -> None:
        """Adds a command that is read in full, and those that it runs."""
        if not command.words and not command.assignments and not command.redirections:
            return
        command.start, command.end = (
            self.source.place(command.start),
            self.source.place(command.end),
        )
        commands = self.line.commands
        commands.insert(len(commands) if index is None else index, command)
        first = command.words[0] if command.words else None
        if (first and command.assignments and not first.quoted and first.text in RESERVED) or any(
            it.descriptor.startswith("{") and not (first and first.start < it.start)
            for it in command.redirections
        ):
            # In zsh, a reserved word can be after an assignment, and `{fd}` is a command in brackets.
            self.line.hidden_by(command, "zsh")
        inner_commands(command, self.line, self.depth)

    def assignment(self, command: Command) -> bool:
        """Reads an assignment if there is one here."""
        start = at = self.at
        while at < self.end and (is_name_sign(self.text[at]) or self.text.startswith("\\\n", at)):
            at += 1 if is_name_sign(self.text[at]) else 2
        name = self.text[start:at]
        if (
            not name
            or name[0] in "0123456789\\"
            or self.text[at : min(at + 1, self.end)] not in ("=", "+", "[")
        ):
            return False
        if "\\" in name:
            raise self.fault("syntax")
        word = Word(self.source, start)
        if self.text.startswith("[", at, self.end):
            word.add(self.text[start : at + 1], start)
            word.opens = at + 1
            self.at = at + 1
            self.subscript(word)
            at = self.at
        if self.text.startswith("+=", at):
            at += 1
        if at >= self.end or self.text[at] != "=":
            if not word.pieces:
                return False
            command.words.append(self.word(word))
            command.end = self.at
            return True
        name = self.text[start:at].removesuffix("+")
        self.at = at + 1
        if self.sign() == "(":
            self.array()
            if self.sign() not in META:
                raise self.fault("syntax")
            command.assignments.append((name, None))
        elif self.sign() in META and not self.substitutes_process():
            command.assignments.append((name, Word(self.source, self.at)))
        else:
            command.assignments.append((name, self.word()))
        command.end = self.at
        return True

    def subscript(self, word: Word) -> None:
        """Reads up to the `]` that closes a bracket, and passes it."""
        start, open_ones = self.at - 1, 1
        self.line.computes = True
        while self.at < self.end:
            sign = self.text[self.at]
            if sign in "[]":
                open_ones += 1 if sign == "[" else -1
                word.add(sign, self.at)
                self.at += 1
                if not open_ones:
                    self.notes_code(word.ends(self.at))
                    return
            else:
                self.part(word, sign)
        raise self.fault("unclosed", start)

    def notes_code(self, word: Word) -> None:
        """Notes a quoted text that an expression would run."""
        if word.quoted and has_code(word.text, "["):
            self.line.code = self.line.code or (word.place(), word.last())

    def array(self) -> None:
        """Reads `(…)` after `=`."""
        start = self.at
        self.deeper(start)
        self.at += 1
        while True:
            self.lines()
            if self.at >= self.end:
                raise self.fault("unclosed", start)
            sign = self.text[self.at]
            if sign == ")":
                self.at += 1
                self.depth -= 1
                return
            if sign == "[":
                self.at += 1
                self.subscript(Word(self.source, self.at))
                if self.sign() == "=":
                    self.at += 1
                elif self.starts("+="):
                    self.at += 2
                if self.sign() in META and not self.substitutes_process():
                    continue
            if self.sign() in META and not self.substitutes_process():
                raise self.fault("syntax")
            self.word()

    def redirection(self, command: Command) -> bool:
        """Reads a redirection if there is one here."""
        start = self.at
        at = self.after_descriptor()
        descriptor = self.text[start:at]
        for operator in OPERATORS:
            if self.text.startswith(operator, at) and at + len(operator) <= self.end:
                break
        else:
            return False
        if descriptor and operator[0] == "&":
            return False
        if operator in ("<", ">") and not descriptor and self.text.startswith("(", at + 1):
            return False
        self.at = at + len(operator)
        if "\\" in descriptor or self.starts("\\\n"):
            # The end of a line in an operator.
            raise self.fault("syntax")
        if operator in (">", ">>", ">&", "&>", "&>>") and self.sign() == "!":
            raise self.fault("zsh")
        self.blanks()
        if self.sign() in META and not self.substitutes_process():
            raise self.fault("unclosed" if self.at >= self.end else "syntax")
        document = operator in ("<<", "<<-")
        found = Redirection(start, descriptor, operator, self.word(quiet=document))
        if document:
            if operator == "<<-" and found.target.text.startswith("\t"):
                raise self.fault("syntax")
            found.document = HereDocument(found.target, operator == "<<-")
            self.waiting.append(found.document)
        command.redirections.append(found)
        command.end = self.at
        return True

    def after_descriptor(self) -> int:
        """Returns the place after a number, or a variable in braces."""
        at = self.at
        if self.sign() == "{":
            at += 1
            while at < self.end and is_name_sign(self.text[at]):
                at += 1
            is_variable = is_name(self.text[self.at + 1 : at]) and self.text.startswith("}", at)
            return at + 1 if is_variable else self.at
        while at < self.end and self.text[at] in "0123456789":
            at += 1
            while self.text.startswith("\\\n", at):
                at += 2
        return at

    def here_document(self, document: HereDocument) -> None:
        """Reads the lines of a here-document."""
        start = self.at
        lines: list[tuple[int, int]] = []
        while self.at < self.end:
            end = self.text.find("\n", self.at, self.end)
            end = self.end if end < 0 else end
            at = self.at
            while document.strips and at < end and self.text[at] == "\t":
                at += 1
            while not document.quoted and end < self.end and goes_on(self.text, at, end):
                # It is one line with the next.
                following = self.text.find("\n", end + 1, self.end)
                end = self.end if following < 0 else following
            self.at = min(end + 1, self.end)
            text = self.text[at:end] if document.quoted else self.text[at:end].replace("\\\n", "")
            if text == document.delimiter:
                break
            if text.startswith(document.delimiter + ")"):
                raise self.fault("syntax", start)
            lines.append((at, self.at))
        after, last = self.at, self.end
        body = Word(self.source, start)
        if lines and not document.quoted:
            # The shell runs what it fills in.
            self.at, self.end = lines[0][0], lines[-1][1]
            self.filled(body, document.strips)
            self.at, self.end = after, last
        else:
            for at, end in lines:
                body.add(self.text[at:end], at)
        body.ends(lines[-1][1] if lines else start)
        if document.code:
            language, command = document.code
            if body.literal and runs_nothing(body.text, language):
                self.line.harmless.append((command.start, command.end))
            else:
                self.line.hidden_by(command, "code")
        if document.shell:
            read_words([body], self.line, *document.shell)

    def filled(self, word: Word, strips: bool) -> None:
        """Reads the lines of a here-document whose delimiter is not quoted."""
        while self.at < self.end:
            sign = self.text[self.at]
            if sign == "\\" and self.sign(1) in ("$", "`", "\\"):
                word.add(self.sign(1), self.at, False)
                self.at += 2
            elif self.starts("\\\n"):
                self.at += 2
            elif sign == "$":
                self.dollar(word, double=True)
            elif sign == "`":
                self.backquote(word, double=False)
            else:
                end = self.at + 1
                while end < self.end and self.text[end] not in "\\$`\n":
                    end += 1
                if end < self.end and self.text[end] == "\n":
                    end += 1
                word.add(self.text[self.at : end], self.at)
                self.at = end
                while strips and self.text[end - 1] == "\n" and self.sign() == "\t":
                    self.at += 1

    # Words

    def substitutes_process(self) -> bool:
        return self.starts("<(") or self.starts(">(")

    def word(self, begun: "Word | None" = None, *, quiet: bool = False) -> Word:
        """Reads a word.

        Args:
            begun: The word, if its first parts are read already.
            quiet: Whether nothing in it is filled in, as in the delimiter of a here-document.
        """
        word = begun or Word(self.source, self.at)
        text = self.text
        while self.at < self.end:
            sign = text[self.at]
            if sign in META:
                if not (sign in "<>" and self.sign(1) == "(" and not quiet):
                    break
                self.process(word)
            elif sign in ACTIVE:
                if quiet and sign in "$`":
                    raise self.fault("syntax")
                self.part(word, sign)
            else:
                end = self.at + 1
                while end < self.end and text[end] not in META and text[end] not in ACTIVE:
                    end += 1
                word.add(text[self.at : end], self.at)
                self.at = end
        word.ends(self.at)
        if word.opens and is_pattern(text[word.opens - 1 : word.end].replace("\\\n", "")):
            word.unknown(splits=True)
        self.notes_code(word)
        return word

    def part(self, word: Word, sign: str) -> None:
        """Reads one part of a word that is not taken as it is."""
        at = self.at
        if sign == "'":
            end = self.text.find("'", at + 1, self.end)
            if end < 0:
                raise self.fault("unclosed")
            word.quoted = True
            word.add(self.text[at + 1 : end], at + 1)
            self.at = end + 1
        elif sign == '"':
            self.double(word)
        elif sign == "\\":
            if self.sign(1) == "\n":
                self.at += 2
                return
            word.quoted = True
            if at + 1 < self.end:
                word.add(self.text[at + 1], at + 1)
                self.at += 2
            else:
                word.add("\\", at)
                self.at += 1
        elif sign == "$":
            self.dollar(word, double=False)
        elif sign == "`":
            self.backquote(word, double=False)
        else:
            if sign in "{[":
                word.opens = word.opens or at + 1
            word.add(sign, at)
            if sign in "*?" or (sign == "~" and at == word.start):
                word.unknown(splits=sign != "~")
            self.at += 1

    def double(self, word: Word) -> None:
        """Reads `"…"`."""
        start = self.at
        self.at += 1
        word.quoted = True
        text = self.text
        while self.at < self.end:
            sign = text[self.at]
            if sign == '"':
                self.at += 1
                return
            if sign == "\\":
                follows = self.sign(1)
                if follows == "\n":
                    self.at += 2
                elif follows and follows in '$`"\\':
                    word.add(follows, self.at + 1)
                    self.at += 2
                else:
                    word.add("\\", self.at)
                    self.at += 1
            elif sign == "$":
                self.dollar(word, double=True)
            elif sign == "`":
                self.backquote(word, double=True)
            else:
                end = self.at + 1
                while end < self.end and text[end] not in '"\\$`':
                    end += 1
                word.add(text[self.at : end], self.at)
                self.at = end
        raise self.fault("unclosed", start)

    def dollar(self, word: Word, double: bool) -> None:
        """Reads what begins with `$`."""
        start = self.at
        follows = self.sign(1)
        if follows == "\\" and self.sign(2) == "\n":
            raise self.fault("syntax")
        if follows == "(":
            if self.sign(2) == "(":
                self.arithmetic(3, "))")
            else:
                self.at += 2
                self.substitution(start)
        elif follows == "{":
            self.parameter(double)
        elif follows == "[":
            self.arithmetic(2, "]")
        elif follows == "'" and not double:
            self.ansi(word)
            return
        elif follows == '"' and not double:
            # A text that is translated; zsh keeps the sign.
            self.at += 1
            self.double(word)
            word.unknown(splits=False)
            return
        elif follows and (follows in "*@#?-$!=~^" or follows == "+" or is_name_sign(follows)):
            self.variable(follows)
        else:
            word.add("$", start)
            self.at += 1
            return
        filled = self.text[start : self.at]
        word.add_filled(filled, start, splits=not double or "@" in filled)

    def variable(self, follows: str) -> None:
        """Passes `$`, and the name of a variable."""
        start = self.at
        self.at += 2
        if follows in "=~^+":
            # zsh: flags of a variable.
            while self.sign() and self.sign() in "=~^+":
                self.at += 1
            if "~" in self.text[start : self.at]:
                self.hides_from(start, "zsh")
            follows = "_"
        if is_name(follows):
            while is_name_sign(self.sign()):
                self.at += 1

    def substitution(self, start: int) -> None:
        """Reads commands up to `)`, with here-documents of their own."""
        self.deeper(start)
        waiting, self.waiting = self.waiting, []
        self.nested("substitution")
        if self.waiting:
            raise self.fault("unclosed", start)
        self.waiting = waiting
        self.depth -= 1

    def process(self, word: Word) -> None:
        """Reads `<(…)` or `>(…)`."""
        start = self.at
        self.at += 2
        self.substitution(start)
        word.add_filled(self.text[start : self.at], start, splits=False)
        word.process = True

    def arithmetic(self, opening: int, closing: str) -> None:
        """Reads an expression."""
        start = self.at
        self.line.computes = True
        self.deeper(start)
        self.at += opening
        word, open_ones = Word(self.source, start), 0
        open_sign, close_sign = ("[", "]") if closing == "]" else ("(", ")")
        while self.at < self.end:
            sign = self.text[self.at]
            if not open_ones and self.starts(closing):
                self.at += len(closing)
                self.depth -= 1
                return
            if sign == "\\":
                self.at += 2
                continue
            if sign in '"$`':
                self.filled_in(word, sign)
                continue
            if sign == "'" and opening == len("(("):
                # Bash and zsh do not agree where it ends.
                raise self.fault("syntax")
            if sign == open_sign:
                open_ones += 1
            elif sign == close_sign:
                if not open_ones:
                    # Brackets of subshells have a blank between them.
                    raise self.fault("syntax", start)
                open_ones -= 1
            self.at += 1
        raise self.fault("unclosed", start)

    def filled_in(self, word: Word, sign: str) -> None:
        """Reads what is filled in between `"…"`."""
        if sign == '"':
            self.double(word)
        elif sign == "$":
            self.dollar(word, double=True)
        else:
            self.backquote(word, double=True)

    def parameter(self, double: bool) -> None:  # noqa: PLR0912
        """Reads `${…}`."""
        start = self.at
        self.deeper(start)
        self.at += 2
        follows = self.sign()
        if follows in (" ", "\t", "\n", "|"):
            # Commands whose output is the value, in newer shells.
            if follows == "|":
                self.at += 1
            self.block(("}",), "substitution")
            self.depth -= 1
            return
        name = self.opening(follows, start)
        word, quotes, seen = Word(self.source, start), not double, False
        while self.at < self.end:
            sign = self.text[self.at]
            if sign == "}":
                if self.text[self.at - 2 : self.at] == "@P":
                    self.hides_from(start, "eval")
                self.notes_code(word.ends(self.at))
                self.at += 1
                self.depth -= 1
                return
            if sign == "\\" and self.sign(1) == "\n":
                raise self.fault("syntax")
            if sign == "[":
                self.line.computes = True
                word.add(sign, self.at)
            if not seen and sign in "#%/^,:-=?+" and self.at > start + 2:
                seen = True
                quotes = not double or sign in "#%/^,"
            if sign == "=" and (name in TABLES or name in VARIABLES):
                self.hides_from(start, "eval")
            if sign == "'" and quotes and double:
                # In zsh it is no quote here.
                raise self.fault("zsh")
            if self.starts("=("):
                raise self.fault("zsh")
            if sign == "'" and not quotes:
                self.at += 1
            elif sign in "'\"\\$`":
                if sign in "$`" and double:
                    self.filled_in(word, sign)
                else:
                    self.part(word, sign)
            elif not double and self.substitutes_process():
                self.process(word)
            else:
                self.at += 1
        raise self.fault("unclosed", start)

    def opening(self, follows: str, start: int) -> str:
        """Passes the name of a variable after `${`, and returns it."""
        if follows and follows in "(~=^":
            self.hides_from(start, "zsh")
        if follows == "!":
            # The value of a variable is a name, perhaps with an index.
            self.line.computes = True
        while is_name_sign(self.sign()):
            self.at += 1
        return self.text[start + 2 : self.at]

    def hides_from(self, start: int, reason: "OpaqueReason") -> None:
        self.line.hides(
            reason, self.source.place(start), self.source.place(min(self.at + 1, self.end))
        )

    def backquote(self, word: Word, double: bool) -> None:
        """Reads commands between backquotes."""
        start = self.at
        self.deeper(start)
        inner = Word(self.source, start + 1)
        at = start + 1
        while at < self.end and self.text[at] != "`":
            if (
                self.text[at] == "\\"
                and at + 1 < self.end
                and self.text[at + 1] in ('\\`$"' if double else "\\`$")
            ):
                inner.add(self.text[at + 1], at + 1)
                at += 2
                continue
            end = at + 1
            while end < self.end and self.text[end] not in "\\`":
                end += 1
            inner.add(self.text[at:end], at)
            at = end
        if at >= self.end:
            raise self.fault("unclosed", start)
        read_text(
            joined([inner.ends(at)]),
            self.line,
            self.depth,
            (*self.reached, "substitution"),
            self.through,
        )
        self.at = at + 1
        self.depth -= 1
        word.add_filled(self.text[start : self.at], start, splits=not double)

    def ansi(self, word: Word) -> None:
        """Reads `$'…'`."""
        start = self.at
        self.at += 2
        word.quoted = True
        text = self.text
        while self.at < self.end:
            sign = text[self.at]
            if sign == "'":
                self.at += 1
                return
            if sign == "\\" and self.at + 1 < self.end:
                self.escape(word)
                continue
            end = self.at + 1
            while end < self.end and text[end] not in "'\\":
                end += 1
            word.add(text[self.at : end], self.at)
            self.at = end
        raise self.fault("unclosed", start)

    def escape(self, word: Word) -> None:
        """Reads a backslash and what it escapes in `$'…'`."""
        start, letter = self.at, self.text[self.at + 1]
        self.at += 2
        if letter in ESCAPES:
            word.add(ESCAPES[letter], start, False)
            return
        if letter in OCTAL:
            self.at -= 1
            digits, base = self.digits(OCTAL, 3), 8
        elif letter in "xuU":
            braces = letter == "x" and self.sign() == "{"
            if braces:
                self.at += 1
            digits, base = self.digits(HEX, {"x": 2, "u": 4, "U": 8}[letter]), 16
            if braces and self.sign() == "}":
                self.at += 1
        elif letter == "c":
            if self.at < self.end:
                self.at += 1
            digits = ""
            base = 10
        else:
            # zsh drops the sign before it.
            word.add_filled(self.text[start : start + 2], start, splits=False)
            return
        value = int(digits, base) if digits else 0
        if 0 < value < ASCII_END:
            word.add(chr(value), start, False)
        else:
            # The end of the text, a part of a sign, or one that depends on the locale.
            word.add_filled(self.text[start : self.at], start, splits=False)

    def digits(self, allowed: str, most: int) -> str:
        start = self.at
        while self.at < self.end and self.at - start < most and self.text[self.at] in allowed:
            self.at += 1
        return self.text[start : self.at]
