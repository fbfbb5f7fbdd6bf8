"""Makes payloads."""

from .._context import Context
from .._json_text import loads
from .._plan import EVENTS as TYPES
from .._plan import TABLES
from .._validate import known, type_of, validate
from .data import EVENTS, TOOLS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._types import HookEvent

_TOOL = "tool_name"
_ARGUMENTS = "tool_input"


def sample(event: "HookEvent", /, tool: "str | None" = None, **values: object) -> "dict[str, Any]":
    """Returns a payload as the host would write it, for tests.

    Args:
        event: The event.
        tool: The tool, for an event that is about one. The default is `"Bash"`.
        values: Fields of the input, or arguments of the tool: `command="ls"`.

    Returns:
        The payload. It is yours to change.

    Raises:
        ValueError: The event, the tool or a field is unknown, a value is wrong, or the event is not about a tool.
    """
    known("event", event, EVENTS)
    of: Any = loads(EVENTS[event])
    payload: dict[str, Any] = of["input"]
    fields: Any = type_of(TYPES[event]["input"])["fields"]
    if tool is not None:
        if _TOOL not in fields:
            raise ValueError(f"`{event}` is not about a tool")
        _set_tool(payload, tool, of["columns"])
    for name, value in values.items():
        if name in fields:
            payload[name] = value
        elif _ARGUMENTS in payload:
            _check_argument(payload, name)
            payload[_ARGUMENTS][name] = value
        else:
            known(f"field of `{event}`", name, fields)
    given: Any = payload
    wrong = validate(payload, event=event, direction="input", context=Context(input=given))
    if wrong:
        raise ValueError("; ".join(f"{it['pointer']}: {it['message']}" for it in wrong))
    return payload


def _set_tool(payload: "Any", tool: str, columns: "dict[str, str]") -> None:
    row = _row(tool)
    of: Any = loads(TOOLS[row["name"]])
    payload[_TOOL] = tool
    for field, column in columns.items():
        payload[field] = of.get(column, {})


def _row(tool: str) -> "Any":
    table: Any = TABLES["tools"]
    for prefix, at in table["prefixes"]:
        if tool.startswith(prefix):
            return table["rows"][at]
    return table["rows"][table["names"][known("tool", tool, table["names"])]]


def _check_argument(payload: "Any", name: str) -> None:
    """Checks that the tool of a payload has an argument."""
    of_tool = _row(payload[_TOOL])["types"].get("input")
    found: Any = type_of(of_tool) if of_tool else {}
    if found.get("kind") == "struct" and found["keys"] != "free" and found["fields"]:
        known(f"argument of `{payload[_TOOL]}`", name, found["fields"])
