# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `permission-denied`."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
    McpServerProvenance,
)


class PermissionDeniedInput(TypedDict):
    """Input of a `PermissionDenied` hook, which runs when auto mode refuses a tool call. It does
    not run for what the user, a rule or a `PreToolUse` hook refused.

    Since Claude Code 2.1.89.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.89.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.89.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.89.
    """

    hook_event_name: Literal["PermissionDenied"]
    """Always `PermissionDenied`.

    Since Claude Code 2.1.89.
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

    Since Claude Code 2.1.89.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.89.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.89.
    """

    tool_name: str
    """Name of the tool, as matchers spell it: `Bash`, `Edit`, or `mcp__server__tool` for an MCP
    tool.

    Since Claude Code 2.1.89.
    """

    tool_input: Any
    """Arguments of the call, as an object. Its shape follows from `tool_name`.

    Since Claude Code 2.1.89.
    """

    tool_use_id: str
    """Id of the call in the API, such as `toolu_…`. It is the same in every event about this
    call.

    Since Claude Code 2.1.89.
    """

    reason: str
    """Why the call was refused. Usually the fixed text `Blocked by classifier`; sometimes the
    explanation of the classifier, or that it was not available. It is meant for people, so do
    not parse it.

    Since Claude Code 2.1.89.
    """

    mcp_server: NotRequired[McpServerProvenance]
    """The MCP server that the tool belongs to. Present only on calls of `mcp__*` tools.

    Since Claude Code 2.1.274.
    """


class PermissionDeniedSpecificOutput(TypedDict):
    """What a hook says about a tool call that auto mode refused.

    Since Claude Code 2.1.89.
    """

    hookEventName: Literal["PermissionDenied"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.89.
    """

    retry: NotRequired[bool]
    """With `true` Claude is told that it may try again. Ignored when the classifier gave no
    verdict.

    Since Claude Code 2.1.89.
    """


_PermissionDeniedSyncOutputKeys = TypedDict(
    "_PermissionDeniedSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class PermissionDeniedSyncOutput(_PermissionDeniedSyncOutputKeys):
    """The immediate form of the reply.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.89.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.89.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.89.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.89. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    terminalSequence: NotRequired[str]
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.141.
    """

    decision: NotRequired[HookDecision]
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.89.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.89.
    """

    hookSpecificOutput: NotRequired[PermissionDeniedSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.89.
    """


PermissionDeniedOutput: TypeAlias = AsyncHookOutput | PermissionDeniedSyncOutput
"""Reply of a `PermissionDenied` hook. The denial stands; the reply can tell Claude that another
attempt is welcome. `continue` and `systemMessage` are not read.

Since Claude Code 2.1.89.
"""
