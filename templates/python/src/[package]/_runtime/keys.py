"""Reads the keys of handlers by tool as the host reads a matcher. Handlers by the names of known tools do not load this."""

from .._plan import TABLES
from .answer import FailedError, word

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

_TOOLS: "Any" = TABLES["tools"]["names"]
_SERVER = "mcp__"


def check_key(key: object) -> None:
    """Checks that a key can match a tool.

    Raises:
        FailedError: It cannot. The message has what to write instead.
    """
    if not isinstance(key, str):
        raise FailedError(_said("no-pattern", str(key)))
    names = _names(key)
    # A name with a space in it is no tool: somebody has left out a separator.
    if names is not None and (not names or any(" " in it for it in names)):
        raise FailedError(_said("no-pattern", key))
    for name in names or ():
        _check_name(name)
    if names is None:
        _check_pattern(key)


def matches_key(key: str, tool: str) -> bool:
    """Returns whether a key matches a tool, by any of the names of the tool.

    If nobody knows, it does: a guard rather runs once too often.
    """
    row = _TOOLS.get(tool, tool)
    names = _names(key)
    if names is not None:
        return any(_TOOLS.get(it, it) == row for it in names)
    same = [tool, *(it for it in _TOOLS if it != tool and _TOOLS[it] == row)]
    return any(_tested(key, it) != "no-match" for it in same)


def _names(key: str) -> "list[str] | None":
    """Returns the names in a key that is a name or a list of names; `None` for a pattern."""
    from .._plan.matchers import EVENTS, SYNTAXES  # noqa: PLC0415

    syntax = next(it["syntax"] for it in EVENTS.values() if it.get("table") == "tools")
    reading = SYNTAXES[syntax][0]  # of the newest host
    if not all((it.isascii() and it.isalnum()) or it in reading["names"] for it in key):
        return None
    for separator in reading["separators"]:
        key = key.replace(separator, "|")
    return [it.strip(" ") for it in key.split("|") if it.strip(" ")]


def _check_name(name: str) -> None:
    if name in _TOOLS:
        return
    if name.startswith(_SERVER):
        server, _, tool = name.removeprefix(_SERVER).partition("__")
        if not tool:
            raise FailedError(
                _said("server-key", f"{_SERVER}{server}") if server else _said("no-pattern", name)
            )
        return
    from .names import near_tool  # noqa: PLC0415

    near = near_tool(name)
    if near:
        said = word("no-tool").replace("{tool}", name)
        raise FailedError(said.replace("{near}", near))


def _check_pattern(key: str) -> None:
    tool, opened, rest = key.partition("(")
    if opened and rest.endswith(")") and tool.strip() in _TOOLS:
        raise FailedError(_said("rule-key", key).replace("{tool}", tool.strip()))
    found = {_tested(key, it) for it in _TOOLS}
    if "undecidable" in found:
        raise FailedError(_said("pattern", key))
    if "match" not in found and _SERVER not in key:
        raise FailedError(_said("no-pattern", key))


def _tested(key: str, name: str) -> str:
    from .._regex import test  # noqa: PLC0415

    return test(key, name)


def _said(name: str, key: str) -> str:
    return word(name).replace("{key}", key)
