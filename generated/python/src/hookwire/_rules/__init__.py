"""Decides whether a permission rule covers a call of a tool, as the host reads rules in conditions."""

from .._arguments import expect_optional_string, expect_string
from .._json_values import is_object
from .._plan import ARGUMENTS_KEY, FOLDER_KEY, TOOL_KEY
from .._plan.matchers import ALIASES
from .._registration.data import COVERS
from .data import COVERS_ALL, LINES, MOST, TABLE, TOOLS, UNSEEN

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# The longest rule that is read.
LONGEST = 8192


def rule_matches(
    rule: str,
    input: "Mapping[str, Any]",  # noqa: A002  # the same name in every language
    *,
    home: "str | None" = None,
    project: "str | None" = None,
) -> "bool | None":
    """Returns whether a permission rule covers a call, as the host decides it for `if` of a handler.

    Args:
        rule: The rule, such as `Bash(git push *)`, `Edit(src/**)` or `mcp__server__tool`.
        input: The input of an event that is about a call of a tool.
        home: The home folder of the user: `~` and `$HOME`.
        project: The folder in which the host was started: rules whose path begins with `/`.

    Returns:
        `None` if that cannot be known: an argument is missing, nobody has seen how the host reads the
        rule or the call, or they are too long to compare.

    Raises:
        TypeError: `rule`, `home` or `project` is not a string, or `input` is not an object.
    """
    expect_string("rule", rule)
    expect_optional_string("home", home)
    expect_optional_string("project", project)
    if not hasattr(input, "keys"):
        raise TypeError("`input` has to be an object with the call of a tool")
    if not rule:
        return True
    tool = input.get(TOOL_KEY)
    parts = rule_parts(rule)
    if parts is None or not isinstance(tool, str):
        return False
    name, content = parts
    aliases = ALIASES.get(TABLE, {})
    name, tool = aliases.get(name, name), aliases.get(tool, tool)
    if name != tool and tool not in COVERS.get(name, ()):
        return False
    if name != tool and tool not in TOOLS:
        return None
    if not content or content in COVERS_ALL:
        return True
    is_unseen = tool in UNSEEN or len(rule) > LONGEST or len(rule) * size_of(input) > MOST
    return None if is_unseen else _covers(content, tool, input, home, project)


def size_of(input_: "Mapping[str, Any]") -> int:
    """Returns how many characters of a call are compared with a rule."""
    tool = input_.get(TOOL_KEY)
    name: Any = ALIASES.get(TABLE, {}).get(tool, tool) if isinstance(tool, str) else None
    of = TOOLS.get(name)
    value = of and _value_of(input_, of)
    if of is None or not isinstance(value, str):
        return 0
    return min(len(value), LINES["longest"]) if of["is"] == "line" else len(value)


def _value_of(input_: "Mapping[str, Any]", of: "Mapping[str, str]") -> "Any":
    """Returns the argument of a call that is compared."""
    arguments = input_.get(ARGUMENTS_KEY)
    return arguments.get(of["argument"]) if is_object(arguments) else None


def _covers(
    content: str, tool: str, input_: "Mapping[str, Any]", home: "str | None", project: "str | None"
) -> "bool | None":
    of = TOOLS.get(tool)
    if of is None:
        # The host does not compare it with the arguments of other tools. Without any, nobody has seen what it compares.
        return False if TOOLS else None
    value = _value_of(input_, of)
    if not isinstance(value, str):
        return None
    if of["is"] == "line":
        from .command import CommandRule  # noqa: PLC0415
        from .line import read_line  # noqa: PLC0415

        reading = read_line(value, home)
        return None if reading is None else CommandRule(content).covers(reading)
    from .path import Folders, covers_path  # noqa: PLC0415

    current = input_.get(FOLDER_KEY)
    folders = Folders(current if isinstance(current, str) else None, project, home)
    return covers_path(content, value, folders)


def rule_parts(rule: str) -> "tuple[str, str] | None":
    """Returns the tool of a rule, and the text in its parentheses; `None` if it is not a rule."""
    end = rule.find("(")
    name = rule if end < 0 else rule[:end]
    if (
        not name
        or not all(it.isascii() and (it.isalnum() or it in "_-") for it in name)
        or not name[0].isalpha()
    ):
        return None
    if end < 0:
        return name, ""
    if not rule.endswith(")") or _is_escaped(rule, len(rule) - 1):
        return None
    content: list[str] = []
    at = end + 1
    while at < len(rule) - 1:
        if rule[at] == "\\" and rule[at + 1] in "()\\":
            at += 1
        content.append(rule[at])
        at += 1
    return name, "".join(content)


def _is_escaped(text: str, at: int) -> bool:
    count = 0
    while text[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1
