"""Compares a command with one that is looked for."""

from .data import LANGUAGES, PROGRAMS, SHELLS, WRAPPERS
from .words import program

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._types import ShellCommand, ShellWord


# The signs that no program and no option has: somebody wrote a pattern, a rule or a line.
SIGNS = "*()|&;$'\"`<>{}\\"


def wanted_words(wanted: str) -> "list[str]":
    """Returns the words of a command to look for.

    Raises:
        ValueError: It names no program, or nothing would ever match it: a guard would be open.
    """
    words = wanted.split()
    name = program(words[0].rpartition("/")[2]) if words else ""
    options = [it.startswith("-") for it in words]
    if (
        not name
        or options[0]
        or "=" in name
        or options != sorted(options)
        or any(it in wanted for it in SIGNS)
    ):
        raise ValueError(
            "`wanted` has to be a program, its subcommands and its options, such as `git push --force`: "
            "no pattern, no quote, and no word after an option"
        )
    return words


def is_wanted(command: "ShellCommand", wanted: "list[str]") -> "bool | None":
    """Returns whether a command is one that is looked for: a program, subcommands and options.

    Nothing if it may be: the shell fills in a word that decides, or a program adds words.
    """
    words, name = command["words"], command["name"]
    looked_for = program(wanted[0].rpartition("/")[2])
    options = PROGRAMS.get(looked_for)
    subcommands = [it for it in wanted[1:] if not it.startswith("-")]
    if name is None:
        return False
    if subcommands and options and options.get("dashed"):
        joined = f"{looked_for}-{subcommands[0]}"
        if program(name) == joined:
            looked_for, subcommands = joined, subcommands[1:]
    if program(name) != looked_for:
        return False
    at, certain = 1, True
    names = [" ".join([looked_for, *subcommands[:count]]) for count in range(len(subcommands) + 1)]
    runs_operands = any(it in WRAPPERS or it in SHELLS or it in LANGUAGES for it in names)
    runs_operands = runs_operands or bool((options or {}).get("input"))
    for subcommand in subcommands:
        found, sure = _after(words, at, subcommand, options)
        if found is None:
            return None
        if found <= 0:
            return None if found == 0 and command["more"] else False
        at, certain = found, certain and sure
    for option in wanted[1 + len(subcommands) :]:
        if not option.startswith("-"):
            continue
        texts = [it["text"] for it in words[1:] if it["literal"]]
        if not _has(texts, option, options or {}):
            if len(texts) + 1 == len(words) and not command["more"]:
                return False
            certain = False
        certain = certain and _surely_has(
            words[at:], option, options or {}, runs_operands=runs_operands
        )
    return True if certain else None


def _after(
    words: "list[ShellWord]", at: int, subcommand: str, options: "dict[str, Any] | None"
) -> "tuple[int | None, bool]":
    """Returns the place after a subcommand, nothing if that is not known; and whether it is certain.

    0: the words end before it. -1: there is another one.
    """
    unsure = False
    while at < len(words):
        word = words[at]
        text = word["text"]
        at += 1
        if not word["literal"]:
            return None, False
        if text == subcommand:
            return at, not unsure
        if text.startswith("+"):
            # A toolchain, as in `cargo +nightly publish`.
            continue
        if text.startswith("-") and len(text) > 1:
            takes = _takes_value(options, text)
            if takes and at < len(words) and words[at]["splits"]:
                return None, False
            at += takes is True
            unsure = takes is None
        elif unsure:
            # It can be the value of an option that is not known.
            unsure = False
        else:
            return -1, True
    return 0, True


def _takes_value(options: "dict[str, Any] | None", text: str) -> "bool | None":  # noqa: PLR0911
    """Returns whether an option takes the next word; nothing if that is not known."""
    if text == "--":
        return False
    if text.startswith("--"):
        if "=" in text:
            return False
        if options is None:
            return None
        if text in options.get("long_values", ()):
            return True
        return False if text in options.get("long_flags", ()) else None
    if options is None:
        return None
    for index in range(1, len(text)):
        if text[index] in options.get("values", ""):
            return index + 1 == len(text)
        if text[index] not in options.get("flags", ""):
            return None
    return False


def _has(texts: "list[str]", option: str, options: "dict[str, Any]") -> bool:
    """Returns whether there is an option among arguments."""
    if option in texts or option.startswith("--"):
        return option in texts or _has_one(texts, option, options)
    return all(_has_one(texts, "-" + letter, options) for letter in option[1:])


def _surely_has(
    words: "list[ShellWord]", option: str, options: "dict[str, Any]", *, runs_operands: bool
) -> bool:
    """Returns whether there certainly is an option: it is written in full, and nothing before it can change what it is."""
    if not option.startswith("--") and len(option) > len("-f"):
        letters = ["-" + it for it in option[1:]]
        if all(_surely_has(words, it, options, runs_operands=runs_operands) for it in letters):
            return True
    same: list[str] = next((it for it in options.get("synonyms", ()) if option in it), [option])
    is_free = True
    for word in words:
        text = word["text"]
        name, sign, _ = text.partition("=")
        if not word["literal"] or text == "--":
            return False
        if is_free and (name if text.startswith("--") else text) in same:
            return True
        is_option = text.startswith("-") and text != "-"
        if runs_operands and not is_option:
            return False
        # The value of an option can be the next word.
        is_free = not is_option or (text.startswith("--") and bool(sign))
    return False


def _has_one(texts: "list[str]", option: str, options: "dict[str, Any]") -> bool:
    """Returns whether there is an option, or one that means the same."""
    same: list[str] = next((it for it in options.get("synonyms", ()) if option in it), [option])
    for text in texts:
        if not text.startswith("-"):
            continue
        name, _, _ = text.partition("=")
        for it in same:
            if it.startswith("--"):
                # Many programs take the start of a long option for it.
                if len(name) > len("--") and it.startswith(name):
                    return True
            elif not text.startswith("--") and it[1:] in text:
                return True
    return False
