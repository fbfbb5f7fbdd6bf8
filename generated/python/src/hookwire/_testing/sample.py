"""Makes payloads."""

from .._context import Context
from .._json_values import is_object, loads
from .._plan import ARGUMENTS_KEY, TABLES, TOOL_KEY
from .._plan import EVENTS as TYPES
from .._validate import known, validate, version_of
from .._walk import type_of
from .data import EVENTS, TOOLS, said

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from .._types import HookEvent
    from .._walk import Version


def sample(
    event: "HookEvent", /, tool: "str | None" = None, host: "str | None" = None, **values: object
) -> "dict[str, Any]":
    """Returns a payload as the host would write it, for tests.

    Args:
        event: The event.
        tool: The tool, for an event that is about one. The default is `"Bash"`.
        host: The version of the host: the payload has no field that is newer. The default is the
            newest known one.
        values: Fields of the input, or arguments of the tool: `command="ls"`.

    Returns:
        The payload. It is yours to change.

    Raises:
        ValueError: The event, the tool or a field is unknown, or newer than the host; a value is wrong; or the event
            is not about a tool.
    """
    known("event", event, EVENTS)
    of: Any = loads(EVENTS[event])
    payload: dict[str, Any] = of["input"]
    fields: Any = type_of(TYPES[event]["input"])["fields"]
    if tool is not None:
        if TOOL_KEY not in fields:
            raise ValueError(f"`{event}` is not about a tool")
        _set_tool(payload, tool, of["columns"])
    for name, value in values.items():
        if name in fields:
            payload[name] = value
        elif ARGUMENTS_KEY in payload:
            _check_argument(payload, name)
            payload[ARGUMENTS_KEY][name] = value
        else:
            _check_name(f"field of `{event}`", name, fields)
    given: Any = payload
    wrong = validate(payload, event=event, direction="input", context=Context(input=given))
    if wrong:
        raise ValueError(" ".join(f"{it['pointer']}: {it['message']}" for it in wrong))
    _leave_out(payload, of, event, version_of(host), values)
    return payload


def _leave_out(
    payload: "Any", of: "Any", event: str, host: "Version", values: "Mapping[str, object]"
) -> None:
    """Leaves out the fields that are newer than a host.

    Raises:
        ValueError: The event is newer, or the tool, or a field that was asked for.
    """
    if host is None:
        return
    _refuse_newer(f"the event `{event}`", of["since"], host)
    parts = [(payload, of["newer"])]
    if TOOL_KEY in payload:
        tool: Any = loads(TOOLS[_row(payload[TOOL_KEY])["name"]])
        _refuse_newer(f"the tool `{payload[TOOL_KEY]}`", tool["since"], host)
        of_tool = ((payload.get(field), it) for field, it in of["columns"].items())
        parts += [(value, tool["newer"].get(it, {})) for value, it in of_tool if is_object(value)]
    for value, newer in parts:
        for name in [it for it in newer if it in value and _is_newer(newer[it], host)]:
            if name in values:
                _refuse_newer(f"`{name}`", newer[name], host)
            del value[name]


def _is_newer(since: "list[str]", host: "Any") -> bool:
    """Returns whether a host is certainly older than a version: that, or the newest one without the feature."""
    first, *after = map(version_of, since)
    return bool(host <= after[0] if after else host < first)


def _refuse_newer(what: str, since: "list[str]", host: "Version") -> None:
    if since and _is_newer(since, host):
        raise ValueError(said("newer", what=what, since=since[0]))


def _set_tool(payload: "Any", tool: str, columns: "dict[str, str]") -> None:
    row = _row(tool)
    of: Any = loads(TOOLS[row["name"]])
    payload[TOOL_KEY] = tool
    for field, column in columns.items():
        payload[field] = of["values"].get(column, {})


def _row(tool: str) -> "Any":
    table: Any = TABLES["tools"]
    for prefix, at in table["prefixes"]:
        if tool.startswith(prefix):
            return table["rows"][at]
    return table["rows"][table["names"][known("tool", tool, table["names"])]]


def _check_argument(payload: "Any", name: str) -> None:
    """Checks that the tool of a payload has an argument."""
    of_tool = _row(payload[TOOL_KEY])["types"].get("input")
    found: Any = type_of(of_tool) if of_tool else {}
    if found.get("kind") == "struct" and found["keys"] != "free" and found["fields"]:
        _check_name(f"argument of `{payload[TOOL_KEY]}`", name, found["fields"])


def _check_name(what: str, name: str, names: "Collection[str]") -> None:
    """Checks that a name is one of a few. The error has the nearest one, or all."""
    try:
        known(what, name, names)
    except ValueError as error:
        if "did you mean" in str(error):
            raise
        every = ", ".join(f"`{it}`" for it in names)
        raise ValueError(said("names", unknown=str(error), names=every)) from None
