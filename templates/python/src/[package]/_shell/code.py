"""Finds out whether a text in the language of a program runs nothing."""


def runs_nothing(text: str, code: str) -> bool:
    """Returns whether a text surely runs no command.

    Args:
        text: The text.
        code: `edits` for commands of `sed`. Otherwise the signs without which nothing runs.
    """
    if code == "edits":
        return Edits(text).run_nothing()
    text = text.replace("||", "")
    return not any(it in text for it in code.split())


class Edits:
    """Commands of `sed`: they run something with the command `e`, or with the flag `e` of `s`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

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
                if sign in "#aicrRwW:btT":
                    known = True
                    self.line(sign)
            if not known:
                return False
        return True

    def line(self, sign: str) -> None:
        """Passes a text, the name of a file, a comment, or a label."""
        while self.at < len(self.text) and self.text[self.at] != "\n":
            if sign in "btT:" and self.text[self.at] in ";}":
                return
            self.at += 2 if self.text[self.at] == "\\" and sign in "aic" else 1

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

    def next(self) -> str:
        """Passes a sign, and returns it."""
        self.at += 1
        return self.text[self.at - 1 : self.at]

    def passes(self, end: str, *, lists: bool) -> bool:
        """Passes a part up to a sign, and says whether it is certain where that is: in a list, versions differ."""
        in_list = False
        while self.at < len(self.text):
            sign = self.text[self.at]
            self.at += 1
            if sign == "\\":
                self.at += 1
            elif sign == end:
                return not in_list and end not in ("", "\n")
            elif lists and sign in "[]":
                in_list = sign == "["
        return False
