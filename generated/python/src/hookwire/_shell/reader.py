"""Reads a text as a shell does, and lists its simple commands."""

from .data import TABLES, VARIABLES
from .signs import META, RESERVED
from .simple import Simple
from .words import Command, Line, Text, UnreadableError, is_name, is_name_sign

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .._types import ReachedBy


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


class Reader(Simple):
    """Reads lists and compound commands."""

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
