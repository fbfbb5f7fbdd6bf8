# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `elicitation`."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    ElicitationMode,
    ElicitationRefusalAction,
    EmptyObject,
    HookDecision,
)


class ElicitationInput(TypedDict):
    """Input of an `Elicitation` hook, which runs when an MCP server asks the user for input. The
    hook can answer in the place of the dialog.

    Since Claude Code 2.1.76.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.76.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.76.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.76.
    """

    hook_event_name: Literal["Elicitation"]
    """Always `Elicitation`.

    Since Claude Code 2.1.76.
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

    Since Claude Code 2.1.76.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.76.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.76.
    """

    mcp_server_name: str
    """Name of the server that asks. Matchers test this field.

    Since Claude Code 2.1.76.
    """

    message: str
    """Text of the request.

    Since Claude Code 2.1.76.
    """

    mode: NotRequired[ElicitationMode]
    """How the server asks.

    Since Claude Code 2.1.76.
    """

    url: NotRequired[str]
    """Page to open, when the mode is `url`.

    Since Claude Code 2.1.76.
    """

    elicitation_id: NotRequired[str]
    """Id of the request.

    Since Claude Code 2.1.76.
    """

    requested_schema: NotRequired[dict[str, Any]]
    """JSON Schema of the values that are wanted, when the mode is `form`.

    Since Claude Code 2.1.76.
    """


class ElicitationAccept(TypedDict):
    """Answers the request.

    Since Claude Code 2.1.76.
    """

    hookEventName: Literal["Elicitation"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.76.
    """

    action: Literal["accept"]
    """Says that the request is answered.

    Since Claude Code 2.1.76.
    """

    content: NotRequired[dict[str, Any]]
    """The values, by the names of the fields that `requested_schema` describes.

    Since Claude Code 2.1.76.
    """


class ElicitationRefusal(TypedDict):
    """Refuses the request, or, without an `action`, does not answer it.

    Since Claude Code 2.1.76.
    """

    hookEventName: Literal["Elicitation"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.76.
    """

    action: NotRequired[ElicitationRefusalAction]
    """How the request is refused. Without it the hook gives no answer.

    Since Claude Code 2.1.76.
    """

    content: NotRequired[EmptyObject]
    """Values are used only with an `action` of `accept`, so there can be none here.

    Since Claude Code 2.1.76.
    """


ElicitationSpecificOutput: TypeAlias = ElicitationAccept | ElicitationRefusal
"""The answer of a hook to the request of an MCP server.

Since Claude Code 2.1.76.
"""


_ElicitationSyncOutputKeys = TypedDict(
    "_ElicitationSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class ElicitationSyncOutput(_ElicitationSyncOutputKeys):
    """The immediate form of the reply. `continue` and `systemMessage` are discarded.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.76.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.76.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.76.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.76. Claude Code spills what is longer than 10,000 characters to a
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

    Since Claude Code 2.1.76.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.76.
    """

    hookSpecificOutput: NotRequired[ElicitationSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.76.
    """


ElicitationOutput: TypeAlias = AsyncHookOutput | ElicitationSyncOutput
"""Reply of an `Elicitation` hook. It can answer the server, so that no dialog appears. If the
hook exits with code 2 the request is denied and its `hookSpecificOutput` is ignored.

Since Claude Code 2.1.76.
"""
