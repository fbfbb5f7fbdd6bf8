# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `pre-compact`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    CompactTrigger,
    Effort,
    HookDecision,
)


class PreCompactInput(TypedDict):
    """Input of a `PreCompact` hook, which runs before the conversation is compacted.

    Since Claude Code 1.0.48.
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

    hook_event_name: Literal["PreCompact"]
    """Always `PreCompact`.

    Since Claude Code 1.0.48.
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

    trigger: CompactTrigger
    """Who asked for the compaction. Matchers test this field.

    Since Claude Code 2.0.0 at the latest.
    """

    custom_instructions: str | None
    """What the user wrote after `/compact`. Empty or `null` when the compaction is automatic.

    Since Claude Code 2.0.0 at the latest.
    """


_PreCompactSyncOutputKeys = TypedDict(
    "_PreCompactSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class PreCompactSyncOutput(_PreCompactSyncOutputKeys):
    """The immediate form of the reply. It has no `hookSpecificOutput`, and `continue` and
    `systemMessage` are discarded.

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
    """`block` stops the compaction. An automatic one that comes before the limit is skipped, and
    the conversation goes on; one that comes after the API reported the limit makes the
    request fail. `approve` has no effect.

    Since Claude Code 2.1.105.
    """

    reason: NotRequired[str]
    """Reason of the block.

    Since Claude Code 2.1.105.
    """


PreCompactOutput: TypeAlias = AsyncHookOutput | PreCompactSyncOutput
"""Reply of a `PreCompact` hook. It can stop the compaction.

Since Claude Code 1.0.48.
"""
