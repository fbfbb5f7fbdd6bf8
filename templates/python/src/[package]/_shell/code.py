"""Finds out whether a text in the language of a program runs nothing."""

from .data import CODES
from .filters import FILTERS, WHOLE
from .words import ANYTHING, lowered

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

DIGITS = "0123456789"
# The signs of names and numbers.
WORD = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$"
# The words before a name that is new.
DECLARING = ("const", "let", "var")


def runs_nothing(text: str, code: str) -> bool:
    """Returns whether a text surely runs no command.

    Args:
        text: The text.
        code: `sed`, `awk` or `perl`; the name of a language; otherwise the signs without which nothing runs.
    """
    if ANYTHING in text:
        return False
    if code in CODES:
        return Source(text, CODES[code]).run_nothing()
    if code in FILTERS:
        return FILTERS[code](text).run_nothing()
    text = lowered(text)
    return not any(it in text for it in code.split())


def is_whole(code: str) -> bool:
    """Returns whether code of a language is only read if the shell fills in nothing."""
    return code in CODES or code in WHOLE


class Source:
    """Code of a language in which everything that is named is known, and nothing that is known runs a command."""

    def __init__(self, text: str, facts: "dict[str, Any]") -> None:
        self.text = text
        self.facts = facts
        self.at = 0
        # What is read: `w` for a word, `s` for a string, or a sign, each with its text.
        self.tokens: list[tuple[str, str]] = []

    def run_nothing(self) -> bool:
        text, facts = self.text, self.facts
        if text.startswith("-") or not all(" " <= it <= "~" or it in "\n\t" for it in text):
            # It is an option, or has letters that a language takes for others.
            return False
        words = "".join(it if it in WORD else " " for it in text).split()
        if any(it in facts["words"] or (it[0] == "_" and it != "_") for it in words):
            return False
        if any(it in text for it in facts["texts"]) or self.has_encoding():
            return False
        return self.read() and self.is_known()

    def has_encoding(self) -> bool:
        """Whether a comment can say that the letters mean others."""
        comment = self.facts.get("comment", "")
        lines = self.text.split("\n", 2)[:2]
        return bool(comment) and any("coding" in it.partition(comment)[2] for it in lines)

    def read(self) -> bool:
        """Reads the tokens, and returns whether it is certain where strings end."""
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign == self.facts.get("comment"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif sign in self.facts["quotes"]:
                if not self.string(sign):
                    return False
            elif not self.token(sign):
                return False
        return True

    def token(self, sign: str) -> bool:
        """Reads a word or a sign."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in WORD:
            self.at += 1
        if self.at > start:
            self.tokens.append(("w", self.text[start : self.at]))
            return True
        self.at += 1
        if sign not in " \t":
            self.tokens.append((sign, ""))
        return sign not in self.facts["signs"]

    def string(self, quote: str) -> bool:
        """Reads a string, and the code in it."""
        kind, prefix = self.tokens[-1] if self.tokens else ("", "")
        prefixes = self.facts.get("prefixes", "")
        is_prefix = (
            kind == "w" and self.text[self.at - 1] in WORD and all(it in prefixes for it in prefix)
        )
        filled = quote == "`" or (is_prefix and any(it in "fFtT" for it in prefix))
        if is_prefix:
            self.tokens.pop()
        end = quote * 3 if prefixes and self.text.startswith(quote * 3, self.at) else quote
        self.at += len(end)
        start, opens = self.at, self.facts["field"]
        while self.at < len(self.text):
            sign, after = self.text[self.at], self.text[self.at + 1 : self.at + 2]
            if self.text.startswith(end, self.at):
                self.tokens.append(("s", self.text[start : self.at]))
                self.at += len(end)
                return True
            if sign == "\\":
                escapes = self.facts.get("escapes")
                if (escapes and after not in escapes) or (filled and after in ("{", "}", "$")):
                    return False
                self.at += 2
            elif sign == "\n" and end in ("'", '"'):
                return False
            elif filled and opens == "{" and sign == after == "{":
                self.at += 2
            elif filled and self.text.startswith(opens, self.at):
                self.at += len(opens)
                if not self.field(quote):
                    return False
            else:
                self.at += 1
        return False

    def field(self, quote: str) -> bool:
        """Reads code in a string, up to `}`. Versions differ about quotes in it."""
        depth = 1
        self.tokens.append(("(", ""))
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign in (quote, "`", "\n", self.facts.get("comment")):
                return False
            if sign in self.facts["quotes"]:
                end = self.text.find(sign, self.at + 1)
                inner = self.text[self.at + 1 : end]
                if (
                    end < 0
                    or self.text.startswith(sign * 3, self.at)
                    or any(it in inner for it in ("{", "}", "\\", "\n", quote))
                ):
                    return False
                self.tokens.append(("s", inner))
                self.at = end + 1
                continue
            depth += (sign == "{") - (sign == "}")
            if not depth:
                self.at += 1
                self.tokens.append((")", ""))
                return True
            if not self.token(sign):
                return False
        return False

    def get(self, at: int) -> "tuple[str, str]":
        return self.tokens[at] if 0 <= at < len(self.tokens) else ("\n", "")

    def is_known(self) -> bool:
        """Returns whether all that the tokens name is known."""
        before, dots = "", 0
        for at, (kind, _) in enumerate(self.tokens):
            if kind == "w":
                # Three dots spread a value.
                is_known = self.is_name(at, dots not in (0, 3))
            else:
                is_known = self.is_bracket(at, before)
            if not is_known:
                return False
            if kind != "\n":
                before, dots = kind, dots + 1 if kind == "." else 0
        return True

    def is_name(self, at: int, is_member: bool) -> bool:  # noqa: PLR0911
        """Returns whether a word names what is known."""
        facts, text = self.facts, self.tokens[at][1]
        members = facts.get("members")
        if is_member:
            return not members or text[0] in DIGITS or text in members
        if text in facts["names"]:
            return False
        if members and text == "from":
            end = self.module(at + 1)
            return end is not None and self.get(end) == ("w", "import")
        if members and text == "import":
            return self.imports(at + 1)
        if text in facts["calls"]:
            return self.call(at + 1, facts["calls"][text])
        parts = facts.get("parts", {}).get(text)
        if parts is None or self.get(at + 1)[0] == ".":
            return parts is None or self.get(at + 2)[1] in parts
        is_new = self.get(at - 1)[1] in DECLARING and self.get(at + 1)[0] == "="
        return is_new and self.get(at + 2)[1] in facts["calls"]

    def takes_parts(self, name: str, parts: "list[str]", start: int) -> bool:
        """Returns whether only known parts of a module are used. It gets a name of theirs, or its own."""
        after = start + 3
        if self.get(after)[0] == ".":
            return self.get(after + 1) in [("w", it) for it in parts]
        following = after
        while following < len(self.tokens) and self.get(following)[0] == "\n":
            following += 1
        is_last = following >= len(self.tokens) or (
            following > after and self.get(following)[0] == "w"
        )
        if self.get(start - 2)[0] != "=" or not (is_last or self.get(after)[0] in (";", ",")):
            return False
        at = start - 3
        if self.get(at)[0] == "}":
            at -= 1
            while self.get(at)[0] == "," or (self.get(at)[0] == "w" and self.get(at)[1] in parts):
                at -= 1
            if self.get(at)[0] != "{":
                return False
        elif self.get(at) != ("w", name):
            return False
        return self.get(at - 1)[1] in DECLARING

    def module(self, at: int) -> "int | None":
        """Returns where the name of a known module ends."""
        name = ""
        while self.get(at)[0] in ("w", ".") and self.get(at)[1] not in ("as", "import"):
            name += self.get(at)[1] or "."
            at += 1
        return at if name in self.facts["modules"] else None

    def imports(self, at: int) -> bool:
        """Returns whether all that is imported is known."""
        start = at - 2
        while (
            start >= 0 and self.tokens[start][0] in ("w", ".") and self.tokens[start][1] != "from"
        ):
            start -= 1
        is_from = start >= 0 and self.tokens[start] == ("w", "from")
        while True:
            end = self.module(at)
            if is_from:
                kind, text = self.get(at)
                end = at + 1 if kind == "w" and text in self.facts["members"] else None
            if end is None:
                return False
            at = end + 2 if self.get(end) == ("w", "as") else end
            if self.get(at)[0] != ",":
                return self.get(at)[0] in ("\n", ";")
            at += 1

    def call(self, at: int, allowed: "list[str]") -> bool:  # noqa: PLR0911
        """Returns whether a call has a file, and no argument that is not known; or one module, or one file of data."""
        if self.get(at)[0] != "(":
            return False
        kind, text = self.get(at + 1)
        at += 2
        if not allowed:
            if kind != "s" or self.get(at)[0] != ")":
                return False
            name = text.rpartition(":")[2]
            parts = self.facts.get("parts", {}).get(name)
            is_plain = parts is None or self.takes_parts(name, parts, at - 2)
            return is_plain and (text in self.facts["modules"] or text.endswith(".json"))
        if kind not in ("s", "w"):
            return False
        while self.get(at)[0] in ("w", "s", ".", "[", "]"):
            at += 1
        while self.get(at)[0] == ",":
            kind, text = self.get(at + 1)
            at += 2
            if text not in allowed or (kind == "w") != (self.get(at)[0] == "="):
                return False
            if kind == "w":
                if self.get(at + 1)[0] != "s":
                    return False
                at += 2
        return self.get(at)[0] == ")"

    def is_bracket(self, at: int, before: str) -> bool:
        """Returns whether a sign, if it is a bracket and brackets matter, has no name that is computed."""
        kind = self.tokens[at][0]
        if not self.facts.get("brackets"):
            return True
        if kind == "]":
            following = at + 1
            while following < len(self.tokens) and self.get(following)[0] == "\n":
                following += 1
            return self.get(following)[0] != ":"
        if kind != "[" or before not in ("w", "s", ")", "]", "}", "."):
            return True
        inner, text = self.get(at + 1)
        is_plain = inner == "s" or (inner == "w" and all(it in DIGITS for it in text))
        return is_plain and self.get(at + 2)[0] == "]"
