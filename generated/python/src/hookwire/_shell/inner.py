"""Finds the commands that a command runs as its arguments, and what hides them."""

from .data import (
    BUILTINS,
    EVALUATING,
    GNU,
    LANGUAGES,
    POSIX,
    PROGRAMS,
    SHELLS,
    TABLES,
    VARIABLES,
    WRAPPERS,
    ZSH,
)
from .words import DEEPEST, Command, Line, Word, joined, lowered, program

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._types import OpaqueReason, ReachedBy

# The names of the standard input as a file.
INPUTS = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
# The options after which a shell runs nothing.
ABOUT = ("--version", "--help")
# What a program passes before the name of a value.
BLANKS = " \t\n\v\f\r"
# The builtins that read a file as commands.
SOURCING = ("source", ".")
# The options of a shell that take the next word, with one hyphen or two.
WITH_VALUE = ("rcfile", "init-file", "emulate")
# The other long options of shells.
LONG = (
    *("norc", "noprofile", "login", "posix", "restricted", "verbose", "debugger", "dump-strings"),
    *("dump-po-strings", "pretty-print", "noediting", "no-rcs", "no-globalrcs", "interactive"),
)
# The options of shells that are letters.
LETTERS = "abcdefghilmnopqrstuvwxyBCDEHOPT"


def read_words(
    words: "list[Word]",
    line: Line,
    depth: int,
    reached: "tuple[ReachedBy, ...]",
    through: "tuple[str, ...]",
) -> None:
    """Reads words as the text of a shell. What is filled in hides commands, and is read as it is written."""
    from .reader import read_text  # noqa: PLC0415  # it needs this module

    for word in words:
        if not word.literal:
            line.hides("expansion", word.source.place(word.start), word.source.place(word.end))
    text = joined(words)
    if through and through[-1] in POSIX and has_bash(text.text):
        line.hides("syntax", text.place(0), text.place(len(text.text)))
    read_text(text, line, depth + 1, reached, through)


def has_bash(text: str) -> bool:
    """Whether a text has words that only some shells know: `sh` can be Bash, or a shell that reads them differently."""
    return any(it in text for it in ("((", "[[", "&>", "$'", "time -"))


def inner_commands(command: Command, line: Line, depth: int) -> None:
    """Adds the commands that a command runs."""
    for assigned, value in command.assignments:
        assigns(command, line, assigned, value)
    if not command.words:
        return
    first, name = command.words[0], command.name()
    if (
        first.literal
        and first.text[:1] in ("=", "{")
        and first.begins_with(first.text[0])
        and len(first.text) > 1
    ):
        # `=git` is the path of git, and `{git` a bracket and a command.
        line.hidden_by(command, "zsh")
    if name is None:
        line.hidden_by(command, "expansion")
    elif depth >= DEEPEST:
        line.hidden_by(command, "deep")
    else:
        Inner(command, program(name), line, depth).read()


def assigns(command: Command, line: Line, name: str, value: "Word | None") -> None:
    """Notes an assignment that hides commands."""
    name, bracket, _ = name.partition("[")
    if name in TABLES and (bracket or not value):
        line.hidden_by(command, "alias")
    if name.startswith("BASH_FUNC_"):
        line.hidden_by(command, "eval")
    if not value or not value.length:
        return
    reason = VARIABLES.get(name)
    if reason == "eval":
        if not value.literal or any(it in value.text for it in "$`("):
            line.hidden_by(command, reason)
    elif reason:
        line.hidden_by(command, reason)


class Inner:
    """The commands in the words of one command."""

    def __init__(self, command: Command, name: str, line: Line, depth: int) -> None:
        self.command = command
        self.name = name
        self.line = line
        self.depth = depth + 1
        self.words = command.words
        self.reached = command.reached
        self.through = (*command.through, name)

    def hides(self, reason: "OpaqueReason") -> None:
        self.line.hidden_by(self.command, reason)

    def read(self) -> None:
        """Adds them."""
        name = self.name
        if name in SHELLS or name.rstrip("0123456789.-") in SHELLS:
            self.shell()
        elif name in WRAPPERS or name.removeprefix("g") in GNU:
            self.wrapper(WRAPPERS[name if name in WRAPPERS else name.removeprefix("g")], 1)
        elif name in PROGRAMS:
            self.program(PROGRAMS[name])
        elif name in EVALUATING:
            self.evaluating(EVALUATING[name])
        elif name == "eval":
            self.eval()
        elif name == "trap":
            self.trap()
        elif name in ("find", "gfind"):
            self.find()
        elif name in SOURCING:
            self.sourced()
        elif name in LANGUAGES:
            self.hides("language")
        elif name in ZSH:
            self.hides("zsh")
        if name in BUILTINS:
            self.builtin(BUILTINS[name])

    def text(self, words: "list[Word]", step: "ReachedBy" = "text", *, more: bool = False) -> None:
        first = len(self.line.commands)
        read_words(words, self.line, self.depth, (*self.reached, step), self.through)
        for command in self.line.commands[first:]:
            command.more = command.more or more

    def child(self, words: "list[Word]", more: bool, step: "ReachedBy" = "argument") -> None:
        """Adds a command whose words are among those of this one."""
        first = words[0].text
        if words[0].literal and (
            first.startswith("-") or any(it in first.rpartition("/")[2] for it in "= \t\n")
        ):
            # No program is called so: these words are read in another way.
            self.hides("unknown-option")
        reached = (
            self.reached
            if step == "argument" and self.reached[-1:] == (step,)
            else (*self.reached, step)
        )
        found = Command(words[0].place(), reached, self.through)
        found.end = self.command.end
        found.words = words
        found.more = more
        found.inputs = self.command.inputs
        self.line.commands.append(found)
        inner_commands(found, self.line, self.depth)

    # Shells

    def shell(self) -> None:
        """Reads a shell: its text, its file, or its input."""
        at, letters = self.letters()
        if letters is None or "n" in letters:
            return
        operand = self.words[at] if at < len(self.words) else None
        if "c" in letters and operand:
            self.text([operand])
        elif operand is None and self.command.more:
            self.hides("input")
        elif operand is None:
            self.input()
        elif operand.process or (operand.text not in INPUTS and is_device(operand.text)):
            self.hides("source")
        elif operand.is_open() or not (operand.literal or "/" in operand.text):
            self.hides("expansion")
        elif "s" in letters or operand.text in INPUTS:
            self.input()

    def letters(self) -> "tuple[int, str | None]":
        """Returns the place after the options of a shell, and their letters; nothing if it runs nothing."""
        at, letters = 1, ""
        while (
            at < len(self.words)
            and self.words[at].literal
            and self.words[at].text[:1] in ("-", "+")
        ):
            text = self.words[at].text
            at += 1
            if text in ("-", "--"):
                break
            if text in ABOUT:
                return at, None
            name = text.lstrip("-")
            takes = 0
            if name in WITH_VALUE:
                takes = 1
            elif name not in LONG:
                if text.startswith("--") or not all(it in LETTERS for it in text[1:]):
                    self.hides("unknown-option")
                letters = letters.replace("n", "") if "n" in text and text[0] == "+" else letters
                letters += text[1:] if text[0] == "-" else text[1:].replace("n", "")
                takes = text.count("o") + text.count("O")
            for value in self.words[at : at + takes]:
                if not value.literal or is_device(value.text):
                    self.hides("source")
                elif value.text == "keyword":
                    self.hides("unknown-option")
            at += takes
        return at, letters

    def input(self) -> None:
        """Reads the input of a shell, if it is in the line."""
        for redirection in reversed(self.command.inputs):
            if redirection.operator[0] != "<" or redirection.descriptor not in ("", "0"):
                continue
            if redirection.document:
                redirection.document.shell = (
                    self.depth,
                    (*self.reached, "here-document"),
                    self.through,
                )
            elif redirection.operator == "<<<":
                self.text([redirection.target], "here-document")
            elif not redirection.target.literal or redirection.operator != "<":
                self.hides("source")
            elif redirection.target.text != "/dev/null":
                self.hides("source" if is_device(redirection.target.text) else "script")
            return
        self.hides("input")

    # Builtins

    def eval(self) -> None:
        words = self.words[1:]
        if words and words[0].text == "--":
            words = words[1:]
        if self.command.more or not all(it.literal for it in words):
            self.hides("eval")
        elif words:
            self.text(words)

    def sourced(self) -> None:
        """Reads `source`: a script that changes the shell."""
        file = self.words[1] if len(self.words) > 1 else None
        if file and file.literal and not is_device(file.text) and file.text not in INPUTS:
            self.hides("script")
        elif file or self.command.more:
            self.hides("source")

    def trap(self) -> None:
        words = [it for it in self.words[1:] if it.text != "--"]
        if words and words[0].splits:
            self.hides("expansion")
        elif len(words) > 1 and not words[0].text.startswith("-"):
            self.text(words[:1])

    def builtin(self, options: "dict[str, Any]") -> None:
        """Reads a builtin with options, or words, that hide commands."""
        for option, reason in options.items():
            if any(has_option(it, option) for it in self.words[1:]) or self.command.more:
                self.hides(reason)

    def evaluating(self, option: str) -> None:
        """Reads a builtin that takes words as names of variables, with expressions in brackets."""
        self.line.computes = (
            self.line.computes or not option or any(it.text == option for it in self.words)
        )
        for word in self.words[1:]:
            name, sign, _ = word.text.partition("=")
            base = name.removesuffix("+").partition("[")[0]
            if base in TABLES:
                self.hides("alias")
            elif sign and (base in VARIABLES or base.startswith("BASH_FUNC_")):
                assigns(self.command, self.line, base, word.after(len(name) + 1))
            elif base in VARIABLES:
                self.hides("eval")

    # Programs

    def program(self, options: "dict[str, Any]") -> None:
        """Reads a program with subcommands."""
        at, _, unknown = self.options(options, 1)
        if unknown and any(f"{self.name} {it.text}" in WRAPPERS for it in self.words[at:]):
            self.hides("unknown-option")
        elif at < len(self.words):
            wrapper = WRAPPERS.get(f"{self.name} {self.words[at].text}")
            if wrapper is not None:
                self.through = (*self.command.through, f"{self.name} {self.words[at].text}")
                self.wrapper(wrapper, at + 1)

    def wrapper(self, options: "dict[str, Any]", at: int) -> None:  # noqa: PLR0912
        """Reads a program that runs another one."""
        at, found, unknown = self.options(options, at)
        remote = options.get("remote")
        skipped = (
            0
            if any(it in options.get("unless", ()) for it, _ in found)
            else options.get("operands", 0)
        )
        for _ in range(skipped):
            if at < len(self.words):
                operand = self.words[at]
                unknown = unknown or (operand.splits if remote else operand.is_open())
            at += 1
            if options.get("again"):
                at, others, strange = self.options(options, at)
                found += others
                unknown = unknown or strange
        seen = [option for option, _ in found]
        if any(it in options.get("none", ()) for it in seen):
            return
        if options.get("separator"):
            separators = [index for index, it in enumerate(self.words) if it.text == "--"]
            if not separators and len(self.words) > at + 1:
                self.hides("unknown-option")
            at = separators[0] + 1 if separators else len(self.words)
        if unknown or any(it in options.get("opaque", ()) for it in seen):
            self.hides("unknown-option")
        step: ReachedBy = "remote" if remote else "argument"
        texts = [value for option, value in found if option in options.get("text", ()) and value]
        if texts:
            self.text(texts[-1:], "remote" if step == "remote" else "text")
            return
        words = self.words[at:]
        if options.get("permutes"):
            plain = [it for it in self.words[1:] if not it.text.startswith("-")]
            if len(plain) > 1 or any(it.text == "--" for it in self.words):
                self.hides("unknown-option")
            words = []
        more = self.command.more or bool(options.get("more"))
        if options.get("lists"):
            words = self.listed(words)
            more = True
        replaced = [
            value.text if value else "{}"
            for option, value in found
            if option in options.get("replaces", ())
        ]
        replaced = ["{"] if options.get("lists") else replaced[-1:]
        if replaced:
            words = [
                it.filled_in() if any(text in it.text for text in replaced) else it for it in words
            ]
        if words and (
            options.get("joined") and not any(it in options.get("exact", ()) for it in seen)
        ):
            self.text(words, "remote" if step == "remote" else "text", more=more)
        elif words:
            self.child(words, more, step)
        elif options.get("shell") or any(it in seen for it in options.get("shell_with", ())):
            self.input()
        elif self.command.more:
            self.hides("expansion")

    def listed(self, words: "list[Word]") -> "list[Word]":
        """Returns the words before a list of arguments; without any, each argument is a text."""
        for index, word in enumerate(words):
            if word.text in (":::", ":::+", "::::", "::::+"):
                if index:
                    return words[:index]
                for text in words[1:]:
                    self.text([text])
                return []
        if not words:
            self.hides("input")
        return words

    def find(self) -> None:
        """Reads the commands of `find`."""
        at, unknown = 1, self.command.more
        if unknown or any(it.injects() for it in self.words[1:]):
            self.hides("unknown-option")
        while at < len(self.words):
            word = self.words[at]
            at += 1
            unknown = unknown or not word.literal
            if word.literal and word.text in (";", "+") and unknown:
                self.hides("unknown-option")
            if word.text not in ("-exec", "-execdir", "-ok", "-okdir"):
                continue
            start = at
            while at < len(self.words) and not self.ends_exec(at):
                at += 1
            if at > start:
                self.child(
                    [it.filled_in() if "{}" in it.text else it for it in self.words[start:at]],
                    False,
                )
            at += 1

    def ends_exec(self, at: int) -> bool:
        """Whether a word ends a command of `find`."""
        text = self.words[at].text
        return text == ";" or (text == "+" and self.words[at - 1].text == "{}")

    def options(
        self, options: "dict[str, Any]", at: int
    ) -> "tuple[int, list[tuple[str, Word | None]], bool]":
        """Returns the place of the first word after the options, the options with their values, and whether one of
        them is unknown."""
        found: list[tuple[str, Word | None]] = []
        unknown = False
        words, permutes = self.words, options.get("permutes")
        while at < len(words):
            word = words[at]
            text = word.text
            if options.get("assignments") and "=" in text and not text.startswith("-"):
                name, _, _ = text.partition("=")
                unknown = unknown or word.splits
                assigns(self.command, self.line, name, word.after(len(name) + 1))
                at += 1
                continue
            if not text.startswith("-") or (text == "-" and not options.get("dash")):
                if not permutes:
                    break
                at += 1
                continue
            at += 1
            if text == "--":
                break
            first = len(found)
            takes = add_option(options, word, found)
            unknown = unknown or takes is None or word.splits
            if takes and at < len(words):
                found[-1] = (found[-1][0], words[at])
                unknown = unknown or words[at].splits
                at += 1
            for name, value in found[first:]:
                for start, reason in options.get("hides", {}).get(name, {}).items():
                    if value and (
                        lowered(value.text.strip(BLANKS)).startswith(start) or hides_name(value)
                    ):
                        self.hides(reason)
        return at, found, unknown


def is_device(path: str) -> bool:
    """Whether a path can be that of an open file."""
    return "dev/" in path or "proc/" in path


def hides_name(value: Word) -> bool:
    """Whether what is before `=` in a value is not known."""
    name, _, _ = value.text.partition("=")
    return not value.literal and any(it in name for it in "$`")


def has_option(word: Word, option: str) -> bool:
    """Whether a word of a builtin is, or has, an option: a letter, a word, `=` for an assignment, or nothing for any word."""
    if option in ("", "="):
        return option in word.text or not word.literal
    if len(option) > 1:
        return word.text == option
    return word.text.startswith("-") and option in word.text


def add_option(
    options: "dict[str, Any]", word: Word, found: "list[tuple[str, Word | None]]"
) -> "bool | None":
    """Adds the options of a word, and says whether the last one takes the next word; nothing if one is unknown."""
    text = word.text
    if text.startswith("--"):
        name, sign, _ = text.partition("=")
        found.append((name, word.after(len(name) + 1) if sign else None))
        if name in options.get("long_values", ()):
            return not sign
        return False if name in options.get("long_flags", ()) else None
    if options.get("number") and all(it in "0123456789" for it in text[1:]):
        return False
    for index in range(1, len(text)):
        letter = text[index]
        if letter in options.get("values", "") or letter in options.get("optional", ""):
            rest = word.after(index + 1) if index + 1 < len(text) else None
            found.append(("-" + letter, rest))
            return rest is None and letter in options.get("values", "")
        found.append(("-" + letter, None))
        if letter not in options.get("flags", ""):
            return None
    return False
