"""Decides whether a permission rule covers a call of a tool, as the host reads rules in conditions."""

from .._arguments import expect_optional_string, expect_string
from .._json_values import is_object
from .._plan import ARGUMENTS_KEY, FOLDER_KEY, TOOL_KEY
from .._plan.matchers import ALIASES
from .._registration.data import COVERS
from .data import COVERS_ALL, MOST_COMPARED, TABLE, TOOLS, UNSEEN

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .line import Reading

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
    if not hasattr(input, "keys"):
        raise TypeError("`input` has to be an object with the call of a tool")
    return Call(input, home, project).covers(rule)


class Call:
    """A call of a tool, with which several rules are compared. Its line is read once."""

    __slots__ = ("_decided", "_home", "_input", "_left", "_project", "_readings")

    def __init__(
        self, input_: "Mapping[str, Any]", home: "str | None", project: "str | None"
    ) -> None:
        """Keeps a call. The folders can be anything until a rule is compared."""
        self._input = input_
        self._home = home
        self._project = project
        # What is decided, by rule.
        self._decided: dict[str, bool | None] = {}
        # How much is left to compare.
        self._left: int = MOST_COMPARED
        # What the host reads in the line of the call, once it is needed.
        self._readings: list[Reading | None] = []

    def covers(self, rule: str) -> "bool | None":
        """Returns whether a rule covers the call; `None` if there is too much to compare, too."""
        if rule not in self._decided:
            self._decided[rule] = self._decide(rule)
        return self._decided[rule]

    def _decide(self, rule: str) -> "bool | None":
        expect_optional_string("home", self._home)
        expect_optional_string("project", self._project)
        if not rule:
            return True
        tool = self._input.get(TOOL_KEY)
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
        is_unseen = tool in UNSEEN or len(rule) > LONGEST
        return None if is_unseen else self._compare(rule, content, tool)

    def _compare(self, rule: str, content: str, tool: str) -> "bool | None":
        of = TOOLS.get(tool)
        if of is None:
            # The host does not compare it with the arguments of other tools. Without any, nobody has seen what it compares.
            return False if TOOLS else None
        value = _value_of(self._input, of)
        if not isinstance(value, str):
            return None
        compare = self._of_line if of["is"] == "line" else self._of_path
        return compare(rule, content, value)

    def _of_line(self, rule: str, content: str, text: str) -> "bool | None":
        from .command import CommandRule  # noqa: PLC0415
        from .line import read_line  # noqa: PLC0415

        if not self._readings:
            self._readings.append(read_line(text, self._home))
        reading = self._readings[0]
        # Each command is searched once from its beginning to its end.
        if reading is None or not self._is_enough(len(rule) + reading.size):
            return None
        return CommandRule(content).covers(reading)

    def _of_path(self, rule: str, content: str, text: str) -> "bool | None":
        from .path import Folders, covers_path  # noqa: PLC0415

        # Each part of a rule can be compared with each part of a path.
        if not self._is_enough(len(rule) * len(text)):
            return None
        current = self._input.get(FOLDER_KEY)
        folders = Folders(current if isinstance(current, str) else None, self._project, self._home)
        return covers_path(content, text, folders)

    def _is_enough(self, cost: int) -> bool:
        """Returns whether enough is left to compare, and takes it from that."""
        if cost > self._left:
            return False
        self._left -= cost
        return True


def _value_of(input_: "Mapping[str, Any]", of: "Mapping[str, str]") -> "Any":
    """Returns the argument of a call that is compared."""
    arguments = input_.get(ARGUMENTS_KEY)
    return arguments.get(of["argument"]) if is_object(arguments) else None


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
    start, last = end + 1, len(rule) - 1
    at = rule.find("\\", start, last)
    while at >= 0:
        if rule[at + 1] in "()\\":
            content.append(rule[start:at])
            at += 1
            start = at
        at = rule.find("\\", at + 1, last)
    return name, "".join(content) + rule[start:last]


def _is_escaped(text: str, at: int) -> bool:
    count = 0
    while text[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1
