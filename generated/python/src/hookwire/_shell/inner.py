"""Finds the commands that a command runs as its arguments, and what hides them."""

from .code import is_whole, runs_nothing
from .data import (
    EVALUATING,
    GNU,
    HIDING,
    LANGUAGES,
    POSIX,
    PROGRAMS,
    SHELLS,
    TABLES,
    VARIABLES,
    WRAPPERS,
    ZSH,
)
from .filters import WHOLE
from .words import DEEPEST, Command, Line, Word, joined, lowered, program

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._types import OpaqueReason, ReachedBy

# The names of the standard input as a file.
INPUTS = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
# The names of files that are a stream of the process.
NAMES = ("stdin", "stdout", "stderr", "tty")
DIGITS = "0123456789"
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


def read_words(  # noqa: PLR0913
    words: "list[Word]",
    line: Line,
    depth: int,
    reached: "tuple[ReachedBy, ...]",
    through: "tuple[str, ...]",
    *,
    posix: bool = False,
) -> None:
    """Reads words as the text of a shell. What is filled in hides commands, and is read as it is written."""
    from .reader import read_text  # noqa: PLC0415  # it needs this module

    for word in words:
        if not word.literal:
            line.hides("expansion", word.source.place(word.start), word.source.place(word.end))
    text = joined(words)
    if (posix or (through and through[-1] in POSIX)) and has_bash(text.text):
        line.hides("syntax", text.place(0), text.place(len(text.text)))
    read_text(text, line, depth + 1, reached, through)


def has_bash(text: str) -> bool:
    """Whether a text has words that only some shells know: `sh` can be Bash, or a shell that reads them differently."""
    return any(it in text for it in ("((", "[[", "&>", "$'", "time -"))


def inner_commands(command: Command, line: Line, depth: int) -> None:
    """Adds the commands that a command runs."""
    for assigned, value in command.assignments:
        assigns(command, line, depth, assigned, value)
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


def effect_of(name: str) -> "str | None":
    """Returns what a variable does to commands, if anything. An entry that ends with `*` is for all that begin so."""
    found = VARIABLES.get(name)
    return found or next((VARIABLES[it] for it in OPEN if name.startswith(it[:-1])), None)


OPEN = tuple(it for it in VARIABLES if it.endswith("*"))


def assigns(command: Command, line: Line, depth: int, name: str, value: "Word | None") -> None:
    """Notes an assignment that hides commands."""
    name, bracket, _ = name.partition("[")
    if name in TABLES and (bracket or not value):
        line.hidden_by(command, "alias")
    effect: Any = effect_of(name)
    if effect is None or not value or not value.length:
        return
    if effect == "text":
        Inner(command, program(command.name() or ""), line, depth).added(value)
    elif effect == "startup":
        line.starts = True
    elif effect == "options":
        line.options = True
    elif effect != "prompt" or not value.literal or any(it in value.text for it in "$`("):
        line.hidden_by(command, "eval" if effect == "prompt" else effect)


class Inner:
    """The commands in the words of one command."""

    def __init__(self, command: Command, name: str, line: Line, depth: int) -> None:
        self.command = command
        self.name = name
        self.line = line
        self.depth = depth + 1
        self.words = command.words
        self.reached = command.reached
        self.through = (*command.through, name) if name else command.through
        # The lines of a program that several options have.
        self.lines: list[str] = []

    def hides(self, reason: "OpaqueReason") -> None:
        self.line.hidden_by(self.command, reason)

    def read(self) -> None:
        """Adds them."""
        name = self.name
        plain = name.rstrip("0123456789.-")
        own = name.removeprefix("g") if name.removeprefix("g") in GNU else name
        if name in SHELLS or plain in SHELLS:
            self.shell()
        elif own in WRAPPERS:
            self.wrapper(WRAPPERS[own], 1)
        elif own in PROGRAMS or plain in PROGRAMS:
            self.program(own if own in PROGRAMS else plain, 1)
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
        if name in HIDING:
            self.hiding(HIDING[name])

    def text(
        self,
        words: "list[Word]",
        step: "ReachedBy" = "text",
        *,
        more: bool = False,
        posix: bool = False,
    ) -> None:
        first = len(self.line.commands)
        reached = (*self.reached, step)
        read_words(words, self.line, self.depth, reached, self.through, posix=posix)
        for command in self.line.commands[first:]:
            command.more = command.more or more

    def added(self, word: Word) -> None:
        """Reads a text that another program runs, with words of its own behind it."""
        if self.depth > DEEPEST:
            self.hides("deep")
            return
        outer, self.line.adds = self.line.adds, True
        self.text([word.after(1) if word.text.startswith("!") else word], more=True, posix=True)
        self.line.adds = outer

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
        if "i" in letters:
            self.line.interactive = self.command.start, self.command.end
        if "c" in letters and operand:
            self.text([operand])
        elif operand is None and self.command.more:
            self.hides("input")
        elif operand is None:
            self.input()
        elif operand.process or (operand.text not in INPUTS and is_device(operand.text)):
            self.hides("source")
        elif not is_file(operand):
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
        is_input = file and (file.process or is_device(file.text) or file.text in INPUTS)
        if file and is_file(file) and not is_input:
            self.hides("script")
        elif file or self.command.more:
            self.hides("source")

    def trap(self) -> None:
        words = [it for it in self.words[1:] if it.text != "--"]
        if words and words[0].splits:
            self.hides("expansion")
        elif len(words) > 1 and not words[0].text.startswith("-"):
            self.text(words[:1])

    def hiding(self, options: "dict[str, Any]") -> None:
        """Reads a builtin or a program with options, or words, that hide commands."""
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
            elif sign:
                assigns(self.command, self.line, self.depth, base, word.after(len(name) + 1))
            elif effect_of(base):
                self.hides("eval")

    # Programs

    def program(self, name: str, at: int) -> None:
        """Reads a program with subcommands, or with code among its arguments."""
        options, harmless = PROGRAMS[name], len(self.line.harmless)
        at, found, unknown = self.options(options, at)
        if not unknown and any(it in options.get("none", ()) for it, _ in found):
            return
        words = self.words[at:]
        names = [f"{name} {it.text}" for it in words]
        if unknown and options.get("effects") and not options.get("permutes"):
            # The first of these words can be the value of an option.
            self.options({**options, "permutes": True}, at)
        if unknown and len(self.line.harmless) > harmless:
            # The option can name more code.
            self.hides("code")
        if unknown and any(it in WRAPPERS or it in PROGRAMS for it in names):
            self.hides(unknown)
        elif names and names[0] in WRAPPERS:
            self.through = (*self.command.through, names[0])
            self.wrapper(WRAPPERS[names[0]], at + 1)
        elif names and names[0] in PROGRAMS:
            self.through = (*self.command.through, names[0])
            self.program(names[0], at + 1)
        elif (
            words
            and not words[0].literal
            and (words[0].splits or len(words) > 1)
            and any(it.startswith(f"{name} ") for it in WRAPPERS)
        ):
            self.hides("expansion")
        operands = [value for it, value in found if not it]
        effects = options.get("effects", {})
        runs_code = any(effects.get(it, {}).get("", "text") != "text" for it, _ in found)
        # A file that is a stream is read in any case.
        reads_none = not (words and is_stream(words[0])) and (
            any(it in options.get("no_input", ()) for it, _ in found)
            or (not unknown and len(operands) > options.get("operands", len(operands)))
        )
        if options.get("input") and not runs_code and not reads_none:
            self.code(words[0] if words else None, "" if unknown else options.get("code", ""))
        opens = options.get("opens", "")
        if opens and runs_code and (self.command.more or any(can_open(it, opens) for it in words)):
            self.hides("code")
        if (
            self.command.more
            and not words
            and options.get("effects")
            and not options.get("permutes")
        ):
            self.hides("expansion")
        if "unless" in options and not any(it in options["unless"] for it, _ in found):
            # The first operand is code. It can be another one if a word is the value of an option.
            for operand in operands if unknown else operands[:1]:
                self.effect({"": "checked"}, operand, options["code"])

    def code(self, operand: "Word | None", language: str) -> None:
        """Reads a program of another language: it is in a file, or in the input."""
        if operand is not None and operand.text not in INPUTS:
            if operand.process or is_device(operand.text):
                self.hides("code")
            elif operand.is_open():
                self.hides("expansion")
            return
        inputs = [
            it for it in self.command.inputs if it.operator[0] == "<" and it.descriptor in ("", "0")
        ]
        target = inputs[-1].target if inputs and inputs[-1].operator == "<" else None
        if inputs and inputs[-1] in self.command.redirections and not self.command.more:
            # Nothing else reads a part of it.
            if inputs[-1].document and language:
                inputs[-1].document.code = language, self.command
                return
            if inputs[-1].operator == "<<<" and language:
                self.effect({"": "checked"}, inputs[-1].target, language)
                return
        if not target or not target.literal or is_device(target.text):
            if not target or target.text != "/dev/null":
                self.hides("code")
        else:
            self.hides("script")

    def effect(
        self, effects: "dict[str, Any]", value: "Word | None", code: str, *, named: bool = False
    ) -> None:
        """Notes what a value runs: the first start that it has decides."""
        text = lowered(value.text) if value else ""
        device: Any = effects.get("/dev/")
        if device and value and (value.process or is_device(text)):
            self.hides(device)
            return
        for start, effect in effects.items():
            at = length_of(text, start)
            if at is None:
                continue
            rest = value.after(at) if value else None
            if effect == "text":
                if rest is None:
                    self.hides("unknown-option")
                elif rest.length:
                    self.added(rest)
            elif effect != "checked":
                self.hides(effect)
            elif rest is None or (rest.length and not rest.own_text()):
                self.hides("expansion")
            elif (is_whole(code) and not rest.literal) or not self.runs_nothing(rest, code):
                self.hides("code")
            elif is_whole(code):
                self.line.harmless.append((self.command.start, self.command.end))
            return
        if named and value and hides_name(value):
            first: Any = next(iter(effects.values()))
            self.hides("expansion" if first in ("text", "checked") else first)

    def runs_nothing(self, word: Word, code: str) -> bool:
        """Returns whether code surely runs no command, after the lines before it."""
        self.lines.append(word.code())
        return runs_nothing("\n".join(self.lines if code in WHOLE else self.lines[-1:]), code)

    def wrapper(self, options: "dict[str, Any]", at: int) -> None:  # noqa: PLR0912, PLR0915
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
                is_open = operand.splits if remote else operand.is_open()
                unknown = unknown or ("expansion" if is_open else None)
            at += 1
            if options.get("again"):
                at, others, strange = self.options(options, at)
                found += others
                unknown = unknown or strange
        seen = [option for option, _ in found]
        if not unknown and any(it in options.get("none", ()) for it in seen):
            return
        if options.get("separator"):
            separators = [index for index, it in enumerate(self.words) if it.text == "--"]
            if not separators and len(self.words) > at + 1:
                self.hides("unknown-option")
            at = separators[0] + 1 if separators else len(self.words)
        if any(it in options.get("opaque", ()) for it in seen):
            unknown = unknown or "unknown-option"
        if unknown:
            self.hides(unknown)
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
            if not (remote and self.line.adds and self.reached[-1:] == ("text",)):
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
        at = 1
        unknown: OpaqueReason | None = "unknown-option" if self.command.more else None
        if unknown or any(it.injects() for it in self.words[1:]):
            self.hides(unknown or "expansion")
        while at < len(self.words):
            word = self.words[at]
            at += 1
            unknown = unknown or (None if word.literal else "expansion")
            if word.literal and word.text in (";", "+") and unknown:
                self.hides(unknown)
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
    ) -> "tuple[int, list[tuple[str, Word | None]], OpaqueReason | None]":
        """Returns the place of the first word after the options, the options with their values, and why one of them
        is unknown. Where options can be after other words, these are among them, without a name."""
        found: list[tuple[str, Word | None]] = []
        unknown: OpaqueReason | None = None
        ended = False
        words, permutes, effects = self.words, options.get("permutes"), options.get("effects", {})
        code = options.get("code", "")
        while at < len(words):
            word = words[at]
            text = word.text
            if options.get("assignments") and "=" in text and not text.startswith("-"):
                name, _, _ = text.partition("=")
                unknown = unknown or splits(word)
                assigns(self.command, self.line, self.depth, name, word.after(len(name) + 1))
                at += 1
                continue
            if ended or not text.startswith("-") or (text == "-" and not options.get("dash")):
                if not permutes:
                    break
                at += 1
                found.append(("", word))
                if "" in effects and not options.get("pairs"):
                    self.effect(effects[""], word, code)
                elif "" in effects and at < len(words):
                    self.effect(effects[""], word.paired(words[at]), code, named=True)
                continue
            at += 1
            if text == "--":
                ended = True
                continue
            first = len(found)
            takes = add_option(options, word, found)
            unknown = unknown or splits(word) or ("unknown-option" if takes is None else None)
            if takes and at < len(words):
                found[-1] = (found[-1][0], words[at])
                unknown = unknown or splits(words[at])
                at += 1
            for name, value in found[first:]:
                chosen = effects.get(name)
                is_known = chosen and value is not None
                if takes is None and not is_known and hides_option(effects, name):
                    self.hides("unknown-option")
                elif chosen:
                    self.effect(chosen, value, code, named=True)
            if not unknown and any(name in options.get("none", ()) for name, _ in found[first:]):
                # What follows is not for this program. After an unknown option, this word can be its value.
                break
        return at, found, unknown


def splits(word: Word) -> "OpaqueReason | None":
    """Returns why a word can be several."""
    return "expansion" if word.splits else None


def is_device(path: str) -> bool:
    """Whether a path can be that of an open file. A relative one can be in the folder of the devices."""
    name = path[path.rfind("/") + 1 :]
    return (
        "dev/" in path
        or "proc/" in path
        or name in NAMES
        or (name != "" and all(it in DIGITS for it in name))
    )


def is_stream(word: Word) -> bool:
    """Whether a word is the name of an open file."""
    return word.process or word.text in INPUTS or is_device(word.text)


def is_file(word: Word) -> bool:
    """Whether a word certainly is one path: neither an option nor the name of another stream."""
    return word.literal or ("/" in word.text and not word.is_open())


def length_of(text: str, start: str) -> "int | None":
    """Returns how much of a value in lower case is a start; nothing if it begins in another way.

    What is before `*` begins the name of a setting, and what is after it ends the name.
    """
    blanks = len(text) - len(text.lstrip(BLANKS))
    head, star, tail = start.partition("*")
    if not text.startswith(head, blanks):
        return None
    if not star:
        return blanks + len(head)
    name, sign, _ = text.partition("=")
    return len(name + sign) if f"{name}=".endswith(tail) else None


def hides_option(effects: "dict[str, Any]", name: str) -> bool:
    """Whether an option can be one that runs something: many programs take the start of a long one for it."""
    if not name.startswith("--"):
        return name in effects
    return len(name) > len("--") and any(it.startswith(name) for it in effects)


def can_open(word: Word, signs: str) -> bool:
    """Whether a program can take the name of a file as a command."""
    return not word.literal or any(it in word.text for it in signs)


def hides_name(value: Word) -> bool:
    """Whether what is before `=` in a value is not known."""
    name, _, _ = value.text.partition("=")
    return not value.literal and any(it in name for it in "$`")


def has_option(word: Word, option: str) -> bool:
    """Whether a word is, or has, an option: a letter, a word, `=` for an assignment, or nothing for any word."""
    if option in ("", "="):
        return option in word.text or not word.literal
    if len(option) > 1:
        return word.text == option
    return word.text.startswith("-") and option in word.text


def add_option(  # noqa: PLR0911
    options: "dict[str, Any]", word: Word, found: "list[tuple[str, Word | None]]"
) -> "bool | None":
    """Adds the options of a word, and says whether the last one takes the next word; nothing if one is unknown."""
    text, effects = word.text, options.get("effects", ())
    if text.startswith("--"):
        name, sign, _ = text.partition("=")
        found.append((name, word.after(len(name) + 1) if sign else None))
        if name in options.get("long_flags", ()):
            return False
        return not sign if name in options.get("long_values", ()) or name in effects else None
    if options.get("number") and all(it in "0123456789" for it in text[1:]):
        return False
    if text in options.get("long_flags", ()):
        found.append((text, None))
        return False
    if text in options.get("long_values", ()) or (len(text) > len("-c") and text in effects):
        found.append((text, None))
        return True
    flags, optional = options.get("flags", ""), options.get("optional", "")
    digits, after = options.get("digits", ""), ""
    for index in range(1, len(text)):
        before, letter = after, text[index]
        after = letter
        if letter in digits:
            found.append(("-" + letter, None))
            continue
        if before and before in digits + DIGITS and letter in DIGITS:
            continue
        if before and before in digits and letter in "xX":
            # A number with letters: where it ends is not certain.
            found.extend(("-" + it, None) for it in text[index:])
            return None
        takes = letter in options.get("values", "")
        takes = takes or ("-" + letter in effects and letter not in flags + optional)
        if takes or letter in optional:
            rest = word.after(index + 1) if index + 1 < len(text) else None
            found.append(("-" + letter, rest))
            if digits and not takes and any(it in text for it in BLANKS):
                # More options follow a blank in the same word.
                found.extend(("-" + it, None) for it in text[index + 1 :])
                return None
            return rest is None and takes
        found.append(("-" + letter, None))
        if letter not in flags:
            found.extend(("-" + it, None) for it in text[index + 1 :])
            return None
    return False
