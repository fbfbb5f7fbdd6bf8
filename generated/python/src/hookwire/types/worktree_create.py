# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `worktree-create`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)


class WorktreeCreateInput(TypedDict):
    """Input of a `WorktreeCreate` hook, which runs when `--worktree`, an isolated subagent or a
    background session needs a worktree. The hook makes it in the place of `git worktree`.

    Since Claude Code 2.1.50.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.50.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.50.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.50.
    """

    hook_event_name: Literal["WorktreeCreate"]
    """Always `WorktreeCreate`.

    Since Claude Code 2.1.50.
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

    Since Claude Code 2.1.50.
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

    name: str
    """Short name of the worktree, fit for a path.

    Since Claude Code 2.1.50.
    """


class WorktreeCreateSpecificOutput(TypedDict):
    """The worktree that a hook has made.

    Since Claude Code 2.1.84.
    """

    hookEventName: Literal["WorktreeCreate"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.84.
    """

    worktreePath: str
    """Path of the new worktree. A relative one is resolved against the directory in which the
    hook ran; `.` or `..` in an absolute one, or a symbolic link below the repository root, is
    refused.

    Since Claude Code 2.1.84.
    """


_WorktreeCreateSyncOutputKeys = TypedDict(
    "_WorktreeCreateSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class WorktreeCreateSyncOutput(_WorktreeCreateSyncOutputKeys):
    """The immediate form of the reply. `continue` and `systemMessage` are discarded.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.50.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.50.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.50.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.50. Claude Code spills what is longer than 10,000 characters to a
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

    Since Claude Code 2.1.50.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.50.
    """

    hookSpecificOutput: NotRequired[WorktreeCreateSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.84.
    """


WorktreeCreateOutput: TypeAlias = AsyncHookOutput | WorktreeCreateSyncOutput
"""Reply of a `WorktreeCreate` hook: the path of the worktree that it made. This form is for
hooks of type `http`; a command prints the path alone as the last line of its output. Without
a path the worktree cannot be created.

Since Claude Code 2.1.50.
"""
