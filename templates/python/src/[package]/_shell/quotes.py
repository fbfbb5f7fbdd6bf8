"""Reads words and their quotes."""

from .expansions import Expansions
from .signs import META
from .words import Word

# The signs of a word that are not taken as they are.
ACTIVE = "'\"\\$`*?[{~"
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


class Quotes(Expansions):
    """Reads words."""

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
