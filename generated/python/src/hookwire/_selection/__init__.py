"""Says which hooks run on an event, and why the others do not."""

from .._json_values import is_array, is_object
from .._matches import entries_of, is_settled, matcher_value, matches, matches_each
from .._message import filled, nearest, quoted
from .._plan import EVENT_KEY, SESSION_KEY
from .._plan import EVENTS as KNOWN
from .._plan.matchers import ALIASES, MATCHES_ALL
from .._plan.matchers import EVENTS as MATCHED
from .._regex import is_invalid
from .._registration import is_part_of_form, known_values, respelled, rule_name, why_never
from .._registration._rules import step
from .._registration.data import CONDITION, COVERS, HANDLERS, MATCHER, VALUES
from .._rules import Call
from .._validate import asked, known
from .addresses import Addresses
from .data import CONDITION_SINCE, EVENTS, FAILURES, IDENTITY, ORDERED, RULES_SINCE, WORDS
from .host import Host, shown_version
from .sources import in_names, sources_of
from .start import limit_and_start, placeholders_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, TypeAlias

    from .._context import Context
    from .._types import HooksSettings, Selection, SettingsTree
    from .sources import Source

    # Why a handler does not run: the reason, the message, and a part of a document.
    Found: TypeAlias = tuple[str, str, dict[str, Any] | None]
    # What decides whether it runs: conditions, each with its message.
    Doubts: TypeAlias = list[tuple[str, str]]


def select(
    settings: "HooksSettings | SettingsTree | Mapping[str, Any]",
    input: "Mapping[str, Any]",  # noqa: A002  # the same name in every language
    context: "Context | None" = None,
) -> "Selection":
    """Returns which hooks run on an event, and why the others do not.

    For an input without the value that matchers are compared with, such as the name of a tool, it
    answers for all values: `values` of a handler has those with which it runs. An input without
    the id of the session is a part of one: what it does not have is not known.

    Args:
        settings: One document, such as the settings of a project; or a `SettingsTree`, which is an
            object with `sources`: documents with their places.
        input: The input of the event, or the part of it that is known.
        context: Uses the `host`.

    Returns:
        The handlers that run, in the order of the settings; the others, each with the reason; and
        those for which what decides is not known here. Handlers start together: the order of their
        starts is not promised.

    Raises:
        ValueError: The event is unknown, or the settings have `sources` and are not a tree.
        TypeError: `settings` or `input` is not an object.
    """
    version = asked(context)[0]
    if not hasattr(input, "keys"):
        raise TypeError("`input` has to be an object with the name of an event")
    tree: Any = settings if hasattr(settings, "keys") and "sources" in settings else {}
    call = Call(input, tree.get("home"), tree.get("folder"))
    late = _Selector(settings, input, context, Host(version, early=False), call).selection()
    if version is None:
        return late
    early = _Selector(settings, input, context, Host(version, early=True), call).selection()
    return late if early == late else _between(early, late, version)


def _between(early: "Selection", late: "Selection", version: "list[int]") -> "Selection":
    """Returns a selection for a version for which nobody has seen which of two is right."""
    said = ("version", filled(WORDS["version"], host=".".join(map(str, version))))

    def by_place(selection: "Selection") -> "dict[Any, Any]":
        found: dict[Any, Any] = {_place_of(it): (it, [], "") for it in selection["runs"]}
        for it in selection["depends_on"]:
            found[_place_of(it["handler"])] = (it["handler"], it["conditions"], it["message"])
        return found

    possible, other = by_place(late), by_place(early)
    never = {_place_of(it): it for it in early["others"]}
    made: Any = {"event": late["event"], "runs": [], "others": [], "depends_on": []}
    for place, (handler, conditions, message) in possible.items():
        if place in other and (conditions, message) == other[place][1:]:
            if conditions:
                made["depends_on"].append(
                    {"handler": handler, "conditions": conditions, "message": message}
                )
            else:
                made["runs"].append(handler)
        else:
            made["depends_on"].append(_undecided(handler, [said]))
    made["depends_on"] += [
        _undecided(it[0], [said]) for place, it in other.items() if place not in possible
    ]
    made["others"] = [it for it in late["others"] if _place_of(it) not in other]
    listed = {_place_of(it) for it in made["others"]} | possible.keys() | other.keys()
    around = {above for place in listed for above in _above(place)}
    made["others"] += [it for place, it in never.items() if place not in listed | around]
    selection: Selection = made
    return selection


def _place_of(it: "Any") -> "tuple[int, str]":
    return it["source"], it["pointer"]


def _above(place: "tuple[int, str]") -> "Iterator[tuple[int, str]]":
    """Returns the places of the values around the one at a place."""
    source, pointer = place
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield source, pointer


def _undecided(handler: "Any", doubts: "Doubts") -> "dict[str, Any]":
    conditions = [*dict.fromkeys(condition for condition, _ in doubts)]
    message = " ".join(dict.fromkeys(message for _, message in doubts))
    return {"handler": handler, "conditions": conditions, "message": message}


class _Selector:
    __slots__ = (
        "_addresses",
        "_call",
        "_context",
        "_copies",
        "_event",
        "_groups",
        "_host",
        "_input",
        "_is_part",
        "_keys",
        "_made",
        "_matched",
        "_sources",
        "_value",
    )

    def __init__(
        self,
        settings: "Mapping[str, Any]",
        input_: "Mapping[str, Any]",
        context: "Context | None",
        host: Host,
        call: Call,
    ) -> None:
        self._host = host
        self._context = context
        self._input: Any = {**input_}
        self._event = known("event", self._input.get(EVENT_KEY), KNOWN)
        self._is_part = SESSION_KEY not in self._input
        self._value = matcher_value(self._input)
        self._sources = sources_of(settings, host)
        self._addresses = Addresses(self._sources)
        self._made: Any = {"event": self._event, "runs": [], "others": [], "depends_on": []}
        self._keys: dict[Any, int] = {}
        # The handlers that are the same as one that runs, with its index in `runs`.
        self._copies: list[tuple[Any, int]] = []
        self._groups: dict[Any, dict[str, Any]] = {}
        # What is decided before: a document can have the same matcher in many groups.
        self._matched: dict[Any, tuple[Found | None, list[str] | None, Doubts]] = {}
        self._call = call

    def selection(self) -> "Selection":
        for source in self._sources:
            listed = len(self._made["others"])
            for pointer, events in source.events.items():
                for key, groups in in_names(events):
                    target = source.place.get("renames", {}).get(key, key)
                    if self._event in (key, target):
                        self._of_event(source, f"{pointer}/{step(key)}", key, groups)
                    elif key not in EVENTS:
                        found = source.stop or _unknown_event(str(key))
                        self._other(source, f"{pointer}/{step(key)}", found)
            for pointer, name in source.misplaced([self._event]):
                message = filled(WORDS["misplaced-event"], event=name)
                self._other(source, pointer, source.stop or ("malformed", message, None))
            for pointer, found in source.notes:
                self._other(source, pointer, found)
            is_hidden = (
                source.stop is not None and source.stop[0] == "dropped" and not source.events
            )
            if is_hidden and len(self._made["others"]) == listed and source.stop is not None:
                self._other(source, "", source.stop)
        for copy, index in self._copies:
            copy["because"] = {key: self._made["runs"][index][key] for key in ("source", "pointer")}
        made: Selection = self._made
        return made

    def _of_event(self, source: "Source", pointer: str, key: str, groups: "Any") -> None:
        since = EVENTS[key].get("since")
        stop = source.stop
        if stop is None and not self._host.has(since):
            message = filled(WORDS["event-since"], event=key, since=shown_version(since))
            stop = "unknown-event", message, None
        stop = stop or source.wrong.get(pointer)
        if pointer in source.wrong or not is_array(groups):
            if stop is not None:
                self._other(source, pointer, stop)
            return
        for index, group in enumerate(groups):
            self._of_group(source, f"{pointer}/{index}", key, group, stop)

    def _of_group(
        self, source: "Source", pointer: str, key: str, group: "Any", stop: "Found | None"
    ) -> None:
        handlers = group.get(HANDLERS) if is_object(group) else None
        if pointer in source.wrong or not is_array(handlers):
            self._other(source, pointer, stop or source.wrong.get(pointer) or _no_part())
            return
        stop = stop or self._repeated(source, key, group, pointer)
        for number, handler in enumerate(handlers):
            place = f"{pointer}/{HANDLERS}/{number}"
            found = stop or source.wrong.get(place)
            if found is None and not is_object(handler):
                found = _no_part()
            if found is not None:
                self._other(source, place, found)
            else:
                self._handler(source, place, key, group, source.entry(handler, place))

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
        doubts: Doubts = list(source.doubts)
        found = self._of_place(source, key, doubts) or self._of_type(source, handler, doubts)
        values: list[str] | None = None
        if found is None:
            found, values, more = self._of_matcher(group, handler)
            doubts += more
        found = (
            found
            or placeholders_of(source, handler, doubts)
            or self._addresses.of(source, handler, doubts)
        )
        if found is not None:
            self._other(source, pointer, found)
            return
        once: Any = source.place.get("once")
        if once and handler.get(once["key"]) is True and key not in once["but"]:
            doubts.append(("once", WORDS["once"]))
        same = _same(source, handler, values)
        before = None if same is None else self._keys.get(same)
        is_sure = before is None or not _has_order(handler)
        if before is not None and doubts and is_sure:
            self._copy(source.at(pointer), before)
            return
        limit, start = limit_and_start(source, self._event, group, handler, self._host)
        made: Any = {**source.at(pointer), "handler": handler, "timeout": limit, "start": start}
        if values is not None:
            made["values"] = values
        if doubts:
            self._made["depends_on"].append(_undecided(made, doubts))
            return
        runs = self._made["runs"]
        if before is not None and not is_sure:
            doubt = "duplicate", WORDS["duplicate-order"]
            self._made["depends_on"].append(_undecided(runs[before], [doubt]))
            runs[before] = made
            return
        if before is not None:
            # The last one counts, in the place of the first.
            self._copy({key: runs[before][key] for key in ("source", "place", "pointer")}, before)
            runs[before] = made
            return
        if same is not None:
            self._keys[same] = len(runs)
        runs.append(made)

    def _copy(self, at: "Any", index: int) -> None:
        """Notes that a handler is the same as one that runs. A later one can still replace that one in `runs`."""
        copy: Any = {**at, "reason": "duplicate", "because": {}, "message": WORDS["duplicate"]}
        self._made["others"].append(copy)
        self._copies.append((copy, index))

    def _of_place(self, source: "Source", key: str, doubts: "Doubts") -> "Found | None":
        """Returns why hooks of a place do not run on the input."""
        place, given, event = source.place, source.given, self._event
        if place.get("own") and given.get("from_plugin") is True:
            return "place", WORDS["agent-plugin"], None
        is_session = key == event and self._is_of_session(source)
        but = () if is_session else place.get("but", ())
        if event in but or key in but:
            return "place", filled(WORDS["place-event"], event=event), None
        if self._is_failed() and place["name"] not in FAILURES["places"]:
            if place["name"] not in FAILURES.get("unsure", ()):
                return "place", filled(WORDS["failed"], event=event), None
            doubts.append(("type", filled(WORDS["failed-unsure"], event=event)))
        outside = place.get("outside")
        if outside is not None and event not in place.get("outside_but", ()):
            if outside in self._input:
                return "place", WORDS["outside"], None
            if self._is_part:
                doubts.append(("agent", filled(WORDS["outside-part"], key=outside)))
        inside = place.get("inside")
        if is_session and "name" not in given:
            doubts.append(("agent", WORDS["agent-unknown"]))
        if inside is None or is_session:
            return None
        return self._inside(source, key, inside, doubts)

    def _is_of_session(self, source: "Source") -> bool:
        """Returns whether the front matter is that of the agent with which the session was started."""
        place = source.place
        if "inside" not in place or not self._host.has(place.get("session")):
            return False
        name = source.tree.get("agent")
        if name is None and not self._is_part and place["outside_id"] not in self._input:
            name = self._input.get(place["inside"])
        return name is not None and source.given.get("name", name) == name

    def _is_failed(self) -> bool:
        """Returns whether the input is about a call that failed, on an event about calls that succeed."""
        if FAILURES is None or self._event != FAILURES["event"]:
            return False
        returned = self._input.get(FAILURES["key"])
        return isinstance(returned, str) and returned.startswith(FAILURES["begins"])

    def _inside(self, source: "Source", key: str, inside: str, doubts: "Doubts") -> "Found | None":
        """Returns why the front matter of an agent does not count for the input."""
        place, given = source.place, source.given
        name = self._input.get(inside)
        if name is None and self._is_part:
            doubts.append(("agent", filled(WORDS["agent-part"], key=inside)))
            return None
        is_session = place["outside_id"] not in self._input and not self._is_part
        is_new = not is_session or self._host.has(place.get("session"))
        if name is None or given.get("name", name) != name or not is_new:
            return "place", WORDS["inside"], None
        renamed = place.get("renames", {}).get(key, key)
        if renamed != self._event:
            if "agent" in source.tree:
                return "place", WORDS["inside"], None
            doubts.append(("agent", filled(WORDS["agent-renamed"], event=renamed)))
        elif "name" not in given:
            doubts.append(("agent", WORDS["agent-unknown"]))
        return None

    def _of_type(self, source: "Source", handler: "Any", doubts: "Doubts") -> "Found | None":
        """Returns why handlers of a type do not run on the event."""
        if source.is_of_functions:
            return None
        kind = handler["type"]
        of: Any = EVENTS[self._event].get("types", {}).get(kind, {})
        if "never" in of:
            return "type", filled(WORDS[of["never"]], type=kind), None
        if not self._host.has(of.get("since")):
            since = shown_version(of["since"])
            return "type", filled(WORDS["type-event-since"], type=kind, since=since), None
        if "unsure" in of:
            said = filled(WORDS[of["unsure"]], type=kind, note=of.get("note", "")).rstrip(" ")
            doubts.append(("type", said))
        return None

    # Matchers and conditions

    def _of_matcher(
        self, group: "Any", handler: "Any"
    ) -> "tuple[Found | None, list[str] | None, Doubts]":
        """Returns why the matcher or the condition does not let a handler run, and the values with which it runs."""
        matcher: Any = group.get(MATCHER)
        matcher = matcher if isinstance(matcher, str) else None
        condition: Any = handler.get(CONDITION)
        condition = condition if isinstance(condition, str) and condition else None
        if not self._host.has(CONDITION_SINCE):
            condition = None
        key = (matcher, condition)
        if key not in self._matched:
            self._matched[key] = self._decided(matcher, condition)
        return self._matched[key]

    def _decided(
        self, matcher: "str | None", condition: "str | None"
    ) -> "tuple[Found | None, list[str] | None, Doubts]":
        doubts: Doubts = []
        found: Found | None = None
        values: list[str] | None = None
        if condition is not None:
            found = self._never_holds(condition)
        if found is None and self._event in MATCHED and self._value is None:
            found, values = self._of_all(matcher, condition, doubts)
        elif found is None:
            found = self._of_one(matcher, condition, doubts)
        return found, values, doubts

    def _never_holds(self, condition: str) -> "Found | None":
        if not VALUES[self._event].get("condition"):
            return "condition", WORDS["condition-event"], None
        if rule_name(condition) is None:
            message = filled(WORDS["condition-syntax"], condition=quoted(condition))
            return "condition", message, None
        return None

    def _of_one(
        self, matcher: "str | None", condition: "str | None", doubts: "Doubts"
    ) -> "Found | None":
        """Decides for the value of the input."""
        value = self._value or ""
        holes = {"matcher": quoted(matcher or ""), "value": quoted(value)}
        of: Any = MATCHED.get(self._event, {})
        if of.get("part") == "canonical-model" and not (matcher is None or matcher in MATCHES_ALL):
            # No input has that name.
            doubts.append(("matcher", filled(WORDS["matcher-model"], matcher=quoted(matcher))))
            return None
        said = matches(self._event, matcher, self._value, self._context)  # type: ignore[arg-type]
        if said == "no-match":
            near = self._near(matcher or "", value)
            word = "matcher" if near is None else "matcher-letters"
            return "matcher", filled(WORDS[word], near=near or "", **holes), None
        if said == "undecidable":
            doubts.append(("matcher", filled(WORDS["matcher-unknown"], **holes)))
        if condition is None:
            return None
        held = self._held(condition, value)
        if held == "no":
            message = filled(WORDS["condition"], condition=quoted(condition), value=quoted(value))
            return "condition", message, None
        if held == "unsure":
            held = self._held_by_call(condition, value)
        if held == "no":
            message = filled(WORDS["condition-of-call"], condition=quoted(condition))
            return "condition", message, None
        if held == "unsure":
            message = filled(WORDS["condition-call"], condition=quoted(condition))
            doubts.append(("condition", message))
        return None

    def _of_all(
        self, matcher: "str | None", condition: "str | None", doubts: "Doubts"
    ) -> "tuple[Found | None, list[str] | None]":
        """Decides for all values that are known. They are `None` if the handler runs with every one."""
        found, values, doubt = self._values_of(matcher)
        if doubt is not None:
            doubts.append(("matcher", doubt))
        if found is not None or condition is None or (doubt is not None and not values):
            return found, values
        every = known_values(VALUES[self._event])
        held = {it: self._held(condition, it) for it in (every if values is None else values)}
        values = [it for it in held if held[it] != "no"]
        if not values and rule_name(condition) not in every:
            # The tool of a newer host, or of a server.
            message = filled(WORDS["condition-call"], condition=quoted(condition))
            doubts.append(("condition", message))
            return None, None
        if not values:
            holes = {"condition": quoted(condition)}
            return ("condition", filled(WORDS["condition-tools"], **holes), None), None
        if any(held[it] == "unsure" for it in values):
            message = filled(WORDS["condition-call"], condition=quoted(condition))
            doubts.append(("condition", message))
        return None, values

    def _near(self, matcher: str, value: str) -> "str | None":
        """Returns the name for a value that a matcher has in other letters."""
        names = {
            it.lower(): it
            for it in reversed([value, *known_values(VALUES[self._event])])
            if it.isascii() and self._current(it) == self._current(value)
        }
        entries = entries_of(self._event, matcher, self._host.version) or ()
        found = (names.get(it.lower()) for it in entries if it.isascii())
        return next((it for it in found if it is not None), None)

    def _current(self, name: str) -> str:
        """Returns the current name of a value."""
        aliases: dict[str, str] = ALIASES.get(MATCHED[self._event].get("table", ""), {})
        return aliases.get(name, name)

    def _values_of(
        self, matcher: "str | None"
    ) -> "tuple[Found | None, list[str] | None, str | None]":
        """Returns why a matcher matches nothing, the known values that it may match, and what decides."""
        if matcher is None or matcher in MATCHES_ALL:
            return None, None, None
        of = VALUES[self._event]
        every, version = known_values(of), self._host.version
        entries = dict.fromkeys(entries_of(self._event, matcher, version) or ())
        said = dict(zip(every, matches_each(self._event, matcher, every, version), strict=True))
        in_order = [
            *(it for it in entries if it in said),
            *(it for it in every if it not in entries),
        ]
        values = [it for it in in_order if said[it] != "no-match"]
        shown = quoted(matcher)
        certain = [it for it in values if said[it] == "match"]
        if is_settled(self._event, version):
            # Such a host does not send the old name of a tool.
            values = [it for it in values if it in certain or self._current(it) not in certain]
        unsure = next((it for it in values if said[it] == "undecidable"), None)
        if unsure is not None:
            listed = ", ".join(quoted(it) for it in certain)
            holes = {"matcher": shown, "value": quoted(unsure), "values": listed}
            word = "matcher-partly" if certain else "matcher-unknown"
            return None, values, filled(WORDS[word], **holes)
        if values:
            is_all = "closed" not in of and len(values) == len(every)
            return None, None if is_all else values, None
        meant = [respelled(it, every) for it in entries]
        near = [f"`{it}`" for it in meant if it is not None]
        can_be = any(
            it and meant[at] is None and not is_part_of_form(it, of)
            for at, it in enumerate(entries)
        )
        if "closed" not in of and (can_be or (not entries and not is_invalid(matcher))):
            never = None if entries else why_never(matcher, self._event, version)
            if never is not None:
                return ("matcher", never, None), None, None
            return None, [], filled(WORDS["matcher-open"], matcher=shown)
        if near:
            message = filled(WORDS["matcher-case"], matcher=shown, near=", ".join(near))
        else:
            message = filled(WORDS["matcher-values"], matcher=shown)
        return ("matcher", message, None), None, None

    def _held(self, condition: str, value: str) -> str:
        """Returns whether a condition holds for a tool: `yes`, `no`, or `unsure` if the call decides."""
        name = rule_name(condition) or ""
        own, tool = self._current(name), self._current(value)
        if own != tool and tool not in COVERS.get(own, ()):
            return "no"
        from .._rules.data import COVERS_ALL, TOOLS  # noqa: PLC0415  # most hooks have no condition

        if condition[len(name) + 1 : -1] not in COVERS_ALL:
            return "unsure"
        return "yes" if own == tool or (self._host.has(RULES_SINCE) and tool in TOOLS) else "unsure"

    def _held_by_call(self, condition: str, value: str) -> str:
        """Returns whether a condition holds for the call of the input: `yes`, `no` or `unsure`."""
        if not self._host.has(RULES_SINCE):
            return "unsure"
        covered = self._call.covers(condition)
        if covered:
            return "yes"
        # Whether a rule is about the calls of another tool, nobody has seen for each.
        aliases = ALIASES.get(MATCHED[self._event].get("table", ""), {})
        name = rule_name(condition) or ""
        is_own = aliases.get(name, name) == aliases.get(value, value)
        return "no" if covered is False and is_own else "unsure"


def _unknown_event(name: str) -> "Found":
    near = nearest(name, EVENTS)
    if near is None:
        return "unknown-event", filled(WORDS["event-unknown"], name=quoted(name)), None
    return "unknown-event", filled(WORDS["event-name"], name=quoted(name), event=near), None


def _no_part() -> "Found":
    return "malformed", WORDS["malformed-part"], None


def _same(source: "Source", handler: "Any", values: "list[str] | None") -> "Any":
    """Returns what a handler has in common with those that are the same; `None` if there are none."""
    scope = source.scope()
    if scope is None:
        return None
    kind = handler["type"]
    # An empty text is like an absent key.
    given = [handler.get(it) if handler.get(it) != "" else None for it in IDENTITY.get(kind, ())]
    whole = identity_of(given if kind in IDENTITY else handler)
    return scope, kind, whole, None if values is None else tuple(values)


def _has_order(handler: "Any") -> bool:
    """Returns whether a handler has keys whose order counts when it is compared."""
    return any(_is_ordered(handler.get(it)) for it in ORDERED.get(handler["type"], ()))


def _is_ordered(value: "Any") -> bool:
    """Returns whether there is an object with several keys in a value."""
    if is_object(value):
        return len(value) > 1 or any(map(_is_ordered, value.values()))
    return is_array(value) and any(map(_is_ordered, value))


def identity_of(value: "Any") -> "Any":
    """Returns a value that can be compared: equal for equal JSON values."""
    if is_object(value):
        return "object", frozenset((key, identity_of(it)) for key, it in value.items())
    if is_array(value):
        return "array", tuple(map(identity_of, value))
    if isinstance(value, (str, int, float, bool)) or value is None:
        return type(value) is bool, value
    return type(value).__name__, repr(value)
