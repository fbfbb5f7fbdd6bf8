# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `task-completed`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)


class TaskCompletedInput(TypedDict):
    """Input of a `TaskCompleted` hook, which runs when a task is being marked as complete with
    `TaskUpdate`, and when a teammate ends its turn while tasks are still in progress.

    Since Claude Code 2.1.33.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.33.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.33.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.33.
    """

    hook_event_name: Literal["TaskCompleted"]
    """Always `TaskCompleted`.

    Since Claude Code 2.1.33.
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

    Since Claude Code 2.1.33.
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

    task_id: str
    """Id of the task.

    Since Claude Code 2.1.33.
    """

    task_subject: str
    """Title of the task.

    Since Claude Code 2.1.33.
    """

    task_description: NotRequired[str]
    """Details of the task.

    Since Claude Code 2.1.33.
    """

    teammate_name: NotRequired[str]
    """Name of the teammate that completes the task.

    Since Claude Code 2.1.33.
    """

    team_name: NotRequired[str]
    """Name of the team, derived from the session.

    Since Claude Code 2.1.33. Deprecated since Claude Code 2.1.178. A session has one team of
    its own, so the name tells nothing. It will be removed, and nothing takes its place.
    """


_TaskCompletedSyncOutputKeys = TypedDict(
    "_TaskCompletedSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class TaskCompletedSyncOutput(_TaskCompletedSyncOutputKeys):
    """The immediate form of the reply. It has no `hookSpecificOutput`.

    `continue`: With `false` the teammate stops. Ignored when `TaskUpdate` raised the event.
    Since Claude Code 2.1.69.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`.

    Since Claude Code 2.1.69.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.33.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.33. Claude Code spills what is longer than 10,000 characters to a
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
    """What it does here is not documented: use exit code 2, or `continue: false`.

    Since Claude Code 2.1.33. Not confirmed by a second source.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.33.
    """


TaskCompletedOutput: TypeAlias = AsyncHookOutput | TaskCompletedSyncOutput
"""Reply of a `TaskCompleted` hook. `continue: false` stops a teammate that is ending its turn;
to refuse the completion exit with code 2 and write the reason to standard error.

Since Claude Code 2.1.33.
"""
