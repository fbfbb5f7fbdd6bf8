"""Finds out whether a text for `sed`, `awk` or `perl` that changes lines runs nothing."""

from .words import OUTPUT

DIGITS = "0123456789"
WORD = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"


class Filter:
    """A text with patterns between signs."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at: int = 0

    def run_nothing(self) -> bool:
        """Returns whether the text surely runs no command."""
        raise NotImplementedError

    def sign(self) -> str:
        """Returns the sign here; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def next(self) -> str:
        """Passes a sign, and returns it."""
        self.at += 1
        return self.text[self.at - 1 : self.at]

    def passes(self, end: str, *, lists: bool) -> bool:
        """Passes a part up to a sign, and says whether it is certain where that is."""
        while self.at < len(self.text):
            sign = self.next()
            if sign == "\\":
                self.at += 1
            elif sign == end:
                return end not in ("", "\n")
            elif lists and sign == "[" and not self.passes_list(end):
                return False
        return False

    def passes_list(self, end: str) -> bool:
        """Passes a list of signs, and says whether it is certain where that ends: versions differ."""
        if self.text[self.at : self.at + 1] == "^":
            self.at += 1
        if self.text[self.at : self.at + 1] == "]":
            return False
        while self.at < len(self.text):
            sign, after = self.next(), self.text[self.at : self.at + 1]
            if sign == "]":
                return True
            if sign == end or (sign == "\\" and after in "[]"):
                return False
            if sign == "\\":
                self.at += 1
            elif sign == "[" and after and after in ":.=":
                name, closing, _ = self.text[self.at + 1 :].partition(":]")
                if (
                    after != ":"
                    or after == end
                    or not closing
                    or not all(it in WORD and it != end for it in name)
                ):
                    return False
                self.at += 1 + len(name) + len(closing)
        return False

    def word(self) -> str:
        """Passes a name or a number, and returns it."""
        start = self.at
        while self.sign() and self.sign() in WORD:
            self.at += 1
        return self.text[start : self.at]


class Sed(Filter):
    """Commands of `sed`: they run something with the command `e`, or with the flag `e` of `s`."""

    def run_nothing(self) -> bool:
        while self.at < len(self.text):
            sign = self.text[self.at]
            self.at += 1
            if sign in "/\\":
                # The pattern of an address.
                known = self.passes(sign if sign == "/" else self.next(), lists=True)
            elif sign in "sy":
                known = self.replaces()
            else:
                known = sign in " \t\n;{}!,~+$IM0123456789dDgGhHlnNpPqQxz=F"
                if sign in ":btT":
                    known = self.label(sign)
                elif sign in "#aicrRwW":
                    known = True
                    self.line(sign)
            if not known:
                return False
        return True

    def line(self, sign: str) -> None:
        """Passes a text, the name of a file, or a comment."""
        while self.at < len(self.text) and self.text[self.at] != "\n":
            self.at += 2 if self.text[self.at] == "\\" and sign in "aic" else 1

    def label(self, command: str) -> bool:
        """Passes a label, and says whether it is certain where it ends: a blank ends it only in some versions."""
        self.blanks()
        while self.sign() not in ("", "\n", ";", "}", " ", "\t"):
            if not "!" <= self.next() <= "~":
                return False
        if command == ":" and self.sign() == "}":
            return False
        self.blanks()
        return self.sign() in ("", "\n", ";", "}", "#")

    def blanks(self) -> None:
        while self.sign() in (" ", "\t"):
            self.at += 1

    def replaces(self) -> bool:
        """Passes `s` or `y`, with its flags."""
        end = self.next()
        if not (self.passes(end, lists=True) and self.passes(end, lists=False)):
            return False
        while self.at < len(self.text) and self.text[self.at] in "gpiImM0123456789":
            self.at += 1
        if self.text[self.at : self.at + 1] == "w":
            self.line("w")
        return self.text[self.at : self.at + 1] != "e"


class Awk(Filter):
    """A program of `awk`: it runs something with `system`, a pipe, or a function whose name is a value."""

    def run_nothing(self) -> bool:
        plain = self.text.replace("||", "")
        return not any(it in plain for it in ("system", "|", "@", OUTPUT)) or self.is_read()

    def is_read(self) -> bool:
        """Returns whether the text can be read, and has no such part outside of strings and patterns."""
        # What is before a slash decides what it is.
        before = ""
        while self.at < len(self.text):
            if self.sign() in WORD:
                before = self.word()
                if before == "system":
                    return False
                continue
            sign = self.next()
            if sign == "#":
                known = self.comment()
            elif sign == '"':
                known = self.passes('"', lists=False)
            elif sign == "/" and before in AFTER:
                known = self.passes("/", lists=True)
            elif sign == "|":
                known = self.next() == "|"
            else:
                known = sign not in ("/", "@", "\\", OUTPUT)
            if not known:
                return False
            if sign not in " \t":
                before = sign
        return True

    def comment(self) -> bool:
        while self.sign() not in ("", "\n"):
            self.at += 1
        return True


# What a pattern can follow in `awk`: a slash after a value divides.
AFTER = ("", "\n", ";", "{", "}", "(", ",", "~", "!", "&", "|")
# The words of Perl that a pattern can follow, and the others that run nothing.
TAKING = ("print", "if", "unless", "and", "or", "not", "chomp")
KNOWN = (*TAKING, "next", "last")
# The signs that can be between the words of Perl.
BETWEEN = " \t\n;,!().=+:"
# The signs that can begin and end a part in Perl.
ENDS = "/|#,!:%~"


class Perl(Filter):
    """Code of Perl that prints, replaces and compares, and does nothing else."""

    def run_nothing(self) -> bool:
        if f"\n{self.text}".find("\n=") >= 0:
            # Documentation begins like this.
            return False
        before = ""
        while self.at < len(self.text):
            if self.sign() in WORD:
                before = self.word()
                known = before in KNOWN or before.isdigit()
                if before in ("s", "y", "tr"):
                    known = self.replaces(fills=before == "s")
                    before = ")"
            else:
                sign = self.next()
                known = sign in BETWEEN
                if sign == "$":
                    known = self.variable()
                elif sign in "\"'":
                    start = self.at
                    known = self.passes(sign, lists=False) and (
                        sign == "'" or fills_plainly(self.text[start : self.at - 1])
                    )
                elif sign in "&|":
                    known = self.next() == sign
                elif sign == "/" and (before in (*TAKING, "", ";", "(", "!", "&", "|")):
                    known = self.pattern("/") and self.flags("gimsxo")
                    sign = ")"
                before = before if sign in " \t\n" else sign
            if not known:
                return False
        return True

    def variable(self) -> bool:
        """Passes the name of a variable: the line, a part of it, or a number."""
        sign = self.next()
        if sign == "F" and self.sign() == "[":
            self.at += 1
            return self.word().isdigit() and self.next() == "]"
        if sign == "" or sign not in "_.&123456789":
            return False
        while sign in DIGITS and self.sign() != "" and self.sign() in DIGITS:
            self.at += 1
        # With more letters it is another variable, and after some signs a part of one.
        is_longer = self.sign() != "" and self.sign() in f"{WORD}'[{{-"
        return not is_longer and not self.text.startswith("::", self.at)

    def replaces(self, *, fills: bool) -> bool:
        """Passes what is between three signs, with its flags."""
        end = self.next()
        if end == "" or end not in ENDS:
            return False
        if not fills:
            return self.part(end) is not None and self.part(end) is not None and self.flags("cdsr")
        if not self.pattern(end):
            return False
        text = self.part(end)
        return text is not None and fills_plainly(text) and self.flags("gimsxor")

    def flags(self, known: str) -> bool:
        return all(it in known for it in self.word())

    def part(self, end: str) -> "str | None":
        """Passes a part up to a sign, and returns it."""
        start = self.at
        return self.text[start : self.at - 1] if self.passes(end, lists=False) else None

    def pattern(self, end: str) -> bool:
        """Passes a pattern, and returns whether it has neither code nor a variable."""
        text = self.part(end)
        if text is None:
            return False
        text = without_escapes(text)
        for at, sign in enumerate(text):
            after = text[at + 1 : at + 2]
            if sign == "@" or (sign == "$" and after not in ("", ")", "|")):
                return False
            if sign == "(" and (
                after == "*" or (after == "?" and text[at + 2 : at + 3] not in ":=!<")
            ):
                return False
        return True


def without_escapes(text: str) -> str:
    """Returns a text with a blank for each backslash and the sign after it."""
    parts: list[str] = []
    at = 0
    while at < len(text):
        is_escape = text[at] == "\\"
        parts.append(" " if is_escape else text[at])
        at += 2 if is_escape else 1
    return "".join(parts)


def fills_plainly(text: str) -> bool:
    """Returns whether only parts of a match are filled in a text of Perl."""
    text = without_escapes(text)
    if "@" in text:
        return False
    for part in text.split("$")[1:]:
        if part[:1] not in tuple("&_123456789"):
            return False
        rest = part.lstrip(DIGITS) if part[0] in DIGITS else part[1:]
        if rest[:1] in ("[", "{", "-") or (part[0] == "_" and continues(rest)):
            return False
    return True


def continues(rest: str) -> bool:
    """Returns whether the name of a variable goes on."""
    sign = rest[1:2] if rest[:1] == "'" else rest[:1]
    return rest.startswith("::") or (sign != "" and (sign in WORD or sign > "~"))


# The languages that are read only if the shell fills in nothing. Several texts are the lines of one program.
WHOLE = ("perl",)
FILTERS: "dict[str, type[Filter]]" = {"sed": Sed, "awk": Awk, "perl": Perl}
"""The languages of programs that change lines."""
