# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `directory-added`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)

DirectoryAddedSource: TypeAlias = Literal[
    "slash_command",
    "register_repo_root",
]
"""How a working directory was added.

- `"slash_command"`: The user typed `/add-dir`. Since Claude Code 2.1.219.

- `"register_repo_root"`: A program sent the SDK request `register_repo_root`. Since Claude
  Code 2.1.219.
"""


class DirectoryAddedInput(TypedDict):
    """Input of a `DirectoryAdded` hook, which runs in the background after `/add-dir` or a
    request of the SDK has added a working directory. The flag `--add-dir`, `/permissions`,
    and a directory that was there already do not raise it.

    Since Claude Code 2.1.219.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.219.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.219.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.219.
    """

    hook_event_name: Literal["DirectoryAdded"]
    """Always `DirectoryAdded`.

    Since Claude Code 2.1.219.
    """

    prompt_id: NotRequired[str]
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.219.
    """

    scratchpad_dir: NotRequired[str]
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: NotRequired[ActivePermissionMode]
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.1.219.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.219.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.219.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.219.
    """

    directory: str
    """Absolute path of the directory.

    Since Claude Code 2.1.219.
    """

    source: DirectoryAddedSource
    """How it was added. Matchers test this field.

    Since Claude Code 2.1.219.
    """


_DirectoryAddedSyncOutputKeys = TypedDict(
    "_DirectoryAddedSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class DirectoryAddedSyncOutput(_DirectoryAddedSyncOutputKeys):
    """The immediate form of the reply. It has no `hookSpecificOutput`, and `continue` is
    discarded.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.219.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.219.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.219.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.219. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    terminalSequence: NotRequired[str]
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.219.
    """

    decision: NotRequired[HookDecision]
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.219.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.219.
    """


DirectoryAddedOutput: TypeAlias = AsyncHookOutput | DirectoryAddedSyncOutput
"""Reply of a `DirectoryAdded` hook. The directory stays; `systemMessage` goes to Claude on the
next turn after `/add-dir`, and to the debug log after a request of the SDK.

Since Claude Code 2.1.219.
"""
