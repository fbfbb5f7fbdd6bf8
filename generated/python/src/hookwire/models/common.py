# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `common`."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    BackgroundTaskType,
    EffortLevel,
    McpServerSource,
    PermissionBehavior,
    PermissionMode,
    PermissionUpdateDestination,
)
from ._model import (
    CONSTANT,
    MISSING,
    ClosedModel,
    Exact,
    Missing,
    OpenModel,
    by_tag,
)


class AddDirectoriesUpdate(OpenModel, frozen=True):
    """Adds working directories.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["addDirectories"] = Field(default=CONSTANT)
    """Tells the kinds of update apart.

    Since Claude Code 2.0.0 at the latest.
    """

    directories: list[str]
    """Paths of the directories to add.

    Since Claude Code 2.0.0 at the latest.
    """

    destination: PermissionUpdateDestination
    """Where the change is written.

    Since Claude Code 2.0.0 at the latest.
    """


class PermissionRule(OpenModel, frozen=True):
    """One permission rule, split into the tool and what follows it in parentheses.

    Since Claude Code 2.0.0 at the latest.
    """

    tool_name: str = Field(
        validation_alias="toolName",
        serialization_alias="toolName",
    )
    """Name of the tool that the rule is about.

    Since Claude Code 2.0.0 at the latest.
    """

    rule_content: str | Missing = Field(
        default=MISSING,
        validation_alias="ruleContent",
        serialization_alias="ruleContent",
    )
    """What the call must look like, such as `git *` for `Bash`. Without it the rule covers the
    whole tool.

    Since Claude Code 2.0.0 at the latest.
    """


class AddRulesUpdate(OpenModel, frozen=True):
    """Adds permission rules to those of the destination.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["addRules"] = Field(default=CONSTANT)
    """Tells the kinds of update apart.

    Since Claude Code 2.0.0 at the latest.
    """

    rules: list[PermissionRule]
    """The rules to add.

    Since Claude Code 2.0.0 at the latest.
    """

    behavior: PermissionBehavior
    """What the new rules do with a tool call that they match.

    Since Claude Code 2.0.0 at the latest.
    """

    destination: PermissionUpdateDestination
    """Where the change is written.

    Since Claude Code 2.0.0 at the latest.
    """


class AsyncHookOutput(ClosedModel, frozen=True):
    """Reply that puts the answer off: the hook goes on in the background and its late answer is
    taken when it comes. Documented for callbacks of the SDK; whether the command of a hook
    may print it is not confirmed, and the `async` setting of the hook is the documented way
    there.

    Since Claude Code 2.0.0 at the latest.
    """

    async_: Annotated[Literal[True], Exact] = Field(
        default=CONSTANT,
        validation_alias="async",
        serialization_alias="async",
    )
    """Says that the answer comes later.

    Since Claude Code 2.0.0 at the latest.
    """

    async_timeout: float | Missing = Field(
        default=MISSING,
        validation_alias="asyncTimeout",
        serialization_alias="asyncTimeout",
    )
    """How long the late answer may take, in milliseconds.

    Since Claude Code 2.0.0 at the latest.
    """


class BackgroundTaskSummary(OpenModel, frozen=True):
    """A piece of work that still runs in the background of the session. Which of the optional
    fields it has follows from `type`.

    Since Claude Code 2.1.145.
    """

    id: str
    """Id of the task.

    Since Claude Code 2.1.145.
    """

    type: BackgroundTaskType
    """What kind of work it is.

    Since Claude Code 2.1.145.
    """

    status: str
    """State of the task. The values are not published, so compare only with those that you have
    seen.

    Since Claude Code 2.1.145.
    """

    description: str
    """What the task does. A text that was cut ends in `… [+N chars]`.

    Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    """

    command: str | Missing = MISSING
    """Command line of a `shell` task.

    Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    """

    agent_type: str | Missing = MISSING
    """Name of the agent of a `subagent` task.

    Since Claude Code 2.1.145.
    """

    server: str | Missing = MISSING
    """MCP server of a `monitor` or `MCP task` task.

    Since Claude Code 2.1.145.
    """

    tool: str | Missing = MISSING
    """MCP tool of a `monitor` or `MCP task` task.

    Since Claude Code 2.1.145.
    """

    name: str | Missing = MISSING
    """Name of the workflow of a `workflow` task.

    Since Claude Code 2.1.145.
    """


class Effort(OpenModel, frozen=True):
    """How much effort the model spends.

    Since Claude Code 2.1.133.
    """

    level: EffortLevel
    """The level that is in force.

    Since Claude Code 2.1.133.
    """


class EmptyObject(ClosedModel, frozen=True):
    """An object without keys."""


class McpServerProvenance(OpenModel, frozen=True):
    """The MCP server that a tool belongs to. Base trust on `source`: the name is free text from
    a configuration.

    Since Claude Code 2.1.274.
    """

    name: str
    """Name of the server as its configuration or the SDK program gave it. Escape it before you
    show it.

    Since Claude Code 2.1.274.
    """

    source: McpServerSource
    """Where the definition of the server comes from.

    Since Claude Code 2.1.274.
    """


class ReplaceRulesUpdate(OpenModel, frozen=True):
    """Replaces all rules of one behavior at the destination.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["replaceRules"] = Field(default=CONSTANT)
    """Tells the kinds of update apart.

    Since Claude Code 2.0.0 at the latest.
    """

    rules: list[PermissionRule]
    """The rules to put in their place.

    Since Claude Code 2.0.0 at the latest.
    """

    behavior: PermissionBehavior
    """Which rules of the destination are replaced: those that allow, those that deny or those
    that ask.

    Since Claude Code 2.0.0 at the latest.
    """

    destination: PermissionUpdateDestination
    """Where the change is written.

    Since Claude Code 2.0.0 at the latest.
    """


class RemoveRulesUpdate(OpenModel, frozen=True):
    """Removes permission rules from the destination.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["removeRules"] = Field(default=CONSTANT)
    """Tells the kinds of update apart.

    Since Claude Code 2.0.0 at the latest.
    """

    rules: list[PermissionRule]
    """The rules to remove.

    Since Claude Code 2.0.0 at the latest.
    """

    behavior: PermissionBehavior
    """Which rules of the destination are searched: those that allow, those that deny or those
    that ask.

    Since Claude Code 2.0.0 at the latest.
    """

    destination: PermissionUpdateDestination
    """Where the change is written.

    Since Claude Code 2.0.0 at the latest.
    """


class SetModeUpdate(OpenModel, frozen=True):
    """Changes the permission mode.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["setMode"] = Field(default=CONSTANT)
    """Tells the kinds of update apart.

    Since Claude Code 2.0.0 at the latest.
    """

    mode: PermissionMode
    """The mode to change to.

    Since Claude Code 2.0.0 at the latest.
    """

    destination: PermissionUpdateDestination
    """Where the change is written.

    Since Claude Code 2.0.0 at the latest.
    """


class RemoveDirectoriesUpdate(OpenModel, frozen=True):
    """Removes working directories.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["removeDirectories"] = Field(default=CONSTANT)
    """Tells the kinds of update apart.

    Since Claude Code 2.0.0 at the latest.
    """

    directories: list[str]
    """Paths of the directories to remove.

    Since Claude Code 2.0.0 at the latest.
    """

    destination: PermissionUpdateDestination
    """Where the change is written.

    Since Claude Code 2.0.0 at the latest.
    """


PermissionUpdate: TypeAlias = Annotated[
    Annotated[AddRulesUpdate, Tag("AddRules")]
    | Annotated[ReplaceRulesUpdate, Tag("ReplaceRules")]
    | Annotated[RemoveRulesUpdate, Tag("RemoveRules")]
    | Annotated[SetModeUpdate, Tag("SetMode")]
    | Annotated[AddDirectoriesUpdate, Tag("AddDirectories")]
    | Annotated[RemoveDirectoriesUpdate, Tag("RemoveDirectories")],
    by_tag(
        "type",
        {
            "addRules": "AddRules",
            "replaceRules": "ReplaceRules",
            "removeRules": "RemoveRules",
            "setMode": "SetMode",
            "addDirectories": "AddDirectories",
            "removeDirectories": "RemoveDirectories",
        },
    ),
]
"""A change of the permissions. Inputs offer such changes as suggestions and a reply can apply
them; sending a suggestion back is the same as picking that choice in the dialog.

Since Claude Code 2.0.0 at the latest.
"""


class SessionCronSummary(OpenModel, frozen=True):
    """A wake-up that the session has scheduled for itself.

    Since Claude Code 2.1.145.
    """

    id: str
    """Id of the schedule.

    Since Claude Code 2.1.145.
    """

    schedule: str
    """When it fires, as a cron expression.

    Since Claude Code 2.1.145.
    """

    recurring: bool
    """Whether it fires again and again or once.

    Since Claude Code 2.1.145.
    """

    prompt: str
    """Prompt that the wake-up submits.

    Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    """
