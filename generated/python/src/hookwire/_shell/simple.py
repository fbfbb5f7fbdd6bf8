"""Reads simple commands, and the assignments before them."""

from .inner import inner_commands
from .redirections import Redirections
from .signs import META, RESERVED
from .words import Command, UnreadableError, Word, is_name_sign

# The builtins whose words can be assignments.
DECLARING = frozenset(("declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"))


class Simple(Redirections):
    """Reads simple commands."""

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
