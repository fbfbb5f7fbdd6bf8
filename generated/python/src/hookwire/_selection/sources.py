"""Reads the documents of a selection: which of them count, and which parts the host drops."""

from .._json_values import is_array, is_object, is_same, is_too_deep, json_type
from .._message import filled, quoted
from .._plan.words import WORDS as PLAN_WORDS
from .._registration._rules import step, values_at
from .._registration.data import DOCUMENTS, HANDLERS
from .._walk import problems_of
from .data import (
    BROKEN,
    DEFAULT,
    EVENTS,
    MALFORMED,
    PLACES,
    REFUSED,
    SPARED,
    SWITCHES,
    TYPES,
    WORDS,
)
from .host import shown_version

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from . import Found
    from .host import Host

_TREE = "SettingsTree"
_REFUSED = ("rejected", "ignored")


class Source:
    """A document with hooks, and what is known about it."""

    __slots__ = (
        "document",
        "doubts",
        "events",
        "given",
        "index",
        "notes",
        "owner",
        "place",
        "stop",
        "tree",
        "type",
        "unknown",
        "wrong",
    )

    def __init__(self, index: int, given: "Mapping[str, Any]", tree: "Mapping[str, Any]") -> None:
        """Creates a source that is not read yet."""
        self.index = index
        self.given = given
        self.tree = tree
        self.place: Any = PLACES[given["place"]]
        is_manifest = "together" in self.place and given.get("manifest") is True
        self.type: str = self.place["together"] if is_manifest else self.place["documents"][0]
        self.document = given["document"]
        self.events: dict[str, dict[Any, Any]] = {
            pointer: value
            for path in DOCUMENTS[self.type]
            for pointer, value in values_at(self.document, path)
            if is_object(value)
        }
        """The objects with events as keys, by their pointers."""
        self.owner: object = index
        """What the documents of one plugin, skill or agent have in common."""
        self.stop: Found | None = None
        """Why none of its hooks runs."""
        self.wrong: dict[str, Found] = {}
        """The parts that the host drops, by pointer."""
        self.unknown: frozenset[str] = frozenset()
        """The parts that this version of the host does not know, and ignores."""
        self.notes: list[tuple[str, Found]] = []
        """Other parts without effect, with their pointers."""
        self.doubts: list[tuple[str, str]] = []
        """What decides whether its hooks run."""

    @property
    def is_of_functions(self) -> bool:
        """Whether its handlers are functions of a program."""
        return "functions" in self.place

    def is_read(self, host: "Host") -> bool:
        """Whether its settings count. Those of some places do, even if its hooks are dropped."""
        keeps = "required" in self.place and host.has(self.place["required"])
        return self.stop is None or (keeps and self.stop[0] == "dropped")

    @property
    def is_unreadable(self) -> bool:
        """Whether the host reads nothing of it: it is dropped, and has nothing but hooks."""
        if self.stop is None or self.stop[0] != "dropped":
            return False
        roots = [path[0] for path in DOCUMENTS[self.type] if path]
        return not is_object(self.document) or all(key in roots for key in self.document)

    def at(self, pointer: str) -> "dict[str, Any]":
        """Returns a place in the document."""
        return {"source": self.index, "place": self.place["name"], "pointer": pointer}

    def entry(self, handler: "dict[str, Any]", pointer: str) -> "dict[str, Any]":
        """Returns the entry of a handler as this version of the host reads it."""
        return {
            key: it for key, it in handler.items() if f"{pointer}/{step(key)}" not in self.unknown
        }

    def scope(self) -> "tuple[object, ...] | None":
        """Returns what the places have in common whose handlers are compared; `None` if they are not."""
        word = self.place["duplicates"]
        if word == "none":
            return None
        own = {"owner": self.owner, "place": None}
        return (word, self.place["name"], own[word]) if word in own else (word,)

    def read(self, host: "Host") -> None:
        """Finds what the host drops of it."""
        if self.is_of_functions:
            return
        for pointer, message in self._mistakes(host):
            part = self._dropped(pointer, host)
            if part is None:
                because = self._pointer(pointer)
                word = "dropped" if because["pointer"] else "dropped-whole"
                holes = {"problem": message, "pointer": quoted(because["pointer"])}
                self.stop = ("dropped", filled(WORDS[word], **holes), because)
                return
            if part:
                text = filled(WORDS["malformed"], problem=message)
                self.wrong.setdefault(part, ("malformed", text, None))

    def _pointer(self, pointer: str) -> "dict[str, Any]":
        """Returns a place in the document, or the one around a value that is missing."""
        value, found = self.document, ""
        for part in pointer.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if is_object(value) and key in value:
                value = value[key]
            elif is_array(value) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
            else:
                break
            found += f"/{part}"
        return {"source": self.index, "pointer": found}

    def _mistakes(self, host: "Host") -> "Iterator[tuple[str, str]]":
        """Returns the mistakes because of which the host drops something: their pointers, and what is wrong."""
        if is_too_deep(self.document):
            yield "", PLAN_WORDS["too-deep-value"]
            return
        if not is_object(self.document):
            yield "", WORDS["no-value" if isinstance(self.document, str) else "no-object"]
            return
        yield from self._refused(host)
        problems = problems_of(self.document, self.type, host.version)
        # What a host does not know, it does not refuse.
        self.unknown = frozenset(
            it["pointer"]
            for it in problems
            if it["code"] == "unsupported-by-host" and it["severity"] == "ignored"
        )
        for it in problems:
            if it["severity"] == "rejected" and not self._is_unknown(it["pointer"]):
                yield it["pointer"], it["message"]
        for pointer, events in self.events.items():
            for name, groups in in_names(events):
                below = f"{pointer}/{step(name)}"
                if not is_event(name, host):
                    yield below, _of_unknown(name)
                for place, handler in values_at(groups, ["*", HANDLERS, "*"], below):
                    if is_object(handler):
                        yield from _of_handler(handler, place, host)

    def _is_unknown(self, pointer: str) -> bool:
        """Returns whether a pointer is in a part that this version of the host does not know."""
        while pointer:
            if pointer in self.unknown:
                return True
            pointer = pointer.rpartition("/")[0]
        return False

    def _refused(self, host: "Host") -> "Iterator[tuple[str, str]]":
        """Returns the values outside of the hooks that drop the document, and hooks at a wrong place."""
        for it in REFUSED:
            if self.type not in it["types"] or not host.holds(it):
                continue
            found = [*values_at(self.document, it["at"])]
            if not found and "required" in it:
                at = f"/{step(it['at'][0])}"
                yield at, _of_refused(at)
            for pointer, value in found:
                if not _is_accepted(it, value):
                    yield pointer, _of_refused(pointer)
        for pointer, name in self.misplaced(reading_of(host).get("elsewhere", ())):
            yield pointer, filled(WORDS["misplaced-event"], event=name)

    def misplaced(self, names: "Sequence[str]") -> "Iterator[tuple[str, str]]":
        """Returns the events that are beside the object with the events, or below another name in it."""
        paths = [path for path in DOCUMENTS[self.type] if path]
        if not names or not paths or not is_object(self.document):
            return
        roots = {path[0] for path in paths}
        beside = [("", self.document)]
        beside += [
            (f"/{step(key)}", value)
            for key, value in in_names(self.document)
            if key not in roots and str(key).lower() in roots
        ]
        beside += [
            (f"{pointer}/{step(key)}", value)
            for pointer, events in self.events.items()
            for key, value in in_names(events)
            if key not in EVENTS
        ]
        for pointer, value in beside:
            for name in names if is_object(value) else ():
                if name in value:
                    yield f"{pointer}/{name}", name

    def _dropped(self, pointer: str, host: "Host") -> "str | None":
        """Returns the pointer to the part that a mistake drops; `None` for the whole document, empty for nothing."""
        inside = pointer.rpartition("/")[0] if pointer else ""
        while inside and inside not in self.events:
            inside = inside.rpartition("/")[0]
        if inside not in self.events:
            return "" if self._is_spared(pointer, host) else None
        event, *rest = pointer[len(inside) + 1 :].split("/")
        reading = reading_of(host)
        if event not in EVENTS and rest and rest[-1] in reading.get("elsewhere", ()):
            return None
        if not is_event(event, host):
            unknown = reading.get("unknown", [])
            return None if unknown == "all" or self.place["name"] in unknown else ""
        if not rest and "null" in reading and self.events[inside][event] is None:
            return ""
        events = reading.get("entry" if rest else "event", [])
        if self.place.get("whole") or events == "all" or event in events:
            return None
        depth = 4 if len(rest) > 2 and rest[1] == HANDLERS else 2 if rest else 1  # noqa: PLR2004
        return "/".join([inside, *[event, *rest][:depth]])

    def _is_spared(self, pointer: str, host: "Host") -> bool:
        """Returns whether a mistake outside of the hooks drops nothing."""
        if pointer == "" or not is_object(self.document):
            return False
        key = pointer.split("/")[1]
        keeps = self.place.get("keeps_broken_keys")
        roots = [path[0] for path in DOCUMENTS[self.type] if path]
        if keeps is not None and host.has(keeps) and key not in roots and key not in EVENTS:
            return True
        value = self.document.get(key)
        return any(
            it["at"] == key
            and ("values" not in it or any(is_same(value, one) for one in it["values"]))
            for it in SPARED
        )


def sources_of(settings: "Mapping[str, Any]", host: "Host") -> "list[Source]":
    """Returns the sources of settings, in the order of the answer.

    Raises:
        ValueError: The settings have `sources`, and are not a tree.
        TypeError: The settings are not an object.
    """
    if not hasattr(settings, "keys"):
        raise TypeError("`settings` has to be an object: a document, or one with `sources`")
    tree = {**settings}
    if "sources" in tree:
        _check(tree)
    else:
        tree = {"sources": [{"place": DEFAULT, "document": tree}]}
    all_of = [Source(index, given, tree) for index, given in enumerate(tree["sources"])]
    order = [*PLACES]
    all_of.sort(key=lambda it: order.index(it.place["name"]))
    _own(all_of)
    for source in all_of:
        source.stop = _not_read(source, host)
        if source.stop is None:
            source.read(host)
    _together(all_of)
    _switch(all_of, host)
    _note(all_of, host)
    return all_of


def _check(tree: "dict[str, Any]") -> None:
    """Refuses what is not a tree. The documents are read later."""
    listed: Any = tree["sources"]
    if isinstance(listed, (list, tuple)):
        every: list[Any] = [*listed]
        tree = {**tree, "sources": [_without_document(it) for it in every]}
    for it in problems_of(tree, _TREE, None):
        if it["severity"] in _REFUSED:
            raise ValueError(
                f"the settings are not a tree, at {quoted(it['pointer'])}: {it['message']}"
            )


def _without_document(source: "Any") -> "Any":
    is_there = hasattr(source, "keys") and "document" in source
    return {**source, "document": None} if is_there else source


def _own(sources: "list[Source]") -> None:
    """Finds the documents of the same plugin, skill or agent: of the same folder, or of the same name."""
    roots: dict[tuple[str, str], str] = {}
    for it in sources:
        if "root" in it.given and "name" in it.given:
            roots.setdefault((it.place["name"], it.given["name"]), it.given["root"])
    for it in sources:
        name = it.given.get("name")
        root = it.given.get("root")
        if root is None and name is not None:
            root = roots.get((it.place["name"], name))
        if root is not None:
            it.owner = "root", root
        elif name is not None:
            it.owner = "name", name


def in_names(value: "dict[Any, Any]") -> "list[tuple[Any, Any]]":
    """Returns the items of an object by their keys: the order in a document does not count."""
    return sorted(value.items(), key=lambda it: str(it[0]))


def reading_of(host: "Host") -> "Any":
    """Returns what mistakes drop in a version of the host."""
    none: dict[str, Any] = {}
    return next((it for it in BROKEN if host.holds(it)), none)


def is_event(name: object, host: "Host") -> bool:
    """Returns whether a version of the host knows an event."""
    return isinstance(name, str) and name in EVENTS and host.has(EVENTS[name].get("since"))


def _of_handler(handler: "Any", place: str, host: "Host") -> "Iterator[tuple[str, str]]":
    """Returns why a version of the host cannot read a handler."""
    kind = handler.get("type")
    for it in MALFORMED:
        text = handler.get(it["key"])
        if it["type"] == kind and isinstance(text, str) and it["contains"] not in text:
            at = f"{place}/{step(it['key'])}"
            yield at, _of_refused(at)
    since = TYPES[kind].get("since") if isinstance(kind, str) and kind in TYPES else None
    if not host.has(since):
        yield place, filled(WORDS["type-since"], type=str(kind), since=shown_version(since))


def _of_refused(pointer: str) -> str:
    return filled(WORDS["refused-value"], pointer=quoted(pointer))


def _of_unknown(name: "Any") -> str:
    if name not in EVENTS:
        return filled(WORDS["event-unknown"], name=quoted(str(name)))
    return filled(WORDS["event-since"], event=name, since=shown_version(EVENTS[name]["since"]))


def _is_accepted(it: "Any", value: object) -> bool:
    if "begins" in it:
        return not isinstance(value, str) or value.startswith(it["begins"])
    if "is" in it and json_type(value) not in it["is"]:
        return False
    if "least" in it and isinstance(value, (int, float)) and value < it["least"]:
        return False
    return "values" not in it or any(is_same(value, one) for one in it["values"])


def _not_read(source: "Source", host: "Host") -> "Found | None":
    """Returns why the host does not read a document in this session."""
    place, given, tree = source.place, source.given, source.tree
    said: str | None = None
    above = given.get("above")
    if not host.has(place.get("since")):
        since = shown_version(place["since"])
        return "not-read", filled(WORDS["place-since"], since=since), None
    if above is not None and above not in place.get("above", (above,)):
        said = "above"
    elif place.get("listed") and place["name"] not in tree.get("setting_sources", (place["name"],)):
        said = "listed"
    elif tree.get("plain") is True and not place.get("plain"):
        said = "plain"
    elif tree.get("trusted") is False:
        session = tree.get("session")
        if session == "terminal":
            said = "trust"
        elif "trusted" in place and host.has(place["trusted"]):
            said = "agent-trust"
        elif session is None:
            source.doubts.append(("session", WORDS["trust-unsure"]))
    return None if said is None else ("not-read", WORDS[said], None)


def _together(sources: "list[Source]") -> None:
    """Drops what depends on another document that cannot be read."""
    dropped: dict[object, Found] = {}
    for it in sources:
        if it.stop is not None and it.stop[0] == "dropped" and it.type == it.place.get("together"):
            dropped.setdefault((it.place["name"], it.owner), it.stop)
    for it in sources:
        stop = dropped.get((it.place["name"], it.owner)) if it.stop is None else None
        if stop is not None:
            it.stop = (stop[0], WORDS["together"], stop[2])


def _switch(sources: "list[Source]", host: "Host") -> None:
    """Switches hooks off: because the host does not start, or because of a setting."""
    for name, place in PLACES.items():
        own = [it for it in sources if it.place["name"] == name]
        is_required = "required" in place and host.has(place["required"])
        if is_required and own and all(it.is_unreadable for it in own):
            said = filled(WORDS["not-started"], place=place["title"])
            for source in sources:
                source.stop = source.stop or (
                    "not-started",
                    said,
                    own[0].stop[2] if own[0].stop else None,
                )
    for switch in SWITCHES:
        decisive = _decisive(sources, switch, host) if host.holds(switch) else None
        if decisive is not None:
            _switch_off(sources, switch, decisive, host)


def _switch_off(sources: "list[Source]", switch: "Any", decisive: "Source", host: "Host") -> None:
    of = decisive.place["name"]
    because = {"source": decisive.index, "pointer": f"/{step(switch['key'])}"}
    holes = {"key": switch["key"], "place": decisive.place["title"]}
    for source in sources:
        name = source.place["name"]
        is_kept = name in switch["keeps"] and of not in switch.get("none_if", ())
        if source.stop is not None or is_kept:
            continue
        can_be_forced = name in switch.get("forced", ()) and host.has(switch.get("forced_since"))
        forced = source.given.get("forced") if can_be_forced else False
        if name in switch.get("unsure", ()):
            source.doubts.append(("switch", filled(WORDS["switch-unsure"], **holes)))
        elif forced is None:
            source.doubts.append(("plugin", WORDS["forced"]))
        elif forced is not True:
            source.stop = ("disabled", filled(WORDS["disabled"], **holes), because)


def _decisive(sources: "list[Source]", switch: "Any", host: "Host") -> "Source | None":
    """Returns the document that switches hooks off, if one does."""
    found: Source | None = None
    for place in switch["places"]:
        for source in sources:
            document: Any = source.document
            is_read = source.place["name"] == place and source.is_read(host)
            if not is_read or not is_object(document):
                continue
            value = document.get(switch["key"])
            if _is_on(switch, value):
                found = source
            elif any(is_same(value, it) for it in switch["off"]):
                found = None
    return found


def _is_on(switch: "Any", value: object) -> bool:
    """Returns whether the value of a switch switches hooks off."""
    item = switch.get("item")
    has_item = item is not None and is_array(value) and item in value
    return has_item or any(is_same(value, it) for it in switch["on"])


def _note(sources: "list[Source]", host: "Host") -> None:
    """Notes switches in places where they do not count, and files that are not among the sources."""
    for source in sources:
        document: Any = source.document
        if source.stop is not None or source.is_of_functions or not is_object(document):
            continue
        for switch in SWITCHES:
            is_here = source.place["name"] in switch["places"]
            if not is_here and host.holds(switch) and _is_on(switch, document.get(switch["key"])):
                places = ", ".join(PLACES[it]["title"] for it in switch["places"])
                said = filled(WORDS["no-switch"], key=switch["key"], places=places)
                found = "without-effect", said, None
                source.notes.append((f"/{step(switch['key'])}", found))
        key = source.place.get("files")
        if key is not None and source.type == source.place.get("together"):
            named = document.get(key)
            paths = {it for it in (named if is_array(named) else [named]) if isinstance(it, str)}
            others = [it for it in sources if it.owner == source.owner and it.type != source.type]
            if len(others) < len(paths):
                source.notes.append((f"/{step(key)}", ("not-given", WORDS["not-given"], None)))
