# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `pre-tool-use`."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
    McpServerProvenance,
    PermissionDecision,
)


class PreToolUseInput(TypedDict):
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

    hook_event_name: Literal["PreToolUse"]
    """Always `PreToolUse`.

    Since Claude Code 1.0.41.
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

    Since Claude Code 2.0.0 at the latest.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.69.
    """

    agent_type: NotRequired[str]
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

    mcp_server: NotRequired[McpServerProvenance]
    """The MCP server that the tool belongs to. Present only on calls of `mcp__*` tools.

    Since Claude Code 2.1.274.
    """


class PreToolUseSpecificOutput(TypedDict):
    """What a hook says about a tool call before it is made.

    Since Claude Code 1.0.59.
    """

    hookEventName: Literal["PreToolUse"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 1.0.59.
    """

    permissionDecision: NotRequired[PermissionDecision]
    """Whether the call is made. `allow` does not lift rules that deny or ask, and
    `AskUserQuestion` and `ExitPlanMode` need `updatedInput` beside it.

    Since Claude Code 1.0.59.
    """

    permissionDecisionReason: NotRequired[str]
    """Reason of the decision. With `ask` the user sees it, with `deny` Claude does, and with
    `allow` and `defer` it goes to the debug log only. Older documentation, up to 2.1.295,
    said that the user sees it with `allow`.

    Since Claude Code 1.0.59.
    """

    updatedInput: NotRequired[dict[str, Any]]
    """New arguments for the call. They replace the whole input, so repeat what should stay; a
    decision is not needed beside them. Ignored with `defer`; if several hooks send one, the
    hook that finishes last wins.

    Since Claude Code 2.0.10.
    """

    additionalContext: NotRequired[str]
    """Text for Claude, placed beside the result of the call. Ignored with `defer`.

    Since Claude Code 2.1.9. Claude Code spills what is longer than 10,000 characters to a
    file.
    """


_PreToolUseSyncOutputKeys = TypedDict(
    "_PreToolUseSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class PreToolUseSyncOutput(_PreToolUseSyncOutputKeys):
    """The immediate form of the reply. The decision belongs in `hookSpecificOutput`; a
    `permissionDecision` at the top level is silently ignored.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.0.0 at the latest.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.0.0 at the latest.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.0.0 at the latest.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a
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
    """Old form of the decision: `approve` stands for `allow` and `block` for `deny`.

    Since Claude Code 2.0.0 at the latest. Deprecated since Claude Code 1.0.59: write
    `hookSpecificOutput.permissionDecision` instead. `approve` becomes `allow`, `block`
    becomes `deny`.
    """

    reason: NotRequired[str]
    """Reason that goes with the old `decision`.

    Since Claude Code 2.0.0 at the latest. Deprecated since Claude Code 1.0.59: write
    `hookSpecificOutput.permissionDecisionReason` instead.
    """

    hookSpecificOutput: NotRequired[PreToolUseSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 1.0.59.
    """


PreToolUseOutput: TypeAlias = AsyncHookOutput | PreToolUseSyncOutput
"""Reply of a `PreToolUse` hook. It can let the tool call pass, refuse it, have the user asked,
or change its arguments; saying nothing leaves the call to the usual permission rules.

Since Claude Code 1.0.38.
"""
