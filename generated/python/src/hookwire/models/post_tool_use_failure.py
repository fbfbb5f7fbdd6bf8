# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `post-tool-use-failure`."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    ActivePermissionMode,
    HookDecision,
)
from ._model import (
    CONSTANT,
    MISSING,
    ClosedModel,
    Missing,
    OpenModel,
    by_key,
)
from .common import (
    AsyncHookOutput,
    Effort,
    McpServerProvenance,
)


class PostToolUseFailureInput(OpenModel, frozen=True):
    """Input of a `PostToolUseFailure` hook, which runs when a tool that had started fails: it
    threw an error, or an MCP tool answered with one. It does not run for unknown tools,
    invalid arguments, refused permissions, or calls that were cancelled.

    Since Claude Code 2.0.62 at the latest.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.0.62 at the latest.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.0.62 at the latest.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.0.62 at the latest.
    """

    hook_event_name: Literal["PostToolUseFailure"] = Field(default=CONSTANT)
    """Always `PostToolUseFailure`.

    Since Claude Code 2.0.62 at the latest.
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

    Since Claude Code 2.0.62 at the latest.
    """

    effort: Effort | Missing = MISSING
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: str | Missing = MISSING
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.69.
    """

    agent_type: str | Missing = MISSING
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.69.
    """

    tool_name: str
    """Name of the tool, as matchers spell it: `Bash`, `Edit`, or `mcp__server__tool` for an MCP
    tool.

    Since Claude Code 2.0.62 at the latest.
    """

    tool_input: Any
    """Arguments of the call, as an object. Its shape follows from `tool_name`.

    Since Claude Code 2.0.62 at the latest.
    """

    tool_use_id: str
    """Id of the call in the API, such as `toolu_…`. It is the same in every event about this
    call.

    Since Claude Code 2.0.62 at the latest.
    """

    error: str
    """The error as Claude sees it; for `Bash` and `PowerShell` it begins with `Exit code N`. A
    long text is cut in the middle.

    Since Claude Code 2.0.62 at the latest. Claude Code truncates what is longer than 10,000
    characters.
    """

    is_interrupt: bool | Missing = MISSING
    """Whether the failure came as an abort.

    Since Claude Code 2.0.62 at the latest.
    """

    duration_ms: float | Missing = MISSING
    """How long the tool ran, in milliseconds, without the time for permission prompts and hooks.

    Since Claude Code 2.1.119.
    """

    mcp_server: McpServerProvenance | Missing = MISSING
    """The MCP server that the tool belongs to. Present only on calls of `mcp__*` tools.

    Since Claude Code 2.1.274.
    """


class PostToolUseFailureSpecificOutput(ClosedModel, frozen=True):
    """What a hook adds to the error of a tool call.

    Since Claude Code 2.0.62 at the latest.
    """

    hook_event_name: Literal["PostToolUseFailure"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.0.62 at the latest.
    """

    additional_context: str | Missing = Field(
        default=MISSING,
        validation_alias="additionalContext",
        serialization_alias="additionalContext",
    )
    """Text for Claude, placed beside the error.

    Since Claude Code 2.0.62 at the latest. Claude Code spills what is longer than 10,000
    characters to a file.
    """


class PostToolUseFailureSyncOutput(ClosedModel, frozen=True):
    """The immediate form of the reply."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.0.62 at the latest.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.0.62 at the latest.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.0.62 at the latest.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.0.62 at the latest. Claude Code spills what is longer than 10,000
    characters to a file.
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
    """`block` passes `reason` on to Claude; there is nothing left to prevent. `approve` has no
    effect.

    Since Claude Code 2.0.62 at the latest.
    """

    reason: str | Missing = MISSING
    """Explanation for Claude when `decision` is `block`.

    Since Claude Code 2.0.62 at the latest.
    """

    hook_specific_output: PostToolUseFailureSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 2.0.62 at the latest.
    """


PostToolUseFailureOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[PostToolUseFailureSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of a `PostToolUseFailure` hook. The tool has failed already: the reply can only tell
Claude something about it.

Since Claude Code 2.0.62 at the latest.
"""
