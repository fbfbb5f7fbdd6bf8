"""Lists the commands of a call."""

from .._json_values import is_object
from .._plan import ARGUMENTS_KEY, TOOL_KEY
from . import commands
from .data import TOOLS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._types import CommandLine


def commands_of(payload: "dict[str, Any]") -> "CommandLine":
    """Returns the commands that a call runs.

    Raises:
        ValueError: The tool gets a line of a shell, and the call has none.
    """
    tool: Any = TOOLS.get(str(payload.get(TOOL_KEY)))
    arguments = payload.get(ARGUMENTS_KEY)
    if tool is None or (
        "optional" in tool and is_object(arguments) and tool["argument"] not in arguments
    ):
        return {"commands": [], "opaque": []}
    line = arguments.get(tool["argument"]) if is_object(arguments) else None
    if not isinstance(line, str):
        raise ValueError(f"the call of `{payload[TOOL_KEY]}` has no `{tool['argument']}`")
    return commands(line, tool["shell"])
