"""Reads the keys of handlers by tool as the host reads a matcher. Handlers by the names of known tools do not load this."""

from .._plan import TABLES
from .answer import FailedError, word

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

_TOOLS: "Any" = TABLES["tools"]["names"]
_SERVER = "mcp__"

_SIGNS = "_-.*+?(){}|^$,:"
"""The other characters of patterns for names, beside letters and digits."""

UNSET = ("None", "null", "undefined")
"""The text of a variable that is not set, as a key or a secret."""


def check_key(key: object) -> None:
    """Checks that a key can match a tool.

    Raises:
        FailedError: It cannot. The message has what to write instead.
    """
    if not isinstance(key, str):
        raise FailedError(_said("no-pattern", str(key)))
    if any(f"{_SERVER}{it}__" in f"{key}__" for it in UNSET):
        raise FailedError(_said("no-pattern", key))
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
    if name in UNSET:
        raise FailedError(_said("no-pattern", name))
    if name.startswith(_SERVER):
        server, _, tool = name.removeprefix(_SERVER).partition("__")
        if not server or not tool:
            raise FailedError(
                _said("server-key", f"{_SERVER}{server}") if server else _said("no-pattern", name)
            )
        return
    if name[:3].lower() == "mcp" and name[3:4] in ("_", "-"):
        near = _SERVER + name[3:].lstrip("_-")
        if "__" not in near.removeprefix(_SERVER):
            raise FailedError(_said("no-pattern", name))
    else:
        from .names import near_tool  # noqa: PLC0415

        near = near_tool(name) or ""
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
    if not _is_possible(key) if _SERVER in key else "match" not in found:
        raise FailedError(_said("no-pattern", key))
    for name, is_whole in _alternatives(key):
        if is_whole:
            _check_name(name)


def _is_possible(pattern: str) -> bool:
    """Returns whether each part of a pattern can match a name: one with a slash, or a glob such as `mcp__*__a`, cannot."""
    text = _without_classes(pattern)
    for at, char in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if not (char.isascii() and char.isalnum()) and char not in _SIGNS:
            return False
        if (
            (char == "*" and before == "_" and (after.isalnum() or after in ("_", "-")))
            or (char == "$" and after not in ("", "|", ")"))
            or (char == "^" and before not in ("", "(", "|", ":"))
            or (char == ":" and before != "?")
            or (char == "," and not before.isdigit())
            or (char == "{" and not after.isdigit())
        ):
            return False
    return True


def _without_classes(pattern: str) -> str:
    """Returns a pattern with a letter for each escape and each class of characters."""
    text, rest = "", pattern
    while rest:
        size = 2 if rest[0] == "\\" else 1
        if rest[0] == "[":
            while size < len(rest) and rest[size] != "]":
                size += 2 if rest[size] == "\\" else 1
            size += 1
        text += rest[0] if size == 1 else "a"
        rest = rest[size:]
    return text


def _alternatives(key: str) -> "list[tuple[str, bool]]":
    """Returns the names in a pattern that is a list of alternatives, such as `^(Edit|mcp__a__.*)$`.

    With each is whether it is a whole name.
    """
    group = key.removeprefix("^").removesuffix("$")
    is_group = group.startswith("(") and group.endswith(")")
    listed = group[1:-1].removeprefix("?:") if is_group else key
    if "(" in listed or ")" in listed:
        return []
    end = is_group and key.endswith("$")
    parts = [it.removeprefix("^") for it in listed.split("|")]
    found = [(it.removesuffix("$"), end or it.endswith("$")) for it in parts]
    return [(name, is_whole) for name, is_whole in found if _is_name(name)]


def _is_name(text: str) -> bool:
    plain = text.replace("_", "").replace("-", "")
    return plain.isascii() and plain.isalnum()


def _tested(key: str, name: str) -> str:
    from .._regex import test  # noqa: PLC0415

    return test(key, name)


def _said(name: str, key: str) -> str:
    return word(name).replace("{key}", key)
