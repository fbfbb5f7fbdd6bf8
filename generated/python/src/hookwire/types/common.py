# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `common`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

ActivePermissionMode: TypeAlias = (
    Literal[
        "default",
        "acceptEdits",
        "bypassPermissions",
        "plan",
        "dontAsk",
        "auto",
    ]
    | str
)
"""The permission mode of a session, as inputs report it. New modes can appear, so treat a value
that you do not know as one that you know nothing about.

Since Claude Code 2.0.0 at the latest.

- `"default"`: The normal mode; the mode that the interface labels Manual arrives under this
  name. Since Claude Code 2.0.0 at the latest.

- `"acceptEdits"`: File edits are accepted without asking. Since Claude Code 2.0.0 at the
  latest.

- `"bypassPermissions"`: No permission is asked for. Since Claude Code 2.0.0 at the latest.

- `"plan"`: Claude makes a plan and executes nothing. Since Claude Code 2.0.0 at the latest.

- `"dontAsk"`: Nobody is asked: what is not allowed in advance is refused. Since Claude Code
  2.0.62 at the latest.

- `"auto"`: A classifier decides on what would otherwise be asked. Since Claude Code 2.1.91.
"""

PermissionUpdateDestination: TypeAlias = Literal[
    "userSettings",
    "projectSettings",
    "localSettings",
    "session",
    "cliArg",
]
"""Where a change of the permissions is written, and with that how long it holds.

Since Claude Code 2.0.0 at the latest.

- `"userSettings"`: The settings of the user for every project, `~/.claude/settings.json`.
  Since Claude Code 2.0.0 at the latest.

- `"projectSettings"`: The settings that the project shares, `.claude/settings.json`. Since
  Claude Code 2.0.0 at the latest.

- `"localSettings"`: The settings of the user for this project, `.claude/settings.local.json`.
  Since Claude Code 2.0.0 at the latest.

- `"session"`: Memory only; forgotten when the session ends. Since Claude Code 2.0.0 at the
  latest.

- `"cliArg"`: The rules that came from the command line. Since Claude Code 2.0.62 at the
  latest.
"""


class AddDirectoriesUpdate(TypedDict):
    """Adds working directories.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["addDirectories"]
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


class PermissionRule(TypedDict):
    """One permission rule, split into the tool and what follows it in parentheses.

    Since Claude Code 2.0.0 at the latest.
    """

    toolName: str
    """Name of the tool that the rule is about.

    Since Claude Code 2.0.0 at the latest.
    """

    ruleContent: NotRequired[str]
    """What the call must look like, such as `git *` for `Bash`. Without it the rule covers the
    whole tool.

    Since Claude Code 2.0.0 at the latest.
    """


PermissionBehavior: TypeAlias = Literal[
    "allow",
    "deny",
    "ask",
]
"""What a permission rule does with a tool call that it matches.

Since Claude Code 2.0.0 at the latest.

- `"allow"`: The call needs no prompt. Since Claude Code 2.0.0 at the latest.

- `"deny"`: The call is refused. Since Claude Code 2.0.0 at the latest.

- `"ask"`: The user is asked. Since Claude Code 2.0.0 at the latest.
"""


class AddRulesUpdate(TypedDict):
    """Adds permission rules to those of the destination.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["addRules"]
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


_AsyncHookOutputKeys = TypedDict(
    "_AsyncHookOutputKeys",
    {
        "async": Literal[True],
    },
)


class AsyncHookOutput(_AsyncHookOutputKeys):
    """Reply that puts the answer off: the hook goes on in the background and its late answer is
    taken when it comes. Documented for callbacks of the SDK; whether the command of a hook
    may print it is not confirmed, and the `async` setting of the hook is the documented way
    there.

    Since Claude Code 2.0.0 at the latest.

    `async`: Says that the answer comes later. Since Claude Code 2.0.0 at the latest.
    """

    asyncTimeout: NotRequired[float]
    """How long the late answer may take, in milliseconds.

    Since Claude Code 2.0.0 at the latest.
    """


BackgroundTaskType: TypeAlias = (
    Literal[
        "shell",
        "subagent",
        "monitor",
        "workflow",
        "teammate",
        "cloud session",
        "MCP task",
    ]
    | str
)
"""Kind of a background task. A kind that has no label yet arrives under its internal name.

Since Claude Code 2.1.145.

- `"shell"`: A command that runs in the background.

- `"subagent"`: A subagent.

- `"monitor"`: A monitor that waits for something to happen.

- `"workflow"`: A workflow.

- `"teammate"`: A teammate of an agent team.

- `"cloud session"`: A session in the cloud.

- `"MCP task"`: A task of an MCP server.
"""


class BackgroundTaskSummary(TypedDict):
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

    command: NotRequired[str]
    """Command line of a `shell` task.

    Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    """

    agent_type: NotRequired[str]
    """Name of the agent of a `subagent` task.

    Since Claude Code 2.1.145.
    """

    server: NotRequired[str]
    """MCP server of a `monitor` or `MCP task` task.

    Since Claude Code 2.1.145.
    """

    tool: NotRequired[str]
    """MCP tool of a `monitor` or `MCP task` task.

    Since Claude Code 2.1.145.
    """

    name: NotRequired[str]
    """Name of the workflow of a `workflow` task.

    Since Claude Code 2.1.145.
    """


CompactTrigger: TypeAlias = Literal[
    "manual",
    "auto",
]
"""Who asked for a compaction.

- `"manual"`: The user, with `/compact`.

- `"auto"`: Claude Code, because the context is filling up.
"""

EffortLevel: TypeAlias = (
    Literal[
        "low",
        "medium",
        "high",
        "xhigh",
        "max",
    ]
    | str
)
"""Level of effort, from the least to the most. The level called ultracode arrives as `xhigh`.

Since Claude Code 2.1.133.

- `"low"`: The least effort.

- `"medium"`: Medium effort.

- `"high"`: High effort.

- `"xhigh"`: Higher than `high`.

- `"max"`: The most effort.
"""


class Effort(TypedDict):
    """How much effort the model spends.

    Since Claude Code 2.1.133.
    """

    level: EffortLevel
    """The level that is in force.

    Since Claude Code 2.1.133.
    """


ElicitationMode: TypeAlias = Literal[
    "form",
    "url",
]
"""How an MCP server asks for input.

- `"form"`: With a form to fill in. Since Claude Code 2.1.76.

- `"url"`: With a web page to open. Since Claude Code 2.1.76.
"""

ElicitationRefusalAction: TypeAlias = Literal[
    "decline",
    "cancel",
]
"""The answers to an elicitation that give no values.

- `"decline"`: The request is turned down. Since Claude Code 2.1.76.

- `"cancel"`: The request is dismissed without a choice. Since Claude Code 2.1.76.
"""


class EmptyObject(TypedDict):
    """An object without keys."""


HookDecision: TypeAlias = Literal[
    "approve",
    "block",
]
"""The top-level decision of a reply. To let the action pass leave the field out.

Since Claude Code 2.0.0 at the latest.

- `"approve"`: Old word for `allow` on `PreToolUse`, replaced in 1.0.59 by
  `permissionDecision`; accepted on every other event, where it has no effect. Since Claude
  Code 2.0.0 at the latest. Deprecated.

- `"block"`: Stops the guarded action; what that means is said at each event. Since Claude
  Code 2.0.0 at the latest.
"""

McpServerSource: TypeAlias = (
    Literal[
        "sdk",
        "plugin",
        "user",
        "project",
        "local",
        "dynamic",
        "managed",
        "enterprise",
        "claudeai",
        "agent",
    ]
    | str
)
"""Where an MCP server was defined. Treat a value that you do not know as some configured source,
never as `sdk`.

Since Claude Code 2.1.274.

- `"sdk"`: Runs inside the program that uses the SDK; no configuration can claim this value.

- `"plugin"`: Came with a plugin.

- `"user"`: Configuration of the user, for every project.

- `"project"`: Configuration that the project shares.

- `"local"`: Configuration of the user for this project.

- `"dynamic"`: Given with `--mcp-config` or set while the session runs.

- `"managed"`: Managed settings of an organisation.

- `"enterprise"`: Configuration of an enterprise.

- `"claudeai"`: Connected through the claude.ai account.

- `"agent"`: Declared by an agent.
"""


class McpServerProvenance(TypedDict):
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


ModelSwitchPricing: TypeAlias = Literal[
    "configured",
    "catalog",
    "default",
]
"""Where the price in an estimate comes from.

- `"configured"`: The `modelPricing` of the managed settings. Since Claude Code 2.1.251.

- `"catalog"`: The list price of the model. Since Claude Code 2.1.251.

- `"default"`: The price of the usual tier, because the model is not known. Since Claude Code
  2.1.251.
"""

PermissionDecision: TypeAlias = Literal[
    "allow",
    "deny",
    "ask",
    "defer",
]
"""What becomes of a tool call that a hook was asked about. With several hooks `deny` beats
`defer`, `defer` beats `ask`, and `ask` beats `allow`.

Since Claude Code 1.0.59.

- `"allow"`: The call goes ahead without a prompt. Rules that deny or ask still apply, and
  some tools prompt all the same. Since Claude Code 1.0.59.

- `"deny"`: The call is refused and the reason goes to Claude. Since Claude Code 1.0.59.

- `"ask"`: The user is asked, in auto mode as well. Since Claude Code 1.0.59.

- `"defer"`: A run with `-p` ends so that it can be resumed later with a decision. It works
  only when the turn holds this one tool call, and is ignored with a warning elsewhere. Since
  Claude Code 2.1.89.
"""

PermissionMode: TypeAlias = Literal[
    "default",
    "acceptEdits",
    "bypassPermissions",
    "plan",
    "dontAsk",
    "auto",
]
"""The permission modes that a hook can switch to. Since 2.1.200 the host also takes `manual` as
another word for `default`; the declarations do not have it, so these types do not either:
write `default`.

Since Claude Code 2.0.0 at the latest.

- `"default"`: The normal mode, labelled Manual in the interface: what no rule allows is asked
  for. Since Claude Code 2.0.0 at the latest.

- `"acceptEdits"`: File edits are accepted without asking. Since Claude Code 2.0.0 at the
  latest.

- `"bypassPermissions"`: No permission is asked for. A hook can only switch to it in a session
  that was started with this mode available, and it is never saved as the default. Since
  Claude Code 2.0.0 at the latest.

- `"plan"`: Claude makes a plan and executes nothing. Since Claude Code 2.0.0 at the latest.

- `"dontAsk"`: Nobody is asked: what is not allowed in advance is refused. Since Claude Code
  2.0.62 at the latest.

- `"auto"`: A classifier decides on what would otherwise be asked. Since Claude Code 2.1.91.
"""


class ReplaceRulesUpdate(TypedDict):
    """Replaces all rules of one behavior at the destination.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["replaceRules"]
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


class RemoveRulesUpdate(TypedDict):
    """Removes permission rules from the destination.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["removeRules"]
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


class SetModeUpdate(TypedDict):
    """Changes the permission mode.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["setMode"]
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


class RemoveDirectoriesUpdate(TypedDict):
    """Removes working directories.

    Since Claude Code 2.0.0 at the latest.
    """

    type: Literal["removeDirectories"]
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


PermissionUpdate: TypeAlias = (
    AddRulesUpdate
    | ReplaceRulesUpdate
    | RemoveRulesUpdate
    | SetModeUpdate
    | AddDirectoriesUpdate
    | RemoveDirectoriesUpdate
)
"""A change of the permissions. Inputs offer such changes as suggestions and a reply can apply
them; sending a suggestion back is the same as picking that choice in the dialog.

Since Claude Code 2.0.0 at the latest.
"""

PromptCacheTtl: TypeAlias = Literal[
    "5m",
    "1h",
]
"""How long the prompt cache keeps an entry.

- `"5m"`: Five minutes. Since Claude Code 2.1.251.

- `"1h"`: One hour. Since Claude Code 2.1.251.
"""


class SessionCronSummary(TypedDict):
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
