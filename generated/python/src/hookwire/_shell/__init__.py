"""Lists the commands that a line runs."""

from .data import MESSAGES, POSIX, SHELLS
from .inner import has_bash
from .reader import read_text
from .wanted import is_wanted, wanted_words
from .words import Line, Text, program

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .._types import CommandLine, CommandMatches, OpaqueReason
    from .words import Command


def commands(text: str, shell: str = "bash") -> "CommandLine":
    """Returns the simple commands of a text, as a shell reads it, and what hides others.

    Nothing is run, and no file is read. It takes time in proportion to the length of the text.

    Args:
        text: One or more lines.
        shell: The shell that gets it, such as `sh`, `bash` or `zsh`: all of them are read as Bash, and
            what `sh` and zsh can read in another way is opaque. For any other name, such as
            `powershell`, the whole text is.

    Returns:
        The commands, in the order of their places; also those in substitutions, in the text of
        `bash -c`, and in the arguments of `sudo`, `xargs` and their like.
    """
    line = Line()
    if program(shell) in POSIX and has_bash(text):
        line.hides("syntax", 0, len(text))
    if program(shell) in SHELLS:
        read_text(Text(text, text), line, 0, (), ())
    else:
        line.hides("language", 0, len(text))
    if line.computes and line.code:
        # An expression runs what is in the brackets of a text.
        line.hides("eval", *line.code)
    if line.starts and line.interactive:
        line.hides("source", *line.interactive)
    for start, end in line.harmless if line.options else ():
        line.hides("code", start, end)
    # Sorting keeps the order of those that begin at one place: what runs is after what runs it.
    line.commands.sort(key=_start_of)
    return {
        "commands": [it.value() for it in line.commands],
        "opaque": [
            {"reason": reason, "message": MESSAGES[reason], "start": start, "end": end}
            for reason, start, end in _outermost(line.opaque)
        ],
    }


def matching(line: "str | CommandLine", wanted: str) -> "CommandMatches":
    """Returns the commands that are, or may be, the one that is looked for.

    Args:
        line: A text, or what `commands` has returned.
        wanted: A program, with subcommands and options: `git push`, `git push --force`, `rm`. Other
            options can be between them: `git push` is also `git -C folder push`. An option can be
            anywhere after the program; `-f` is also in `-fu`.

    Returns:
        These commands, also those whose words the shell fills in; those of them that are it for
        certain; and all that is opaque in the text, because it may be the command. Scripts are not:
        what they run is not looked into.

    Raises:
        ValueError: `wanted` names no program, or has a pattern, a quote, or a word
            after an option.
    """
    words = wanted_words(wanted)
    if isinstance(line, str):
        line = commands(line)
    found = [(it, is_wanted(it, words)) for it in line["commands"]]
    return {
        "commands": [it for it, certain in found if certain is not False],
        "certain": [it for it, certain in found if certain],
        "opaque": [it for it in line["opaque"] if it["reason"] != "script"],
    }


def may_run(line: "str | CommandLine", wanted: str) -> bool:
    """Returns whether a text runs a command, or may run it because a part of it is opaque.

    Args:
        line: A text, or what `commands` has returned.
        wanted: The command: see `matching`.

    Raises:
        ValueError: `wanted` names no program, or has a pattern, a quote, or a word
            after an option.
    """
    found = matching(line, wanted)
    return bool(found["commands"] or found["opaque"])


def _start_of(command: "Command") -> int:
    return command.start


def _outermost(
    parts: "list[tuple[OpaqueReason, int, int]]",
) -> "list[tuple[OpaqueReason, int, int]]":
    """Returns the parts in the order of their places, without those in another one with the same reason."""
    found: list[tuple[OpaqueReason, int, int]] = []
    ends: dict[OpaqueReason, int] = {}
    for part in sorted(parts, key=_place_of):
        reason, _, end = part
        if end > ends.get(reason, -1):
            found.append(part)
            ends[reason] = end
    return found


def _place_of(part: "tuple[OpaqueReason, int, int]") -> "tuple[int, int]":
    _, start, end = part
    return start, -end
