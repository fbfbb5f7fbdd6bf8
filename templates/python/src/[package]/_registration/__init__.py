"""Finds texts in settings that cannot do what they say, as far as the document alone shows it."""

from .._json_values import is_array, is_object, is_same
from .._matches import entries_of
from .._message import filled, nearest, quoted
from .._plan.matchers import EVENTS as MATCHED
from .._plan.matchers import MATCHES_ALL
from .._plan.words import WORDS as PLAN_WORDS
from .._regex import is_invalid, parts, tests
from .._walk import in_order, problem
from ._rules import has_text, is_found, is_named, size_of, step, values_at, variables_in
from .data import (
    CONDITION,
    COVERS,
    DOCUMENTS,
    GROUP,
    HANDLERS,
    LONGEST,
    MATCHER,
    MOST,
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

_SEVERAL = r"\)\s*(?:\|\|?|,|&&|;)\s*[A-Za-z_][A-Za-z0-9_]*\("
"""Several rules in one text."""

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


def why_never(matcher: str, event: str, host: "Version") -> "str | None":
    """Returns why a matcher matches nothing, if that is certain."""
    reader = _Reader(None, "", host)
    reader.matcher(matcher, "", event)
    return next((it["message"] for it in reader.found if it["code"] == "never-matches"), None)


def _once(problems: "list[Problem]") -> "list[Problem]":
    """Leaves out advice that is given before, and says where it was."""
    places: dict[tuple[str, ...], list[str]] = {}
    for it in problems:
        if it["severity"] in _ADVICE:
            places.setdefault(_said(it), []).append(it["pointer"])
    kept: list[Problem] = []
    for it in problems:
        if it["severity"] not in _ADVICE:
            kept.append(it)
        elif (others := places.pop(_said(it), None)) is not None:
            kept.append({**it, "message": _with_places(it["message"], others[1:])})
    return kept


def _said(it: "Problem") -> "tuple[str, ...]":
    return it["severity"], it["code"], it["confidence"], it["message"]


def _with_places(message: str, others: "list[str]") -> str:
    if not others:
        return message
    more = len(others) - _MOST_PLACES
    word = "elsewhere" if more < 1 else "elsewhere-one-more" if more == 1 else "elsewhere-more"
    named = ", ".join(quoted(it) for it in others[:_MOST_PLACES])
    return f"{message} {filled(WORDS[word], places=named, count=str(more))}"


class _Reader:
    __slots__ = ("_covered", "_document", "_host", "_name", "_possible", "found")

    def __init__(self, document: object, name: str, host: "Version") -> None:
        self._document = document
        self._name = name
        self._host = host
        self.found: list[Problem] = []
        # What is decided before: a document can have the same matcher in many groups.
        self._possible: dict[tuple[str, str], frozenset[str] | None] = {}
        self._covered: dict[tuple[str, str], frozenset[str]] = {}

    def read(self) -> None:
        if size_of(self._document) > MOST:
            message = filled(WORDS["too-large"], most=str(MOST))
            self.found.append(problem("too-large", "inert", message, "", "unconfirmed"))
        elif self._name in DOCUMENTS:
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
        if matcher is not None and self.matcher(matcher, f"{pointer}/{MATCHER}", event):
            matcher = None  # what is wrong with a condition follows from it
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
                path = rule.get("listed")
                listed: set[object] = set()
                if path is not None:
                    listed.update(it for _, it in values_at(value, path))
                for inner, text in self._places(rule, value):
                    self._variables(rule, listed, text, pointer + inner)

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

    def _variables(self, rule: "Any", listed: "set[object]", text: object, pointer: str) -> None:
        if not isinstance(text, str) or len(text) > LONGEST:
            return
        names = dict.fromkeys(variables_in(text, bare="bare" in rule, braced="braced" in rule))
        for name in names:
            if name not in listed and self._is_unknown(rule, text, name):
                near = nearest(name, [it for it in rule["known"] if not it.endswith("*")])
                said = "" if near is None else " " + filled(PLAN_WORDS["near"], nearest=near)
                shown = name if len(name) <= _SHORT else f"{name[:_SHORT]}..."
                self._add(pointer, rule, filled(rule["message"], name=shown, near=said))
                return

    def _is_unknown(self, rule: "Any", text: str, name: str) -> bool:
        is_about = (
            name in rule.get("names", [name])
            and name.startswith(rule.get("prefix", ""))
            and not name.startswith(tuple(rule.get("except", ())))
        )
        known = name in rule["known"] or any(
            it.endswith("*") and name.startswith(it[:-1]) for it in rule["known"]
        )
        if not is_about or known:
            return False
        if "own" not in rule:
            return True
        set_here = any(is_object(it) and name in it for _, it in values_at(self._document, SETS))
        return not set_here and not is_named(text, name)

    # Matchers and conditions

    def matcher(self, matcher: str, pointer: str, event: str) -> bool:
        """Reports a matcher that cannot match, and returns whether it did."""
        before = len(self.found)
        if event in MATCHED and matcher not in MATCHES_ALL and len(matcher) <= LONGEST:
            values = VALUES[event]
            known = known_values(values)
            rule = rule_name(matcher) if "(" in matcher else None
            name = None if rule is None else rule if rule in known else respelled(rule, known)
            entries = entries_of(event, matcher, self._host)
            if name is not None and _is_one(matcher) and not self._can_be(matcher, event):
                self._never(pointer, filled(WORDS["matcher-rule"], name=name))
            elif entries == []:
                self._expression(matcher, pointer, event, values)
            elif entries is not None:
                self._names(matcher, entries, pointer, event)
        return len(self.found) > before

    def _names(self, matcher: str, entries: "list[str]", pointer: str, event: str) -> None:
        if not any(entries):
            self._never(pointer, filled(WORDS["matcher-empty"], value=quoted(matcher)))
            return
        messages = dict.fromkeys(self._entry(entry, event) for entry in dict.fromkeys(entries))
        found = [it for it in messages if it is not None][:_MOST_PLACES]
        if found:
            self._never(pointer, " ".join(found))

    def _entry(self, entry: str, event: str) -> "str | None":
        """Returns the message about a name that cannot match."""
        values = VALUES[event]
        known = known_values(values)
        if entry == "" or entry in known:
            return None
        near = respelled(entry, known)
        if near is not None:
            return filled(WORDS["matcher-case"], value=quoted(entry), near=f"`{near}`")
        if "closed" in values:
            return self._no_value(entry, event)
        form = _form_of(entry, values)
        if form is not None and len(entry) <= _SHORT:
            holes = {"value": quoted(entry), "form": form, "value_text": entry.rstrip("_")}
            return filled(WORDS["matcher-form"], **holes)
        return None

    def _no_value(self, value: str, event: str) -> str:
        values = VALUES[event]
        holes = {"value": quoted(value), "event": event, "listed": values["listed"]}
        said = filled(WORDS["matcher-value"], **holes)
        near = nearest(value, values["closed"])
        return said if near is None else f"{said} {filled(PLAN_WORDS['near'], nearest=near)}"

    def _expression(self, matcher: str, pointer: str, event: str, values: "Any") -> None:
        known = known_values(values)
        if is_invalid(matcher):
            word = "matcher-glob" if matcher.startswith("*") else "matcher-invalid"
            self._never(pointer, filled(WORDS[word], value=quoted(matcher)))
        elif "closed" in values:
            if not self._can_be(matcher, event):
                self._never(pointer, self._no_value(matcher, event))
        elif known and not self._is_condition(matcher, pointer) and _is_plain(matcher):
            lower = [] if self._can_be(matcher, event) else tests(matcher.lower(), _lowered(known))
            near = [it for it, said in zip(known, lower, strict=False) if said == "match"]
            if near:
                listed = ", ".join(f"`{it}`" for it in near[:_MOST_PLACES])
                said = filled(WORDS["matcher-case"], value=quoted(matcher), near=listed)
                self._never(pointer, said)

    def _is_condition(self, matcher: str, pointer: str) -> bool:
        """Reports an expression that asks for characters which no name contains."""
        found = parts(matcher, SIGNS)
        if found is None or not found[0]:
            return False
        _, possible, empty = found
        if not possible:
            sign = next((it for it in matcher if not _is_usual(it)), None)
            word = "matcher-characters" if sign is None else "matcher-contains"
            holes = {"value": quoted(matcher), "sign": quoted(sign or "")}
            self._never(pointer, filled(WORDS[word], **holes))
        elif empty:
            said = filled(WORDS["matcher-anything"], value=quoted(matcher))
            self.found.append(problem("suspicious", "suspicious", said, pointer, "confirmed"))
        return True

    def _can_be(self, matcher: str, event: str, names: "frozenset[str] | None" = None) -> bool:
        """Returns whether a matcher may match a known value, or one of these."""
        key = (matcher, event)
        if key not in self._possible:
            self._possible[key] = self._matched(matcher, event)
        possible = self._possible[key]
        return possible is None or bool(possible if names is None else possible & names)

    def _matched(self, matcher: str, event: str) -> "frozenset[str] | None":
        """Returns the known values that a matcher may match; `None` if that is not known."""
        entries = entries_of(event, matcher, self._host)
        known = known_values(VALUES[event])
        if entries is None:
            return None
        if entries:
            return frozenset(known).intersection(entries)
        if is_invalid(matcher):
            return frozenset()
        said = zip(known, tests(matcher, known), strict=True)
        return frozenset(name for name, verdict in said if verdict != "no-match")

    def _condition(self, rule: str, pointer: str, event: str, matcher: "str | None") -> None:
        if rule == "" or len(rule) > LONGEST:
            return
        name = rule_name(rule)
        values = VALUES[event]
        known = known_values(values)
        if name is None:
            self._never(pointer, filled(WORDS["condition-syntax"], value=quoted(rule)))
        elif name not in known:
            near, form = respelled(name, known), _form_of(name, values)
            if near is not None:
                said = filled(WORDS["condition-case"], value=quoted(name), near=f"`{near}`")
                self._never(pointer, said)
            elif form is not None:
                self._never(pointer, filled(WORDS["condition-form"], value=quoted(name), form=form))
        elif matcher is not None and self._excludes(matcher, name, event):
            self._never(pointer, filled(WORDS["condition-other"], name=name))
        elif has_text(rule, [], _SEVERAL):
            said = filled(WORDS["condition-several"], name=name)
            self.found.append(problem("suspicious", "suspicious", said, pointer, "confirmed"))

    def _excludes(self, matcher: str, name: str, event: str) -> bool:
        """Returns whether a matcher lets no call pass that a rule for a tool is about."""
        is_read = matcher not in MATCHES_ALL and len(matcher) <= LONGEST
        return is_read and not self._can_be(matcher, event, self._covers(name, event))

    def _covers(self, name: str, event: str) -> "frozenset[str]":
        """Returns the names of the tools that a rule for a tool is about."""
        key = (name, event)
        if key not in self._covered:
            current = {_current(it, event) for it in (name, *COVERS.get(name, ()))}
            known = known_values(VALUES[event])
            self._covered[key] = frozenset(it for it in known if _current(it, event) in current)
        return self._covered[key]

    # Problems

    def _never(self, pointer: str, message: str) -> None:
        self.found.append(problem("never-matches", "inert", message, pointer, "confirmed"))

    def _add(self, pointer: str, rule: "Any", message: str) -> None:
        confidence: Any = "unconfirmed" if "unconfirmed" in rule else "confirmed"
        self.found.append(problem(rule["code"], rule["severity"], message, pointer, confidence))


# Names


def rule_name(text: str) -> "str | None":
    """Returns the tool of a permission rule, such as `Bash` of `Bash(git *)`; `None` for another text."""
    signs = _LETTERS
    end = 0
    while end < len(text) and text[end] in signs:
        end += 1
        signs = _SIGNS
    is_rule = end == len(text) or (text[end] == "(" and text.endswith(")"))
    return text[:end] if end and is_rule else None


def _is_one(text: str) -> bool:
    """Returns whether a rule ends with the parenthesis that its first one opens."""
    depth = 0
    for at in range(text.find("("), len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def known_values(values: "Any") -> "list[str]":
    """Returns the values that a matcher can match, as far as they are known."""
    known: list[str] = values.get("closed") or NAMES.get(values.get("table", ""), [])
    return known


def _lowered(names: "list[str]") -> "list[str]":
    return [name.lower() for name in names]


def _is_usual(sign: str) -> bool:
    """Returns whether names contain a character, or it means something in an expression."""
    return (sign.isascii() and sign.isalnum()) or sign in SIGNS or sign in "\\^$.|?*+()[]{}-"


def respelled(name: str, known: "list[str]") -> "str | None":
    """Returns the known name that differs only in upper and lower case."""
    lower = name.lower() if name.isascii() else ""
    return next((it for it in known if it != name and it.lower() == lower), None)


def _is_plain(matcher: str) -> bool:
    """Returns whether an expression is about the beginning of names, and means the same in lower case."""
    return matcher.startswith("^") and matcher.isascii() and "\\" not in matcher


def is_part_of_form(name: str, values: "Any") -> bool:
    """Returns whether a name is only a part of a form of names, so that nothing has it."""
    return _form_of(name, values) is not None


def _form_of(name: str, values: "Any") -> "str | None":
    """Returns the form of names that a name begins like, if it is only a part of one."""
    forms: dict[str, str] = values.get("forms", {})
    is_part = ((it, form) for it, form in forms.items() if name.startswith(it))
    return next((form for it, form in is_part if "__" not in name[len(it) :].rstrip("_")), None)


def _current(name: str, event: str) -> str:
    from .._plan.matchers import ALIASES  # noqa: PLC0415

    return ALIASES.get(MATCHED[event].get("table", ""), {}).get(name, name)
