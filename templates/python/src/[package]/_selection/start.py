"""How the host starts a handler: its time limit, its command, and what decides whether it can be started."""

from .._json_values import is_array, is_object
from .._message import filled, quoted
from .._outcomes.run import command_of, limit_of
from .data import ADDRESSES, PLACEHOLDERS, TYPES, WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from . import Doubts, Found
    from .host import Host
    from .sources import Source

_OPTION = "option"


def limit_and_start(
    source: "Source", event: str, group: "Any", handler: "Any", host: "Host"
) -> "tuple[float, dict[str, Any]]":
    """Returns the time limit of a handler in seconds, and how the host starts it."""
    if source.is_of_functions:
        return limit_of(event, group, host.version), {"form": "function"}
    limit = limit_of(event, handler, host.version)
    form = TYPES[handler["type"]]["form"]
    if form != "command":
        return limit, {"form": form}
    values = {
        it["name"]: given for it in _known(source) if (given := _given(source, it)) is not None
    }
    made: dict[str, Any] = {
        "form": "shell" if handler.get("args") is None else "exec",
        "command": command_of(handler, values),
    }
    if values:
        made["environment"] = values
    texts = _texts(handler)
    names = [
        it["name"] for it in _known(source) if it["is"] != _OPTION and it["name"] not in values
    ]
    unfilled = [name for name in names if any(f"${{{name}}}" in text for text in texts)]
    if unfilled:
        made["unfilled"] = unfilled
    return limit, made


def _known(source: "Source") -> "list[Any]":
    """Returns the placeholders that the host knows in a place."""
    name = source.place["name"]
    return [it for it in PLACEHOLDERS if name in it.get("places", (name,))]


def _given(source: "Source", placeholder: "Any") -> "str | None":
    of: Any = source.tree if placeholder["is"] == "folder" else source.given
    value = of.get(placeholder["is"])
    return value if isinstance(value, str) else None


def _texts(handler: "Any") -> "list[str]":
    return [handler["command"], *(handler.get("args") or [])]


def placeholders_of(source: "Source", handler: "Any", doubts: "Doubts") -> "Found | None":
    """Returns why the placeholders of a command keep it from being started."""
    if source.is_of_functions or TYPES[handler["type"]]["form"] != "command":
        return None
    known = _known(source)
    is_line = handler.get("args") is None
    for text in _texts(handler):
        for part in text.split("${")[1:]:
            name, end, _ = part.partition("}")
            of = next((it for it in PLACEHOLDERS if end and _is(it, name)), None)
            if of is None or (of["is"] == _OPTION and of not in known):
                continue
            if of not in known or ("direct" in of and is_line):
                return "placeholder", filled(WORDS["placeholder"], name=_shown(name)), None
            if of["is"] == _OPTION:
                shown = _shown(name[len(of["name"]) :])
                doubts.append(("plugin", filled(WORDS["option"], name=shown)))
    return None


def _shown(name: str) -> str:
    """Returns a name as messages show it, without quotes."""
    return quoted(name)[1:].replace('"', "")


def _is(placeholder: "Any", name: str) -> bool:
    own: str = placeholder["name"]
    return name.startswith(own) if placeholder["is"] == _OPTION else name == own


class Addresses:
    """The addresses that settings allow."""

    __slots__ = ("_decided", "_lists", "_patterns")

    def __init__(self, sources: "list[Source]") -> None:
        """Reads the lists of all documents."""
        lists = [(it, _list_of(it)) for it in sources]
        self._lists = [(it, patterns) for it, patterns in lists if patterns is not None]
        patterns = (it for _, all_ in self._lists for it in all_ if isinstance(it, str))
        parts = map(_parts_of, dict.fromkeys(patterns))
        self._patterns = [it for it in parts if it is not None]
        self._decided: dict[str, bool] = {}

    def of(self, source: "Source", handler: "Any") -> "Found | None":
        """Returns why the address of a handler is not allowed."""
        if not self._lists or source.is_of_functions:
            return None
        address: Any = handler.get(ADDRESSES["of"])
        if TYPES[handler["type"]]["form"] != "request" or self._is_allowed(address):
            return None
        holes = {"key": ADDRESSES["key"], "value": quoted(address)}
        name = source.place["name"]
        own = any(it.place["name"] == name for it, _ in self._lists)
        if name in ADDRESSES.get("exempt", ()) and not own:
            return None
        first = self._lists[0][0]
        because = {"source": first.index, "pointer": f"/{ADDRESSES['key']}"}
        return "address", filled(WORDS["address"], **holes), because

    def _is_allowed(self, address: str) -> bool:
        if address not in self._decided:
            lower = _lower_host(address)
            self._decided[address] = any(_allows(it, lower) for it in self._patterns)
        return self._decided[address]


def _list_of(source: "Source") -> "list[Any] | None":
    of: Any = ADDRESSES
    document: Any = source.document
    counts = source.stop is None or source.stop[0] == "disabled"
    if of is None or source.place["name"] not in of["places"]:
        return None
    if not counts or not is_object(document):
        return None
    found = document.get(of["key"])
    return found if is_array(found) else None


def _parts_of(pattern: str) -> "list[str] | None":
    """Returns the parts of a pattern; `None` without a scheme, because it matches nothing then."""
    pattern = pattern.strip(" \t\n\r").partition("#")[0]
    rest = pattern.partition(":")[2]
    if pattern != "*" and not rest.startswith(("//", "*")):
        return None
    return _lower_host(pattern).split("*")


def _allows(pattern: "list[str]", address: str) -> bool:
    """Returns whether a pattern allows an address. Its parts have any text between them."""
    first, *parts = pattern
    if not address.startswith(first) or (not parts and address != first):
        return False
    if not parts:
        return True
    rest = address[len(first) :]
    *middle, last = parts
    for part in middle:
        at = rest.find(part)
        if at < 0:
            return False
        rest = rest[at + len(part) :]
    return rest.endswith(last)


def _lower_host(address: str) -> str:
    """Returns an address with its scheme and host in lower case, because their case does not count."""
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.lower()}{mark}{host.lower()}{slash}{path}" if mark else address
