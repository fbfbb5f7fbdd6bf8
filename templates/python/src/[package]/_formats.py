"""Formats of strings, which types cannot express."""

_COMMANDS = ("0", "1", "2", "9", "99", "777")
"""The numbers of the operating system commands that the host accepts."""


def has_format(text: str, name: str) -> bool:
    """Returns whether a string has the named format. An unknown format accepts any string."""
    return name != "terminal-sequence" or _is_terminal_sequence(text)


def _is_terminal_sequence(text: str) -> bool:
    at = 0
    while 0 <= at < len(text):
        at = at + 1 if text[at] == "\a" else _after_command(text, at)
    return at >= 0


def _after_command(text: str, at: int) -> int:
    """Returns the index after an operating system command and its BEL or ST; -1 if there is none."""
    number_end = text.find(";", at)
    number = text[at + 2 : max(number_end, 0)]
    if not text.startswith("\x1b]", at) or number not in _COMMANDS:
        return -1
    # The next escape ends this command or begins the next one, so no part is searched twice.
    escape = text.find("\x1b", number_end)
    bell = text.find("\a", number_end, escape if escape >= 0 else len(text))
    if bell >= 0:
        return bell + 1
    return escape + 2 if text.startswith("\x1b\\", max(escape, number_end)) else -1
