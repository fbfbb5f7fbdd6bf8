"""Finds texts in settings that cannot do what they say, as far as the document alone shows it."""

from .._json_values import is_array, is_object, is_same
from .._message import filled, nearest, quoted
from .._plan.matchers import EVENTS as MATCHED
from .._plan.matchers import SYNTAXES
from .._plan.words import WORDS as PLAN_WORDS
from .._regex import is_invalid, parts, test
from .._walk import in_order, problem
from ._rules import has_text, is_found, is_named, step, values_at, variables_in
from .data import (
    CONDITION,
    COVERS,
    DOCUMENTS,
    GROUP,
    HANDLERS,
    LONGEST,
    MATCHER,
    NAMES,
    SETS,
    SIGNS,
    TEXTS,
    VALUES,
    VARIABLES,
    WORDS,
)

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._walk import Version
    from ..problems import Problem

_SHORT = 60
"""The maximum number of characters of a name that a message repeats without quotes."""

_MOST_PLACES = 3
"""The number of other places that a message names."""

_ADVICE = ("inert", "suspicious", "deprecated")
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_SIGNS = _LETTERS | frozenset("0123456789-")


def with_texts(
    problems: "list[Problem]", document: object, name: str, host: "Version"
) -> "list[Problem]":
    """Returns the problems of a document and of its texts. Of several that say the same, the first is kept."""
    reader = _Reader(document, name, host)
    reader.read()
    return _once(in_order([*problems, *reader.found]))


def _once(problems: "list[Problem]") -> "list[Problem]":
    """Leaves out advice that is given before, and says where it was."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for it in problems:
        places.setdefault((it["code"], it["confidence"], it["message"]), []).append(it["pointer"])
    kept: list[Problem] = []
    for it in problems:
        key = (it["code"], it["confidence"], it["message"])
        others = places.pop(key, None)
        if it["severity"] not in _ADVICE:
            kept.append(it)
        elif others is not None:
            kept.append({**it, "message": _with_places(it["message"], others[1:])})
    return kept


def _with_places(message: str, others: "list[str]") -> str:
    if not others:
        return message
    more = len(others) - _MOST_PLACES
    word = "elsewhere" if more < 1 else "elsewhere-one-more" if more == 1 else "elsewhere-more"
    named = ", ".join(quoted(it) for it in others[:_MOST_PLACES])
    return f"{message} {filled(WORDS[word], places=named, count=str(more))}"


class _Reader:
    __slots__ = ("_document", "_host", "_name", "found")

    def __init__(self, document: object, name: str, host: "Version") -> None:
        self._document = document
        self._name = name
        self._host = host
        self.found: list[Problem] = []

    def read(self) -> None:
        if self._name in DOCUMENTS:
            self._texts(self._document, "", "", of_document=True)
            for path in DOCUMENTS[self._name]:
                for pointer, events in values_at(self._document, path):
                    self._events(events, pointer)
        elif self._name == GROUP:
            self._group(self._document, "", "")
        else:
            self._handler(self._document, "", "", None)

    def _events(self, events: object, pointer: str) -> None:
        for event, groups in events.items() if is_object(events) else ():
            below = f"{pointer}/{step(event)}"
            for index, group in enumerate(groups if is_array(groups) else ()):
                self._group(group, f"{below}/{index}", str(event))

    def _group(self, group: object, pointer: str, event: str) -> None:
        if not is_object(group):
            return
        matcher = group.get(MATCHER)
        matcher = matcher if isinstance(matcher, str) else None
        if matcher is not None:
            self._matcher(matcher, f"{pointer}/{MATCHER}", event)
        handlers = group.get(HANDLERS)
        for index, handler in enumerate(handlers if is_array(handlers) else ()):
            self._handler(handler, f"{pointer}/{HANDLERS}/{index}", event, matcher)

    def _handler(self, handler: object, pointer: str, event: str, matcher: "str | None") -> None:
        if not is_object(handler):
            return
        self._texts(handler, pointer, event)
        condition = handler.get(CONDITION)
        if isinstance(condition, str) and VALUES.get(event, {}).get("condition"):
            self._condition(condition, f"{pointer}/{CONDITION}", event, matcher)

    # Texts

    def _texts(self, value: object, pointer: str, event: str, *, of_document: bool = False) -> None:
        """Reads the texts of a handler, or of the whole document."""
        for rule in TEXTS:
            if self._applies(rule, value, event, of_document=of_document):
                for inner, text in self._places(rule, value):
                    if is_found(rule, text):
                        self._add(pointer + inner, rule, rule["message"])
        for rule in VARIABLES:
            if self._applies(rule, value, event, of_document=of_document):
                for inner, text in self._places(rule, value):
                    self._variables(rule, value, text, pointer + inner)

    def _applies(self, rule: "Any", value: object, event: str, *, of_document: bool) -> bool:
        if not is_object(value) or ("document" in rule) != of_document:
            return False
        if "types" in rule and self._name not in rule["types"]:
            return False
        if "events" in rule and event not in rule["events"]:
            return False
        if "since" in rule and self._host is not None and self._host < rule["since"]:
            return False
        equals, differs = rule.get("equals", {}), rule.get("differs", {})
        return (
            all(key in value for key in rule.get("present", ()))
            and not any(key in value for key in rule.get("absent", ()))
            and all(key in value and is_same(value[key], wanted) for key, wanted in equals.items())
            and not any(key in value and is_same(value[key], it) for key, it in differs.items())
            and not any(has_text(value, but["at"], but["pattern"]) for but in rule.get("but", ()))
        )

    def _places(self, rule: "Any", value: object) -> "Iterator[tuple[str, object]]":
        for path in rule["at"]:
            yield from values_at(value, path)

    def _variables(self, rule: "Any", handler: object, text: object, pointer: str) -> None:
        if not isinstance(text, str) or len(text) > LONGEST:
            return
        for name in variables_in(text, bare="bare" in rule, braced="braced" in rule):
            if self._is_unknown(rule, handler, text, name):
                near = nearest(name, [it for it in rule["known"] if not it.endswith("*")])
                said = "" if near is None else " " + filled(PLAN_WORDS["near"], nearest=near)
                self._add(pointer, rule, filled(rule["message"], name=name, near=said))
                return

    def _is_unknown(self, rule: "Any", handler: object, text: str, name: str) -> bool:
        is_about = (
            name in rule.get("names", [name])
            and name.startswith(rule.get("prefix", ""))
            and not name.startswith(tuple(rule.get("except", ())))
        )
        known = name in rule["known"] or any(
            it.endswith("*") and name.startswith(it[:-1]) for it in rule["known"]
        )
        listed = any(name == it for _, it in values_at(handler, rule.get("listed", [""])))
        if not is_about or known or listed:
            return False
        if "own" not in rule:
            return True
        set_here = any(is_object(it) and name in it for _, it in values_at(self._document, SETS))
        return not set_here and not is_named(text, name)

    # Matchers and conditions

    def _matcher(self, matcher: str, pointer: str, event: str) -> None:
        values = VALUES.get(event, {})
        if event not in MATCHED or matcher in ("", "*") or len(matcher) > LONGEST:
            return
        table, closed = NAMES.get(values.get("table", "")), values.get("closed")
        if table is None and closed is None:
            return
        known = table or closed
        rule = _rule(matcher) if "(" in matcher else None
        if table is not None and rule is not None and not self._can_be(matcher, event, known):
            name = _respelled(rule, known)
            if rule in known or name is not None:
                said = filled(WORDS["matcher-rule"], name=name or rule, value=quoted(matcher))
                self._never(pointer, said)
                return
        entries = self._entries(matcher, event)
        if entries == []:
            self._expression(matcher, pointer, event, known)
        messages = (self._entry(entry, event, values, known) for entry in entries or ())
        found = list(dict.fromkeys(it for it in messages if it is not None))[:_MOST_PLACES]
        if found:
            self._never(pointer, " ".join(found))

    def _entries(self, matcher: str, event: str) -> "list[str] | None":
        """Returns the names in a matcher; none for an expression, `None` if the host may read it otherwise."""
        readings = [it for it in SYNTAXES[MATCHED[event]["syntax"]] if _holds(it, self._host)]
        entries = [_names_in(matcher, reading) for reading in readings]
        return entries[0] if entries and all(it == entries[0] for it in entries) else None

    def _entry(self, entry: str, event: str, values: "Any", known: "list[str]") -> "str | None":
        """Returns the message about a name that cannot match."""
        if entry == "" or entry in known:
            return None
        near = _respelled(entry, known)
        if near is not None:
            return filled(WORDS["matcher-case"], value=quoted(entry), near=near)
        if "closed" in values:
            return self._no_value(entry, event, values)
        form = _part_of_form(entry, values)
        if form is not None and len(entry) <= _SHORT:
            holes = {"value": quoted(entry), "form": form, "value_text": entry.rstrip("_")}
            return filled(WORDS["matcher-form"], **holes)
        return None

    def _no_value(self, value: str, event: str, values: "Any") -> str:
        holes = {"value": quoted(value), "event": event, "listed": values["listed"]}
        said = filled(WORDS["matcher-value"], **holes)
        near = nearest(value, values["closed"])
        return said if near is None else f"{said} {filled(PLAN_WORDS['near'], nearest=near)}"

    def _expression(self, matcher: str, pointer: str, event: str, known: "list[str]") -> None:
        values = VALUES[event]
        if is_invalid(matcher):
            word = "matcher-glob" if matcher.startswith("*") else "matcher-invalid"
            self._never(pointer, filled(WORDS[word], value=quoted(matcher)))
        elif "closed" in values:
            if not self._can_be(matcher, event, known):
                self._never(pointer, self._no_value(matcher, event, values))
        elif self._is_condition(matcher, pointer):
            pass
        elif _is_plain(matcher) and not self._can_be(matcher, event, known):
            lower = matcher.lower()
            near = next((it for it in known if test(lower, it.lower()) == "match"), None)
            if near is not None:
                said = filled(WORDS["matcher-case"], value=quoted(matcher), near=near)
                self._never(pointer, said)

    def _is_condition(self, matcher: str, pointer: str) -> bool:
        """Reports an expression that asks for signs which no name has."""
        found = parts(matcher, SIGNS)
        if found is None or not found[0]:
            return False
        _, possible, empty = found
        if not possible:
            self._never(pointer, filled(WORDS["matcher-signs"], value=quoted(matcher)))
        elif empty:
            said = filled(WORDS["matcher-anything"], value=quoted(matcher))
            self.found.append(problem("suspicious", "suspicious", said, pointer, "confirmed"))
        return True

    def _can_be(self, matcher: str, event: str, names: "list[str]") -> bool:
        """Returns whether a matcher may match one of these names."""
        entries = self._entries(matcher, event)
        if entries is None or entries:
            return entries is None or any(name in entries for name in names)
        return not is_invalid(matcher) and any(test(matcher, it) != "no-match" for it in names)

    def _condition(self, rule: str, pointer: str, event: str, matcher: "str | None") -> None:
        if rule == "":
            return
        name = _rule(rule)
        known = NAMES.get(VALUES[event].get("table", ""), [])
        if name is None:
            if len(rule) <= LONGEST:
                self._never(pointer, filled(WORDS["condition-syntax"], value=quoted(rule)))
            return
        near = _respelled(name, known)
        if name not in known and near is not None:
            self._never(pointer, filled(WORDS["condition-case"], value=quoted(name), near=near))
        elif (form := _part_of_form(name, VALUES[event])) is not None:
            said = filled(WORDS["condition-form"], value=quoted(name), form=form)
            self._never(pointer, said)
        elif name in known and matcher not in (None, "", "*") and len(matcher) <= LONGEST:
            names = {_current(it, event) for it in (name, *COVERS.get(name, ()))}
            names |= {it for it in known if _current(it, event) in names}
            if not self._can_be(matcher, event, sorted(names)):
                self._never(pointer, filled(WORDS["condition-other"], name=name))

    # Problems

    def _never(self, pointer: str, message: str) -> None:
        self.found.append(problem("never-matches", "inert", message, pointer, "confirmed"))

    def _add(self, pointer: str, rule: "Any", message: str) -> None:
        confidence: Any = "unconfirmed" if "unconfirmed" in rule else "confirmed"
        self.found.append(problem(rule["code"], rule["severity"], message, pointer, confidence))


# Names


def _rule(text: str) -> "str | None":
    """Returns the tool of a permission rule, such as `Bash` of `Bash(git *)`; `None` for another text."""
    signs = _LETTERS
    end = 0
    while end < len(text) and text[end] in signs:
        end += 1
        signs = _SIGNS
    is_rule = end == len(text) or _is_enclosed(text, end)
    return text[:end] if end and is_rule else None


def _is_enclosed(text: str, start: int) -> bool:
    """Returns whether the rest of a text is one pair of parentheses."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth <= 0:
            return depth == 0 and at == len(text) - 1 and text[at] == ")"
    return False


def _respelled(name: str, known: "list[str]") -> "str | None":
    """Returns the known name that differs only in upper and lower case."""
    lower = name.lower() if name.isascii() else ""
    return next((it for it in known if it != name and it.lower() == lower), None)


def _names_in(matcher: str, reading: "Any") -> "list[str]":
    signs = reading.get("names")
    if signs is None or not all((it.isascii() and it.isalnum()) or it in signs for it in matcher):
        return []
    for separator in reading["separators"]:
        matcher = matcher.replace(separator, "|")
    return [entry.strip(" ") for entry in matcher.split("|")]


def _is_plain(matcher: str) -> bool:
    """Returns whether an expression is about the beginning of names, and means the same in lower case."""
    return matcher.startswith("^") and matcher.isascii() and "\\" not in matcher


def _part_of_form(name: str, values: "Any") -> "str | None":
    """Returns the form of names that a name begins like, if it is only a part of one."""
    forms: dict[str, str] = values.get("forms", {})
    is_part = ((it, form) for it, form in forms.items() if name.startswith(it))
    return next((form for it, form in is_part if "__" not in name[len(it) :]), None)


def _current(name: str, event: str) -> str:
    from .._plan.matchers import ALIASES  # noqa: PLC0415

    return ALIASES.get(MATCHED[event].get("table", ""), {}).get(name, name)


def _holds(reading: "Any", host: "Version") -> bool:
    if host is None:
        return "until" not in reading
    begins = "since" not in reading or host >= reading["since"]
    return begins and ("until" not in reading or host < reading["until"])
