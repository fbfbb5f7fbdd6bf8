"""How the host starts a handler: its time limit, its command, and what decides whether it can be started."""

from .._message import filled, quoted
from .._outcomes.run import command_of, limit_of
from .data import PLACEHOLDERS, TYPES, WORDS

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
