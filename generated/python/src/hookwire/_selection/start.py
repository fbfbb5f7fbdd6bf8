"""How the host starts a handler: its time limit, its command, and what decides whether it can be started."""

from .._message import filled, quoted
from .._outcomes.run import command_of, limit_of
from .data import ADDRESSES, PLACEHOLDERS, TYPES, WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from . import Found
    from .sources import Source

_OPTION = "option"


def limit_and_start(source: "Source", event: str, handler: "Any") -> "tuple[float, dict[str, Any]]":
    """Returns the time limit of a handler in seconds, and how the host starts it."""
    kind = handler.get("type")
    form = (
        TYPES[kind]["form"]
        if kind in TYPES and source.place["duplicates"] != "none"
        else "function"
    )
    limit = limit_of(event, handler)
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
    unfilled = [
        it["name"] for it in _known(source) if it["is"] != _OPTION and it["name"] not in values
    ]
    unfilled = [name for name in unfilled if any(f"${{{name}}}" in text for text in texts)]
    if unfilled:
        made["unfilled"] = unfilled
    return limit, made


def _known(source: "Source") -> "list[Any]":
    """Returns the placeholders that the host knows in a place."""
    return [
        it
        for it in PLACEHOLDERS
        if source.place["name"] in it.get("places", (source.place["name"],))
    ]


def _given(source: "Source", placeholder: "Any") -> "str | None":
    of: Any = source.tree if placeholder["is"] == "folder" else source.given
    value = of.get(placeholder["is"])
    return value if isinstance(value, str) else None


def _texts(handler: "Any") -> "list[str]":
    return [handler["command"], *(handler.get("args") or [])]


def placeholders_of(
    source: "Source", handler: "Any", doubts: "list[tuple[str, str]]"
) -> "Found | None":
    """Returns why the placeholders of a command keep it from being started."""
    if (
        TYPES.get(handler.get("type"), {}).get("form") != "command"
        or source.place["duplicates"] == "none"
    ):
        return None
    known = _known(source)
    for text in _texts(handler):
        for part in text.split("${")[1:]:
            name, end, _ = part.partition("}")
            of = next((it for it in PLACEHOLDERS if end and _is(it, name)), None)
            if of is None:
                continue
            is_there = of in known and not ("direct" in of and handler.get("args") is None)
            if of["is"] == _OPTION and is_there:
                shown = name[len(of["name"]) :]
                doubts.append(("plugin", filled(WORDS["option"], name=shown)))
            elif of["is"] == _OPTION and of not in known:
                continue
            elif not is_there:
                return "placeholder", filled(WORDS["placeholder"], name=name), None
    return None


def _is(placeholder: "Any", name: str) -> bool:
    own: str = placeholder["name"]
    return name.startswith(own) if placeholder["is"] == _OPTION else name == own


def address_of(
    sources: "list[Source]", source: "Source", handler: "Any", doubts: "list[tuple[str, str]]"
) -> "Found | None":
    """Returns why the address of a handler is not allowed."""
    address = handler.get(ADDRESSES["of"]) if ADDRESSES else None
    if not isinstance(address, str) or TYPES.get(handler.get("type"), {}).get("form") != "request":
        return None
    lists: Any = [(it, _list_of(it)) for it in sources if _counts(it)]
    lists = [(it, patterns) for it, patterns in lists if isinstance(patterns, list)]
    patterns = [pattern for _, all_ in lists for pattern in all_ if isinstance(pattern, str)]
    if not lists or any(_allows(it, address) for it in patterns):
        return None
    holes = {"key": ADDRESSES["key"], "value": quoted(address)}
    name = source.place["name"]
    if name in ADDRESSES.get("unsure", ()) and all(it.place["name"] != name for it, _ in lists):
        doubts.append(("address", filled(WORDS["address-unsure"], **holes)))
        return None
    first = lists[0][0]
    because = {"source": first.index, "pointer": f"/{ADDRESSES['key']}"}
    return "address", filled(WORDS["address"], **holes), because


def _counts(source: "Source") -> bool:
    is_there = source.place["name"] in ADDRESSES["places"] and isinstance(source.document, dict)
    return is_there and (source.stop is None or source.stop[0] == "disabled")


def _list_of(source: "Source") -> "Any":
    document: Any = source.document
    return document.get(ADDRESSES["key"])


def _allows(pattern: str, address: str) -> bool:
    """Returns whether a pattern allows an address. `*` matches any text, and the case of a host does not count."""
    first, *parts = _lower_host(pattern).split("*")
    rest = _lower_host(address)
    if not rest.startswith(first) or (not parts and rest != first):
        return False
    if not parts:
        return True
    rest = rest[len(first) :]
    *middle, last = parts
    for part in middle:
        at = rest.find(part)
        if at < 0:
            return False
        rest = rest[at + len(part) :]
    return rest.endswith(last)


def _lower_host(address: str) -> str:
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.lower()}{slash}{path}" if mark else address
