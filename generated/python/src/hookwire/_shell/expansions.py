"""Reads what the shell fills in: variables, expressions and the output of commands."""

from .data import TABLES, VARIABLES
from .signs import Signs
from .words import Word, has_code, is_name, is_name_sign, joined


class Expansions(Signs):
    """Reads what begins with a dollar sign, a backquote, or the signs of a process."""

    def notes_code(self, word: Word) -> None:
        """Notes a quoted text that an expression would run."""
        if word.quoted and has_code(word.text, "["):
            self.line.code = self.line.code or (word.place(), word.last())

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

    def backquote(self, word: Word, double: bool) -> None:
        """Reads commands between backquotes."""
        from .reader import read_text  # noqa: PLC0415  # it needs this module

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
