"""Says which hooks run on an event, and why the others do not."""

from .._matches import entries_of, matcher_value, matches, matches_each
from .._message import filled, nearest, quoted
from .._plan import EVENT_KEY
from .._plan import EVENTS as KNOWN
from .._plan.matchers import ALIASES
from .._plan.matchers import EVENTS as MATCHED
from .._regex import is_invalid
from .._registration import known_values, respelled, rule_name
from .._registration.data import CONDITION, COVERS, HANDLERS, MATCHER, VALUES
from .._validate import asked, known
from .data import CONDITION_SINCE, EVENTS, IDENTITY, WORDS
from .sources import is_older, shown_version, sources_of, step
from .start import address_of, limit_and_start, placeholders_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    from .._context import Context
    from .._types import HooksSettings, Selection, SettingsTree
    from .sources import Source

    # What decides that a handler does not run, or may not: the reason, the message, and a part of a document.
    Found: TypeAlias = tuple[str, str, dict[str, Any] | None]


def select(
    settings: "HooksSettings | SettingsTree | Mapping[str, Any]",
    input: "Mapping[str, Any]",  # noqa: A002  # the same name in every language
    context: "Context | None" = None,
) -> "Selection":
    """Returns which hooks run on an event, and why the others do not.

    For an input without the value that matchers are compared with, such as
    `{"hook_event_name": "PreToolUse"}`, it answers for all values: `values` of a handler has those
    with which it runs.

    Args:
        settings: One document, such as the settings of a project; or a `SettingsTree`, which is an
            object with `sources`: documents with their places.
        input: The input of the event, or the part of it that is known.
        context: Uses the `host`.

    Returns:
        The handlers that run, in the order in which the host starts them; the others, each with
        the reason; and those for which what decides is not known here.

    Raises:
        ValueError: The event or the place of a source is unknown.
        TypeError: `settings` or `input` is not an object, or a source is none.
    """
    return _Selector(settings, input, context).selection()


class _Selector:
    __slots__ = (
        "_context",
        "_event",
        "_groups",
        "_host",
        "_input",
        "_keys",
        "_made",
        "_matched",
        "_sources",
        "_value",
    )

    def __init__(
        self, settings: "Mapping[str, Any]", input_: "Mapping[str, Any]", context: "Context | None"
    ) -> None:
        self._host = asked(context)[0]
        self._context = context
        if not hasattr(input_, "keys"):
            raise TypeError("`input` has to be an object with the name of an event")
        self._input: Any = {**input_}
        self._event = known("event", self._input.get(EVENT_KEY), KNOWN)
        self._value = matcher_value(self._input)
        self._sources = sources_of(settings, self._host)
        self._made: Any = {"event": self._event, "runs": [], "others": [], "depends_on": []}
        self._keys: dict[Any, dict[str, Any]] = {}
        self._groups: dict[Any, dict[str, Any]] = {}
        # What is decided before: a document can have the same matcher in many groups.
        self._matched: dict[str | None, tuple[Found | None, list[str] | None, str | None]] = {}

    def selection(self) -> "Selection":
        for source in self._sources:
            for pointer, events in source.events:
                for key, groups in events.items():
                    target = source.place.get("renames", {}).get(key, key)
                    if self._event in (key, target):
                        self._of_event(source, f"{pointer}/{step(key)}", key, groups)
                    elif key not in EVENTS and nearest(key, [*EVENTS]) == self._event:
                        message = filled(WORDS["event-name"], name=quoted(key), event=self._event)
                        found = source.stop or ("unknown-event", message, None)
                        self._other(source, f"{pointer}/{step(key)}", found)
        made: Selection = self._made
        return made

    def _of_event(self, source: "Source", pointer: str, key: str, groups: "Any") -> None:
        stop = source.stop or self._unknown(key) or source.wrong.get(pointer)
        if source.wrong.get(pointer) is not None or not isinstance(groups, list):
            if stop is not None:
                self._other(source, pointer, stop)
            return
        for index, group in enumerate(groups):
            below = f"{pointer}/{index}"
            handlers = group.get(HANDLERS) if isinstance(group, dict) else None
            if below in source.wrong or not isinstance(handlers, list):
                self._other(source, below, stop or source.wrong.get(below) or _no_group())
                continue
            repeated = None if stop else self._repeated(source, key, group, below)
            for number, handler in enumerate(handlers):
                place = f"{below}/{HANDLERS}/{number}"
                found = stop or source.wrong.get(place)
                found = found or repeated
                if found is None and not isinstance(handler, dict):
                    found = _no_group()
                if found is not None:
                    self._other(source, place, found)
                else:
                    self._handler(source, place, key, group, source.entry(handler, place))

    def _unknown(self, event: str) -> "Found | None":
        since = EVENTS[event].get("since")
        if not is_older(self._host, since):
            return None
        return (
            "unknown-event",
            filled(WORDS["event-since"], event=event, since=shown_version(since)),
            None,
        )

    def _repeated(self, source: "Source", key: str, group: "Any", pointer: str) -> "Found | None":
        """Returns that the host leaves a group out, if it is equal to another one."""
        if source.place["duplicates"] not in ("settings", "place"):
            return None
        whole = (key, identity_of(group))
        first = self._groups.get(whole)
        if first is None and source.place.get("equal_groups"):
            self._groups[whole] = {"source": source.index, "pointer": pointer}
        return None if first is None else ("duplicate", WORDS["duplicate-group"], first)

    def _other(self, source: "Source", pointer: str, found: "Found") -> None:
        reason, message, because = found
        made: Any = {**source.at(pointer), "reason": reason}
        if because is not None:
            made["because"] = because
        self._made["others"].append({**made, "message": message})

    # A handler

    def _handler(
        self, source: "Source", pointer: str, key: str, group: "Any", handler: "Any"
    ) -> None:
        doubts: list[tuple[str, str]] = list(source.doubts)
        found = self._of_place(source, key, doubts) or self._of_type(source, handler)
        values: list[str] | None = None
        if found is None:
            found, values = self._of_matcher(group, handler, doubts)
        found = (
            found
            or placeholders_of(source, handler, doubts)
            or address_of(self._sources, source, handler, doubts)
        )
        if found is not None:
            self._other(source, pointer, found)
            return
        if handler.get("once") is True and key in source.place.get("once", ()):
            doubts.append(("once", WORDS["once"]))
        same = self._same(source, handler)
        if same is not None and same in self._keys:
            self._other(source, pointer, ("duplicate", WORDS["duplicate"], self._keys[same]))
            return
        limit, start = limit_and_start(source, self._event, handler)
        made: Any = {**source.at(pointer), "handler": handler, "timeout": limit, "start": start}
        if values is not None:
            made["values"] = values
        if doubts:
            condition, message = doubts[0]
            made = {"handler": made, "condition": condition, "message": message}
            self._made["depends_on"].append(made)
            return
        if same is not None and values is None:
            self._keys[same] = {"source": source.index, "pointer": pointer}
        self._made["runs"].append(made)

    def _of_place(
        self, source: "Source", key: str, doubts: "list[tuple[str, str]]"
    ) -> "Found | None":
        place, given = source.place, source.given
        if place.get("own") and given.get("from_plugin") is True:
            return "place", WORDS["agent-plugin"], None
        if self._event in place.get("but", ()) or key in place.get("but", ()):
            return "place", filled(WORDS["place-event"], event=self._event), None
        outside = place.get("outside")
        if outside in self._input and self._event not in place.get("outside_but", ()):
            return "place", WORDS["outside"], None
        inside = place.get("inside")
        if inside is None:
            return None
        name = self._input.get(inside)
        if name is None or given.get("name", name) != name:
            return "place", WORDS["inside"], None
        renamed = place.get("renames", {}).get(key, key)
        if renamed != self._event:
            doubts.append(("agent", filled(WORDS["agent-renamed"], event=renamed)))
        elif "name" not in given:
            doubts.append(("agent", WORDS["agent-unknown"]))
        return None

    def _of_type(self, source: "Source", handler: "Any") -> "Found | None":
        if source.place["duplicates"] == "none":
            return None
        kind = handler["type"]
        word = EVENTS[self._event].get("refuses", {}).get(kind)
        return None if word is None else ("type", filled(WORDS[word], type=kind), None)

    def _of_matcher(
        self, group: "Any", handler: "Any", doubts: "list[tuple[str, str]]"
    ) -> "tuple[Found | None, list[str] | None]":
        """Returns why the matcher or the condition does not let a handler run, and the values with which it runs."""
        matcher: Any = group.get(MATCHER)
        condition: Any = handler.get(CONDITION) or None
        if is_older(self._host, CONDITION_SINCE):
            condition = None
        if condition is not None:
            if not VALUES[self._event].get("condition"):
                return ("condition", WORDS["condition-event"], None), None
            if rule_name(condition) is None:
                message = filled(WORDS["condition-syntax"], condition=quoted(condition))
                return ("condition", message, None), None
        if self._event in MATCHED and self._value is None:
            return self._of_all(matcher, condition, doubts)
        shown = quoted(self._value or "")
        said = matches(self._event, matcher, self._value, self._context)  # type: ignore[arg-type]
        if said == "no-match":
            message = filled(WORDS["matcher"], matcher=quoted(matcher), value=shown)
            return ("matcher", message, None), None
        if said == "undecidable":
            message = filled(WORDS["matcher-unknown"], matcher=quoted(matcher), value=shown)
            doubts.append(("matcher", message))
        if condition is not None:
            held = self._held(condition, self._value or "")
            if held == "no":
                holes = {"condition": quoted(condition), "value": self._value or ""}
                return ("condition", filled(WORDS["condition"], **holes), None), None
            if held == "unsure":
                doubts.append(
                    ("condition", filled(WORDS["condition-call"], condition=quoted(condition)))
                )
        return None, None

    def _of_all(
        self, matcher: "str | None", condition: "str | None", doubts: "list[tuple[str, str]]"
    ) -> "tuple[Found | None, list[str] | None]":
        """Does the same for an input without a value: for all values that are known."""
        if matcher not in self._matched:
            self._matched[matcher] = self._values_of(matcher)
        found, values, doubt = self._matched[matcher]
        if doubt is not None:
            doubts.append(("matcher", doubt))
        if found is not None or condition is None or (doubt is not None and not values):
            return found, values
        own = rule_name(condition) or ""
        every = known_values(VALUES[self._event])
        possible = [own, *(it for it in every if it != own)] if values is None else values
        held = {it: self._held(condition, it) for it in possible}
        values = [it for it in possible if held[it] != "no"]
        if not values:
            holes = {"condition": quoted(condition)}
            return ("condition", filled(WORDS["condition-tools"], **holes), None), None
        if any(held[it] == "unsure" for it in values):
            message = filled(WORDS["condition-call"], condition=quoted(condition))
            doubts.append(("condition", message))
        return None, values

    def _values_of(
        self, matcher: "str | None"
    ) -> "tuple[Found | None, list[str] | None, str | None]":
        """Returns why a matcher matches nothing, the values that it may match, and what decides.

        The values are `None` if it matches every one.
        """
        if matcher is None or matcher in ("", "*"):
            return None, None, None
        is_closed = "closed" in VALUES[self._event]
        every = known_values(VALUES[self._event])
        entries = dict.fromkeys(entries_of(self._event, matcher, self._host) or ())
        meant = {it: respelled(it, every) for it in entries}
        named = [
            it for it in entries if it and meant[it] is None and (it in every or not is_closed)
        ]
        others = [it for it in every if it not in entries]
        said = dict(
            zip(others, matches_each(self._event, matcher, others, self._host), strict=True)
        )
        values = [*named, *(it for it in others if said[it] != "no-match")]
        shown = quoted(matcher)
        if "undecidable" in said.values():
            value = next(it for it in others if said[it] == "undecidable")
            return (
                None,
                values,
                filled(WORDS["matcher-unknown"], matcher=shown, value=quoted(value)),
            )
        if values:
            is_all = not is_closed and len(values) == len(every)
            return None, None if is_all else values, None
        near = [f"`{it}`" for it in meant.values() if it is not None]
        if near:
            message = filled(WORDS["matcher-case"], matcher=shown, near=", ".join(near))
        elif is_closed or entries or is_invalid(matcher):
            message = filled(WORDS["matcher-values"], matcher=shown)
        else:
            return None, None, filled(WORDS["matcher-open"], matcher=shown)
        return ("matcher", message, None), None, None

    def _held(self, condition: str, value: str) -> str:
        """Returns whether a condition holds for a tool: `yes`, `no`, or `unsure` if the call decides."""
        aliases = ALIASES.get(MATCHED[self._event].get("table", ""), {})
        name = rule_name(condition) or ""
        own, tool = aliases.get(name, name), aliases.get(value, value)
        if own == tool:
            return "yes" if condition[len(name) + 1 : -1] in ("", "*") else "unsure"
        return "unsure" if tool in COVERS.get(own, ()) else "no"

    def _same(self, source: "Source", handler: "Any") -> "Any":
        """Returns what a handler has in common with those that are the same; `None` if nothing is."""
        scope = source.scope()
        if scope is None:
            return None
        kind = handler["type"]
        # An empty text is like an absent key.
        values = (
            handler.get(it) if handler.get(it) != "" else None for it in IDENTITY.get(kind, ())
        )
        same = identity_of([*values] if kind in IDENTITY else handler)
        return scope, kind, same


def _no_group() -> "Found":
    return "malformed", WORDS["malformed-part"], None


def identity_of(value: "Any") -> "Any":
    """Returns a value that can be compared: equal for equal JSON values."""
    if isinstance(value, dict):
        return "object", frozenset((key, identity_of(it)) for key, it in value.items())
    if isinstance(value, list):
        return "array", tuple(map(identity_of, value))
    return type(value) is bool, value
