"""Puts a hook into the text of a settings file, and takes it out again. Everything else in the text stays as it is."""

import re

from .._arguments import expect_mapping, expect_optional_string, expect_string
from .._json_fault import fault_of, not_json
from .._json_values import LEVELS, is_array, is_object, loads
from .._message import filled, quoted
from .._plan import PUBLIC
from .._plan.matchers import MATCHES_ALL
from .._plan.words import WORDS as COMMON
from .._validate import validate
from .data import DOCUMENTS, HANDLERS, KEYS, MATCHER, ROOT, WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, NoReturn

    from .entry import HookEntry

_SPACE = " \t\n\r"
_MARK = "\ufeff"

# A string, a bracket, a comma or a colon, or a word or number, in a text that is JSON.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}:,]|[^ \t\n\r\[\]{}:,"]++')

_ENTRY = ("event", "matcher", "hook")

# The type of an object with events as keys.
_EVENTS: "Any" = next(name for name, paths in DOCUMENTS.items() if [] in paths)


class SettingsError(ValueError):
    """Raised if the text of a settings file cannot be edited, or an entry cannot be written. The text is unchanged."""

    __module__ = PUBLIC

    line: "int | None"
    """The line of the mistake in the text, from 1; `None` if it is in the entry."""
    column: "int | None"
    """The column of the mistake in the text, from 1; `None` if it is in the entry."""

    def __init__(
        self, message: str, line: "int | None" = None, column: "int | None" = None
    ) -> None:
        """Creates the error."""
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> "tuple[type[SettingsError], tuple[str, int | None, int | None]]":
        """Pickles the error with its place."""
        return type(self), (str(self), self.line, self.column)


def add_hook(text: str, entry: "HookEntry") -> str:
    """Adds a hook to the text of a settings file.

    Everything else stays as it is. The handler goes to the end of the last group of the event with an
    equal matcher, otherwise into a new group at the end. If the group already has an equal handler,
    the text is returned as it is.

    Args:
        text: The text of the file. An empty one becomes a new document.
        entry: The event, the matcher and the handler.

    Returns:
        The new text. New lines have the indentation and the line ends of the text.

    Raises:
        SettingsError: The text is not JSON, so the host drops it; the hooks in it are not of the
            right types; a key on the way to the hook is there twice; or the host would drop the
            handler.
        TypeError: The text is not a string, or the entry is not of the right types.
        ValueError: The entry lacks a key, or has an unknown one.
    """
    wanted = _Wanted(entry)
    wanted.check()
    mark, body = _parted(text)
    if not body.strip(_SPACE):
        end = _line_end(body)
        value = {ROOT: {wanted.event: [wanted.group()]}}
        return mark + _expanded(value, "", "  ", end) + end
    trail = _trail(body, wanted)
    if _is_whole(trail):
        return text
    at, new = _insertion(body, trail, wanted)
    body = body[:at] + new + body[at:]
    if fault_of(body) is not None or not _is_whole(_trail(body, wanted)):
        raise SettingsError(WORDS["edit-failed"])
    return mark + body


def remove_hook(text: str, entry: "HookEntry") -> str:
    """Removes a hook from the text of a settings file: what `add_hook` has added.

    Everything else stays as it is. Of several equal handlers, the last one is removed. What becomes
    empty by that is removed, too: the group, the list of the event, and the object with the hooks.
    A group with keys of its own stays.

    Args:
        text: The text of the file.
        entry: The event, the matcher and the handler.

    Returns:
        The new text, which is the same if the hook is not there.

    Raises:
        SettingsError: The text is not JSON, so the host drops it; the hooks in it are not of the
            right types; or a key on the way to the hook is there twice.
        TypeError: The text is not a string, or the entry is not of the right types.
        ValueError: The entry lacks a key, or has an unknown one.
    """
    wanted = _Wanted(entry)
    mark, body = _parted(text)
    if not body.strip(_SPACE):
        return text
    trail = _trail(body, wanted)
    if not _is_whole(trail):
        return text
    start, end = _cut(trail)
    body = body[:start] + body[end:]
    if fault_of(body) is not None:
        raise SettingsError(WORDS["edit-failed"])
    return mark + body


# Entries


class _Wanted:
    """An entry that was checked."""

    def __init__(self, entry: "Mapping[str, Any]") -> None:
        expect_mapping("entry", entry)
        unknown = next((key for key in entry if key not in _ENTRY), None)
        if unknown is not None:
            raise ValueError(f"`entry` has the unknown key {unknown!r}: it has {', '.join(_ENTRY)}")
        for key in ("event", "hook"):
            if key not in entry:
                raise ValueError(f"`entry` has no `{key}`")
        matcher = entry.get("matcher")
        expect_string("event", entry["event"])
        expect_optional_string("matcher", matcher)
        expect_mapping("hook", entry["hook"])
        self.event: str = _whole(entry["event"])
        self.matcher: str | None = None if matcher is None else _whole(matcher)
        self.hook: Any = _plain(entry["hook"], 0)
        self.same = _inline(self.hook, "", "")

    def group(self) -> "dict[str, Any]":
        """Returns a group with the hook alone."""
        matcher = {} if self.matcher is None else {MATCHER: self.matcher}
        return {**matcher, HANDLERS: [self.hook]}

    def check(self) -> None:
        """Refuses what the host would drop, because on some events it then drops the whole file."""
        for it in validate({self.event: [self.group()]}, _EVENTS):
            if it["severity"] == "rejected":
                raise SettingsError(filled(WORDS["edit-entry"], problem=it["message"]))

    def is_for(self, matcher: "str | bool | None") -> bool:
        """Returns whether a group with a matcher is one for the hook."""
        everything = (*MATCHES_ALL, None)
        return matcher == self.matcher or (matcher in everything and self.matcher in everything)


def _whole(text: str) -> str:
    """Refuses half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SettingsError(WORDS["edit-half"]) from None
    return str(text)


def _plain(value: "Any", level: int) -> "Any":
    """Returns a value with its keys in order: those of a handler as in its type, others by name."""
    if level > LEVELS:
        raise SettingsError(filled(WORDS["edit-deep"], most=str(LEVELS)))
    if is_object(value):
        for key in value:
            expect_string("key", key)
        order: list[str] = []
        if level == 0:
            order = max(KEYS, key=lambda keys: sum(key in value for key in keys))
        first = [key for key in order if key in value]
        rest = sorted(key for key in value if key not in order)
        return {_whole(key): _plain(value[key], level + 1) for key in (*first, *rest)}
    if is_array(value):
        return [_plain(it, level + 1) for it in value]
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return _double(value)
    raise TypeError(f"JSON has no `{type(value).__name__}`")


def _double(value: "int | float") -> float:
    try:
        double = float(value)
    except OverflowError:
        double = float("inf")
    if double - double != 0 or double != value:
        raise SettingsError(WORDS["edit-number"])
    return double


# Reading


class _Part:
    """A member of an object, or an item of an array."""

    __slots__ = ("at", "end", "key", "levels", "start")

    def __init__(self, start: int, key: "str | None") -> None:
        self.start = start
        """The index of the key, or of the value if there is none."""
        self.key = key
        self.at = start
        """The index of the value."""
        self.end = start
        self.levels = 0


class _Level:
    """An object or array on the way to the hook."""

    __slots__ = ("chosen", "close", "open", "parts")

    def __init__(self, text: str, at: int) -> None:
        self.open = at
        self.parts: list[_Part] = []
        self.chosen: int | None = None
        """The index of the part in which the next level is, or of the handler."""
        part: _Part | None = None
        level = 0
        for token in _TOKEN.finditer(text, at + 1):
            sign = token[0]
            if level == 0:
                if sign in ("}", "]"):
                    self.close = token.start()
                    return
                if sign in (",", ":"):
                    part = None if sign == "," else part
                    continue
                if part is None:
                    is_key = text[at] == "{"
                    part = _Part(token.start(), loads(sign) if is_key else None)
                    if is_key:
                        continue
                part.at = token.start()
            if sign in ("{", "["):
                level += 1
            elif sign in ("}", "]"):
                level -= 1
            if part is not None:
                part.levels = max(part.levels, level)
                if level == 0:
                    part.end = token.end()
                    self.parts.append(part)
        self.close = len(text)

    def at_key(self, text: str, key: str) -> "int | None":
        """Returns the index of the member with a key, which must not be there twice."""
        found = [index for index, part in enumerate(self.parts) if part.key == key]
        if len(found) > 1:
            line, column = _place(text, self.parts[found[1]].start)
            _fail(WORDS["edit-twice"], line, column, key=quoted(key))
        return found[0] if found else None


def _parted(text: str) -> "tuple[str, str]":
    """Returns the byte order mark of a text, if it has one, and the rest."""
    expect_string("text", text)
    return (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)


def _place(text: str, at: int) -> "tuple[int, int]":
    before = text[:at]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _fail(template: str, line: int, column: int, **holes: str) -> "NoReturn":
    message = filled(template, line=str(line), column=str(column), **holes)
    raise SettingsError(message, line, column)


def _expect(text: str, at: int, opens: str, what: str, key: str) -> "_Level":
    """Reads the object or array at an index."""
    if text[at] != opens:
        word = _FOUND.get(text[at], "found-number")
        line, column = _place(text, at)
        said = filled(WORDS[what], key=quoted(key))
        _fail(COMMON["not-json"], line, column, what=said, found=COMMON[word])
    return _Level(text, at)


_FOUND = {
    "{": "found-object",
    "[": "found-array",
    '"': "found-string",
    "t": "found-boolean",
    "f": "found-boolean",
    "n": "found-null",
}


def _trail(text: str, wanted: "_Wanted") -> "list[_Level]":
    """Returns the levels on the way to a hook: the last one has it, or is where it is to be added."""
    start = len(text) - len(text.lstrip(_SPACE))
    fault = fault_of(text)
    if fault is not None or text[start] != "{":
        at = start if fault is None else fault[1]
        message = f"{not_json(text)} {WORDS['edit-unread']}"
        raise SettingsError(message, *_place(text, at))
    root = _Level(text, start)
    trail = [root]
    root.chosen = root.at_key(text, ROOT)
    if root.chosen is None:
        return trail
    hooks = _expect(text, root.parts[root.chosen].at, "{", "edit-hooks", ROOT)
    trail.append(hooks)
    hooks.chosen = hooks.at_key(text, wanted.event)
    if hooks.chosen is None:
        return trail
    groups = _expect(text, hooks.parts[hooks.chosen].at, "[", "edit-event", wanted.event)
    trail.append(groups)
    below: list[_Level] = []
    for index, part in enumerate(groups.parts):
        group = _expect(text, part.at, "{", "edit-group", HANDLERS)
        handlers = _handlers(text, group)
        if wanted.is_for(_matcher(text, group)):
            for number, it in enumerate(handlers.parts):
                if _is_same(text, it, wanted):
                    handlers.chosen = number
            if handlers.chosen is not None or not (below and _is_whole(below)):
                groups.chosen, below = index, [group, handlers]
    return [*trail, *below]


def _handlers(text: str, group: "_Level") -> "_Level":
    group.chosen = group.at_key(text, HANDLERS)
    if group.chosen is None:
        line, column = _place(text, group.open)
        _fail(WORDS["edit-no-handlers"], line, column, key=quoted(HANDLERS))
    return _expect(text, group.parts[group.chosen].at, "[", "edit-handlers", HANDLERS)


def _matcher(text: str, group: "_Level") -> "str | bool | None":
    """Returns the matcher of a group; false if it is not a text."""
    at = group.at_key(text, MATCHER)
    if at is None:
        return None
    part = group.parts[at]
    return loads(text[part.at : part.end]) if text[part.at] == '"' else False


def _is_same(text: str, part: "_Part", wanted: "_Wanted") -> bool:
    if text[part.at] != "{" or part.levels > LEVELS:
        return False
    value = loads(text[part.at : part.end], integer=float)
    try:
        return _inline(_plain(value, 0), "", "") == wanted.same
    except SettingsError:
        return False  # no entry can be written so


def _is_whole(trail: "list[_Level]") -> bool:
    """Returns whether a way ends at the handler."""
    return trail[-1].chosen is not None


# Changing


def _insertion(text: str, trail: "list[_Level]", wanted: "_Wanted") -> "tuple[int, str]":
    """Returns what to insert for an entry, and the index."""
    end = _line_end(text)
    unit, is_broken = _layout(text, trail)
    level = trail[-1]
    key, value = _missing(len(trail), wanted)
    space = _space(text, trail[0])
    if level.parts:
        last = level.parts[-1]
        between = _between(text, level, end, space)
        is_expanded = "\n" in between
        pad = ""
        if key is None and text[last.at] in "{[":
            is_expanded = "\n" in text[last.at : last.end]
            pad = " " if text[last.at + 1] in " \t" else ""
        is_line = "\n" in between
        indent = between[between.rfind("\n") + 1 :] if is_line else _indent(text, last.start)
        before = f",{between}"
        new = _expanded(value, indent, unit, end) if is_expanded else _inline(value, space, pad)
        return last.end, before + _keyed(key, new, " " if is_expanded else space)
    if not is_broken:
        return level.open + 1, _keyed(key, _inline(value, space, ""), space)
    base = _indent(text, level.open)
    new = _keyed(key, _expanded(value, base + unit, unit, end), " ")
    after = "" if "\n" in text[level.open : level.close] else end + base
    return level.open + 1, f"{end}{base}{unit}{new}{after}"


def _missing(levels: int, wanted: "_Wanted") -> "tuple[str | None, Any]":
    """Returns what is missing at the end of a way with so many levels: a member, or an item."""
    if levels == len(("root", "hooks", "groups", "group", "handlers")):
        return None, wanted.hook
    group = wanted.group()
    return [(ROOT, {wanted.event: [group]}), (wanted.event, [group]), (None, group)][levels - 1]


def _layout(text: str, trail: "list[_Level]") -> "tuple[str, bool]":
    """Returns one step of indentation, and whether the parts of the last level are on lines of their own."""
    unit, is_broken = "  ", True
    for level in trail:
        if level.parts:
            gap = text[level.open + 1 : level.parts[0].start]
            is_broken = "\n" in gap
            base, indent = _indent(text, level.open), gap[gap.rfind("\n") + 1 :]
            if is_broken and indent.startswith(base) and indent != base:
                unit = indent[len(base) :]
    return unit, is_broken


def _between(text: str, level: "_Level", end: str, space: str) -> str:
    """Returns the white space between the parts of a level."""
    first = text[level.open + 1 : level.parts[0].start]
    if "\n" in first:
        return end + first[first.rfind("\n") + 1 :]
    if len(level.parts) > 1:
        return text[level.parts[-2].end : level.parts[-1].start].partition(",")[2]
    return space


def _space(text: str, root: "_Level") -> str:
    """Returns the white space after a colon."""
    if not root.parts:
        return " "
    part = root.parts[0]
    return "" if text[part.start : part.at].endswith(":") else " "


def _indent(text: str, at: int) -> str:
    """Returns the white space at the beginning of the line of an index."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _line_end(text: str) -> str:
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def _cut(trail: "list[_Level]") -> "tuple[int, int]":
    """Returns the part of a text that has a hook, and nothing else."""
    root, hooks, groups, group, level = trail
    if len(level.parts) == 1 and all(it.key in (MATCHER, HANDLERS) for it in group.parts):
        # Nothing is left in it.
        level = next((it for it in (groups, hooks) if len(it.parts) > 1), root)
    index = level.chosen or 0
    if index > 0:
        return level.parts[index - 1].end, level.parts[index].end
    if len(level.parts) > 1:
        return level.parts[0].start, level.parts[1].start
    return level.open + 1, level.close


# Writing


def _keyed(key: "str | None", value: str, space: str) -> str:
    return value if key is None else f"{_quoted(key)}:{space}{value}"


def _expanded(value: "Any", indent: str, unit: str, end: str) -> str:
    """Writes a value over several lines."""
    inner = indent + unit
    if is_object(value) and value:
        members = (_keyed(key, _expanded(it, inner, unit, end), " ") for key, it in value.items())
        return f"{{{end}{inner}{f',{end}{inner}'.join(members)}{end}{indent}}}"
    if is_array(value) and value:
        items = (_expanded(it, inner, unit, end) for it in value)
        return f"[{end}{inner}{f',{end}{inner}'.join(items)}{end}{indent}]"
    return _inline(value, "", "")


def _inline(value: "Any", space: str, pad: str) -> str:
    """Writes a value on one line."""
    if is_object(value):
        members = (_keyed(key, _inline(it, space, pad), space) for key, it in value.items())
        inner = f",{space}".join(members)
        return f"{{{pad}{inner}{pad}}}" if value else "{}"
    if is_array(value):
        return f"[{f',{space}'.join(_inline(it, space, pad) for it in value)}]"
    if isinstance(value, str):
        return _quoted(value)
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    return _number(value)


def _quoted(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(found: "re.Match[str]") -> str:
    return _ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}")


_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


def _number(value: float) -> str:
    """Writes a number as JavaScript does, so that it is the same in every language."""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or "0")
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    sign = "-" if value < 0 else ""
    return sign + _positional(digits, point)


_MOST_ZEROS, _MOST_DIGITS = 6, 21


def _positional(digits: str, point: int) -> str:
    if 0 < point <= _MOST_DIGITS:
        rest = digits[point:]
        return digits[:point].ljust(point, "0") + (f".{rest}" if rest else "")
    if -_MOST_ZEROS < point <= 0:
        return f"0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"
