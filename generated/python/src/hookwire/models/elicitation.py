# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `elicitation`."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    ActivePermissionMode,
    ElicitationMode,
    ElicitationRefusalAction,
    HookDecision,
)
from ._model import (
    CONSTANT,
    MISSING,
    ClosedModel,
    Missing,
    OpenModel,
    by_key,
    by_tag,
)
from .common import (
    AsyncHookOutput,
    Effort,
    EmptyObject,
)


class ElicitationInput(OpenModel, frozen=True):
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

    hook_event_name: Literal["Elicitation"] = Field(default=CONSTANT)
    """Always `Elicitation`.

    Since Claude Code 2.1.76.
    """

    prompt_id: str | Missing = MISSING
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.196.
    """

    scratchpad_dir: str | Missing = MISSING
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: ActivePermissionMode | Missing = MISSING
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.1.76.
    """

    effort: Effort | Missing = MISSING
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: str | Missing = MISSING
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.76.
    """

    agent_type: str | Missing = MISSING
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

    mode: ElicitationMode | Missing = MISSING
    """How the server asks.

    Since Claude Code 2.1.76.
    """

    url: str | Missing = MISSING
    """Page to open, when the mode is `url`.

    Since Claude Code 2.1.76.
    """

    elicitation_id: str | Missing = MISSING
    """Id of the request.

    Since Claude Code 2.1.76.
    """

    requested_schema: dict[str, Any] | Missing = MISSING
    """JSON Schema of the values that are wanted, when the mode is `form`.

    Since Claude Code 2.1.76.
    """


class ElicitationAccept(ClosedModel, frozen=True):
    """Answers the request.

    Since Claude Code 2.1.76.
    """

    hook_event_name: Literal["Elicitation"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.76.
    """

    action: Literal["accept"] = Field(default=CONSTANT)
    """Says that the request is answered.

    Since Claude Code 2.1.76.
    """

    content: dict[str, Any] | Missing = MISSING
    """The values, by the names of the fields that `requested_schema` describes.

    Since Claude Code 2.1.76.
    """


class ElicitationRefusal(ClosedModel, frozen=True):
    """Refuses the request, or, without an `action`, does not answer it.

    Since Claude Code 2.1.76.
    """

    hook_event_name: Literal["Elicitation"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.76.
    """

    action: ElicitationRefusalAction | Missing = MISSING
    """How the request is refused. Without it the hook gives no answer.

    Since Claude Code 2.1.76.
    """

    content: EmptyObject | Missing = MISSING
    """Values are used only with an `action` of `accept`, so there can be none here.

    Since Claude Code 2.1.76.
    """


ElicitationSpecificOutput: TypeAlias = Annotated[
    Annotated[ElicitationAccept, Tag("Accept")] | Annotated[ElicitationRefusal, Tag("Refuse")],
    by_tag(
        "action",
        {
            "accept": "Accept",
            "decline": "Refuse",
            "cancel": "Refuse",
        },
        absent="Refuse",
    ),
]
"""The answer of a hook to the request of an MCP server.

Since Claude Code 2.1.76.
"""


class ElicitationSyncOutput(ClosedModel, frozen=True):
    """The immediate form of the reply. `continue` and `systemMessage` are discarded."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.1.76.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.76.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.76.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.76. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    terminal_sequence: str | Missing = Field(
        default=MISSING,
        validation_alias="terminalSequence",
        serialization_alias="terminalSequence",
    )
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.141.
    """

    decision: HookDecision | Missing = MISSING
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.76.
    """

    reason: str | Missing = MISSING
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.76.
    """

    hook_specific_output: ElicitationSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 2.1.76.
    """


ElicitationOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[ElicitationSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of an `Elicitation` hook. It can answer the server, so that no dialog appears. If the
hook exits with code 2 the request is denied and its `hookSpecificOutput` is ignored.

Since Claude Code 2.1.76.
"""
