# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `user-prompt-expansion`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)

PromptExpansionType: TypeAlias = Literal[
    "slash_command",
    "mcp_prompt",
]
"""Kind of an expanded command.

- `"slash_command"`: A skill or a custom command. Since Claude Code 2.1.116 at the latest.

- `"mcp_prompt"`: A prompt of an MCP server. Since Claude Code 2.1.116 at the latest.
"""

CommandSource: TypeAlias = Literal["plugin"] | str
"""Where a command comes from. Only one value is documented; expect others.

Since Claude Code 2.1.116 at the latest.

- `"plugin"`: The command came with a plugin.
"""


class UserPromptExpansionInput(TypedDict):
    """Input of a `UserPromptExpansion` hook, which runs when a command that the user typed is
    expanded into a prompt: a skill, a custom command, or a prompt of an MCP server.
    `PreToolUse` does not see these.

    Since Claude Code 2.1.116 at the latest.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.116 at the latest.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.116 at the latest.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.116 at the latest.
    """

    hook_event_name: Literal["UserPromptExpansion"]
    """Always `UserPromptExpansion`.

    Since Claude Code 2.1.116 at the latest.
    """

    prompt_id: NotRequired[str]
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.196.
    """

    scratchpad_dir: NotRequired[str]
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: NotRequired[ActivePermissionMode]
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.1.116 at the latest.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.116 at the latest.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.116 at the latest.
    """

    expansion_type: PromptExpansionType
    """What kind of command it is.

    Since Claude Code 2.1.116 at the latest.
    """

    command_name: str
    """Name of the command. Matchers test this field.

    Since Claude Code 2.1.116 at the latest.
    """

    command_args: str
    """Arguments as typed; an empty text when there are none.

    Since Claude Code 2.1.116 at the latest.
    """

    command_source: NotRequired[CommandSource]
    """Where the command comes from.

    Since Claude Code 2.1.116 at the latest.
    """

    prompt: str
    """The text that the user typed.

    Since Claude Code 2.1.116 at the latest.
    """


class UserPromptExpansionSpecificOutput(TypedDict):
    """What a hook adds to an expanded prompt.

    Since Claude Code 2.1.116 at the latest.
    """

    hookEventName: Literal["UserPromptExpansion"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.116 at the latest.
    """

    additionalContext: NotRequired[str]
    """Text for Claude, added next to the expanded prompt.

    Since Claude Code 2.1.116 at the latest. Claude Code spills what is longer than 10,000
    characters to a file.
    """

    suppressOriginalPrompt: NotRequired[bool]
    """With `true` the message about the block does not repeat the prompt; that needs a top-level
    `decision` of `block`. `false` is the same as leaving the field out.

    Since Claude Code 2.1.238.
    """


_UserPromptExpansionSyncOutputKeys = TypedDict(
    "_UserPromptExpansionSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class UserPromptExpansionSyncOutput(_UserPromptExpansionSyncOutputKeys):
    """The immediate form of the reply.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.116 at the latest.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.116 at the latest.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.116 at the latest.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.116 at the latest. Claude Code spills what is longer than 10,000
    characters to a file.
    """

    terminalSequence: NotRequired[str]
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.141.
    """

    decision: NotRequired[HookDecision]
    """`block` stops the expansion, and with that the turn. `approve` has no effect.

    Since Claude Code 2.1.116 at the latest.
    """

    reason: NotRequired[str]
    """Shown to the user when `decision` is `block`.

    Since Claude Code 2.1.116 at the latest.
    """

    hookSpecificOutput: NotRequired[UserPromptExpansionSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.116 at the latest.
    """


UserPromptExpansionOutput: TypeAlias = AsyncHookOutput | UserPromptExpansionSyncOutput
"""Reply of a `UserPromptExpansion` hook. It can stop the expansion or add context to the prompt
that comes of it.

Since Claude Code 2.1.116 at the latest.
"""
