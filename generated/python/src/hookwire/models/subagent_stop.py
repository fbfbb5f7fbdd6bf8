# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `subagent-stop`."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    ActivePermissionMode,
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
    BackgroundTaskSummary,
    Effort,
    SessionCronSummary,
)


class SubagentStopInput(OpenModel, frozen=True):
    """Input of a `SubagentStop` hook, which runs when a subagent has finished. It runs for
    internal agents too, with the name of the session's own agent or an empty `agent_type`.

    Since Claude Code 1.0.41.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.0.0 at the latest.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.0.0 at the latest.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 1.0.54.
    """

    hook_event_name: Literal["SubagentStop"] = Field(default=CONSTANT)
    """Always `SubagentStop`.

    Since Claude Code 1.0.41.
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

    Since Claude Code 2.0.0 at the latest.
    """

    effort: Effort | Missing = MISSING
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: str
    """Id of the subagent.

    Since Claude Code 2.0.42.
    """

    agent_type: str
    """Name of the agent. Matchers test this field; it is an empty text for some internal agents,
    which a matcher with a name does not match.

    Since Claude Code 2.1.27 at the latest.
    """

    stop_hook_active: bool
    """Whether the subagent already goes on because of a stop hook. Let it end then, or the hook
    keeps it working in a loop.

    Since Claude Code 2.0.0 at the latest.
    """

    agent_transcript_path: str
    """Path of the transcript of the subagent. `transcript_path` is the one of the main session.

    Since Claude Code 2.0.42.
    """

    last_assistant_message: str | Missing = MISSING
    """Text of the last message of the subagent. It is not the report when the subagent delivered
    that with `SubagentHandback`.

    Since Claude Code 2.1.47.
    """

    background_tasks: list[BackgroundTaskSummary] | Missing = MISSING
    """Work that still runs in the background of the parent session, an empty list when there is
    none. Absent when the list of tasks cannot be reached.

    Since Claude Code 2.1.145.
    """

    session_crons: list[SessionCronSummary] | Missing = MISSING
    """Wake-ups that the parent session has scheduled, an empty list when there are none.

    Since Claude Code 2.1.145.
    """


class SubagentStopSpecificOutput(ClosedModel, frozen=True):
    """What a hook tells a subagent that is about to end.

    Since Claude Code 2.1.163.
    """

    hook_event_name: Literal["SubagentStop"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.163.
    """

    additional_context: str | Missing = Field(
        default=MISSING,
        validation_alias="additionalContext",
        serialization_alias="additionalContext",
    )
    """Feedback for the subagent that is not an error: it goes on with it. It counts as a
    continuation, like a block.

    Since Claude Code 2.1.163. Claude Code spills what is longer than 10,000 characters to a
    file.
    """


class SubagentStopBlock(ClosedModel, frozen=True):
    """Keeps the subagent working. `continue: false` beside it beats it."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.0.0 at the latest.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.0.0 at the latest.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.0.0 at the latest.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a
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

    decision: Literal["block"] = Field(default=CONSTANT)
    """Keeps the subagent working.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: str
    """What the subagent should do next. The documentation requires it whenever `decision` is
    `block`.

    Since Claude Code 2.0.0 at the latest.
    """

    hook_specific_output: SubagentStopSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 2.1.163.
    """


class SubagentStopProceed(ClosedModel, frozen=True):
    """Lets the subagent end, unless `additionalContext` gives it something to go on with."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.0.0 at the latest.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.0.0 at the latest.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.0.0 at the latest.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a
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

    decision: Literal["approve"] | Missing = MISSING
    """Accepted, and the same as leaving the field out.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: str | Missing = MISSING
    """Has no effect without a `decision` of `block`.

    Since Claude Code 2.0.0 at the latest.
    """

    hook_specific_output: SubagentStopSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 2.1.163.
    """


SubagentStopSyncOutput: TypeAlias = Annotated[
    Annotated[SubagentStopBlock, Tag("Block")] | Annotated[SubagentStopProceed, Tag("Proceed")],
    by_tag(
        "decision",
        {
            "block": "Block",
            "approve": "Proceed",
        },
        absent="Proceed",
    ),
]
"""The immediate form of the reply: it blocks, or it lets the subagent end."""

SubagentStopOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[SubagentStopSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of a `SubagentStop` hook. It can make the subagent go on working, eight times in a row
at most unless configured otherwise. To tell the parent something use `PostToolUse` on
`Agent`.

Since Claude Code 1.0.41.
"""
