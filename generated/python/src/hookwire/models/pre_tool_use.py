# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `pre-tool-use`."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    ActivePermissionMode,
    HookDecision,
    PermissionDecision,
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


class PreToolUseInput(OpenModel, frozen=True):
    """Input of a `PreToolUse` hook, which runs when Claude has written the arguments of a tool
    call and before the call is made. It does not run for files named with `@`, for
    `EndConversation`, or for calls whose arguments are not valid.

    Since Claude Code 1.0.38.
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

    hook_event_name: Literal["PreToolUse"] = Field(default=CONSTANT)
    """Always `PreToolUse`.

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

    Since Claude Code 2.0.0 at the latest.
    """

    tool_input: Any
    """Arguments of the call, as an object. Its shape follows from `tool_name`. The `file_path`
    of `Read`, `Write` and `Edit` is absolute.

    Since Claude Code 2.0.0 at the latest.
    """

    tool_use_id: str
    """Id of the call in the API, such as `toolu_…`. It is the same in every event about this
    call.

    Since Claude Code 2.0.43.
    """

    mcp_server: McpServerProvenance | Missing = MISSING
    """The MCP server that the tool belongs to. Present only on calls of `mcp__*` tools.

    Since Claude Code 2.1.274.
    """


class PreToolUseSpecificOutput(ClosedModel, frozen=True):
    """What a hook says about a tool call before it is made.

    Since Claude Code 1.0.59.
    """

    hook_event_name: Literal["PreToolUse"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 1.0.59.
    """

    permission_decision: PermissionDecision | Missing = Field(
        default=MISSING,
        validation_alias="permissionDecision",
        serialization_alias="permissionDecision",
    )
    """Whether the call is made. `allow` does not lift rules that deny or ask, and
    `AskUserQuestion` and `ExitPlanMode` need `updatedInput` beside it.

    Since Claude Code 1.0.59.
    """

    permission_decision_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="permissionDecisionReason",
        serialization_alias="permissionDecisionReason",
    )
    """Reason of the decision. With `ask` the user sees it, with `deny` Claude does, and with
    `allow` and `defer` it goes to the debug log only. Older documentation, up to 2.1.295,
    said that the user sees it with `allow`.

    Since Claude Code 1.0.59.
    """

    updated_input: dict[str, Any] | Missing = Field(
        default=MISSING,
        validation_alias="updatedInput",
        serialization_alias="updatedInput",
    )
    """New arguments for the call. They replace the whole input, so repeat what should stay; a
    decision is not needed beside them. Ignored with `defer`; if several hooks send one, the
    hook that finishes last wins.

    Since Claude Code 2.0.10.
    """

    additional_context: str | Missing = Field(
        default=MISSING,
        validation_alias="additionalContext",
        serialization_alias="additionalContext",
    )
    """Text for Claude, placed beside the result of the call. Ignored with `defer`.

    Since Claude Code 2.1.9. Claude Code spills what is longer than 10,000 characters to a
    file.
    """


class PreToolUseSyncOutput(ClosedModel, frozen=True):
    """The immediate form of the reply. The decision belongs in `hookSpecificOutput`; a
    `permissionDecision` at the top level is silently ignored.
    """

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

    decision: HookDecision | Missing = Field(
        default=MISSING,
        deprecated="Deprecated since 1.0.59: write `hookSpecificOutput.permissionDecision` instead.",
    )
    """Old form of the decision: `approve` stands for `allow` and `block` for `deny`.

    Since Claude Code 2.0.0 at the latest. Deprecated since Claude Code 1.0.59: write
    `hookSpecificOutput.permissionDecision` instead. `approve` becomes `allow`, `block`
    becomes `deny`.
    """

    reason: str | Missing = Field(
        default=MISSING,
        deprecated="Deprecated since 1.0.59: write `hookSpecificOutput.permissionDecisionReason` instead.",
    )
    """Reason that goes with the old `decision`.

    Since Claude Code 2.0.0 at the latest. Deprecated since Claude Code 1.0.59: write
    `hookSpecificOutput.permissionDecisionReason` instead.
    """

    hook_specific_output: PreToolUseSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 1.0.59.
    """


PreToolUseOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[PreToolUseSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of a `PreToolUse` hook. It can let the tool call pass, refuse it, have the user asked,
or change its arguments; saying nothing leaves the call to the usual permission rules.

Since Claude Code 1.0.38.
"""
