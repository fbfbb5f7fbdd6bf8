"""Forms that strings have to have, which no type says."""

_COMMANDS = ("0", "1", "2", "9", "99", "777")
"""The numbers of the operating system commands that the host lets through."""


def has_format(text: str, name: str) -> bool:
    """Returns whether a string has the form of this name; one that is not known any string has."""
    return name != "terminal-sequence" or _is_terminal_sequence(text)


def _is_terminal_sequence(text: str) -> bool:
    at = 0
    while 0 <= at < len(text):
        at = at + 1 if text[at] == "\a" else _after_command(text, at)
    return at >= 0


def _after_command(text: str, at: int) -> int:
    """Returns where an operating system command has ended, by BEL or ST; -1 if there is none."""
    number_end = text.find(";", at)
    number = text[at + 2 : max(number_end, 0)]
    if not text.startswith("\x1b]", at) or number not in _COMMANDS:
        return -1
    # The next escape ends this command or begins the next one, so that no part is looked through twice.
    escape = text.find("\x1b", number_end)
    bell = text.find("\a", number_end, escape if escape >= 0 else len(text))
    if bell >= 0:
        return bell + 1
    return escape + 2 if text.startswith("\x1b\\", max(escape, number_end)) else -1
