"""Reads redirections and here-documents."""

from .code import runs_nothing
from .inner import read_words
from .quotes import Quotes
from .signs import META
from .words import Command, HereDocument, Redirection, Word, is_name, is_name_sign

# The operators of redirections, the longest first.
OPERATORS = ("<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">")


def goes_on(text: str, start: int, end: int) -> bool:
    """Whether a line ends with a sign that joins it with the next."""
    count = 0
    while end - count > start and text[end - count - 1] == "\\":
        count += 1
    return count % 2 == 1


class Redirections(Quotes):
    """Reads redirections and here-documents."""

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
