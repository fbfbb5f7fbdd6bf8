# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `cwd-changed`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)


class CwdChangedInput(TypedDict):
    """Input of a `CwdChanged` hook, which runs when the working directory has changed, for
    instance after `cd`.

    Since Claude Code 2.1.83.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.83.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.83.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.83.
    """

    hook_event_name: Literal["CwdChanged"]
    """Always `CwdChanged`.

    Since Claude Code 2.1.83.
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

    Since Claude Code 2.1.83.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.83.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.83.
    """

    old_cwd: str
    """Directory before the change.

    Since Claude Code 2.1.83.
    """

    new_cwd: str
    """Directory after the change.

    Since Claude Code 2.1.83.
    """


class CwdChangedSpecificOutput(TypedDict):
    """What a hook asks for after a change of the working directory.

    Since Claude Code 2.1.83.
    """

    hookEventName: Literal["CwdChanged"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.83.
    """

    watchPaths: NotRequired[list[str]]
    """Absolute paths to watch; a change of one of them raises `FileChanged`. The list replaces
    the one that hooks gave before, and an empty list clears it.

    Since Claude Code 2.1.83.
    """


_CwdChangedSyncOutputKeys = TypedDict(
    "_CwdChangedSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class CwdChangedSyncOutput(_CwdChangedSyncOutputKeys):
    """The immediate form of the reply. `continue` is discarded.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.83.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.83.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.83.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.83. Claude Code spills what is longer than 10,000 characters to a
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

    Since Claude Code 2.1.83.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.83.
    """

    hookSpecificOutput: NotRequired[CwdChangedSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.83.
    """


CwdChangedOutput: TypeAlias = AsyncHookOutput | CwdChangedSyncOutput
"""Reply of a `CwdChanged` hook. It cannot undo the change; it can say which files to watch.

Since Claude Code 2.1.83.
"""
