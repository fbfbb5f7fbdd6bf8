# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `post-tool-use`."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
    McpServerProvenance,
)


class PostToolUseInput(TypedDict):
    """Input of a `PostToolUse` hook, which runs right after a tool call has succeeded. It can
    run for several calls at the same time.

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

    hook_event_name: Literal["PostToolUse"]
    """Always `PostToolUse`.

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
    """Arguments of the call, as an object. Its shape follows from `tool_name`.

    Since Claude Code 2.0.0 at the latest.
    """

    tool_response: Any
    """Structured result of the tool. Its shape follows from `tool_name`; it is not the text that
    Claude sees.

    Since Claude Code 2.0.0 at the latest.
    """

    tool_use_id: str
    """Id of the call in the API, such as `toolu_…`. It is the same in every event about this
    call.

    Since Claude Code 2.0.43.
    """

    duration_ms: NotRequired[float]
    """How long the tool ran, in milliseconds, without the time for permission prompts and hooks.

    Since Claude Code 2.1.119.
    """

    mcp_server: NotRequired[McpServerProvenance]
    """The MCP server that the tool belongs to. Present only on calls of `mcp__*` tools.

    Since Claude Code 2.1.274.
    """


class PostToolUseSpecificOutput(TypedDict):
    """What a hook adds to the result of a tool call, or puts in its place.

    Since Claude Code 2.0.0 at the latest.
    """

    hookEventName: Literal["PostToolUse"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.0.0 at the latest.
    """

    additionalContext: NotRequired[str]
    """Text for Claude, placed beside the result.

    Since Claude Code 2.0.0 at the latest. Claude Code spills what is longer than 10,000
    characters to a file.
    """

    classifierContext: NotRequired[str]
    """Note about this result for the classifier of auto mode; the hooks of one call share its
    limit. Replies from the background are not used, and neither are notes on lookups that
    only read.

    Since Claude Code 2.1.236. Claude Code truncates what is longer than 2,000 UTF-16 units.
    """

    updatedToolOutput: NotRequired[Any]
    """Result that Claude sees in the place of the real one. It must have the shape that the
    tool's own result has, or it is ignored; the results of MCP tools are not checked. Every
    hook works on the original, and the last one written wins.

    Since Claude Code 2.1.121.
    """

    updatedMCPToolOutput: NotRequired[Any]
    """Older form of `updatedToolOutput`, which works for MCP tools only.

    Since Claude Code 2.0.44 at the latest. Deprecated since Claude Code 2.1.121: write
    `updatedToolOutput` instead.
    """


_PostToolUseSyncOutputKeys = TypedDict(
    "_PostToolUseSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class PostToolUseSyncOutput(_PostToolUseSyncOutputKeys):
    """The immediate form of the reply.

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
    """`block` puts `reason` beside the result of the tool; the result itself stays. `approve`
    has no effect.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: NotRequired[str]
    """Explanation for Claude, placed beside the result of the tool when `decision` is `block`.

    Since Claude Code 2.0.0 at the latest.
    """

    hookSpecificOutput: NotRequired[PostToolUseSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.0.0 at the latest.
    """


PostToolUseOutput: TypeAlias = AsyncHookOutput | PostToolUseSyncOutput
"""Reply of a `PostToolUse` hook. The tool has run, so nothing can be prevented: the reply can
tell Claude something and replace the result that Claude sees.

Since Claude Code 1.0.38.
"""
