# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `instructions-loaded`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)

MemoryType: TypeAlias = Literal[
    "User",
    "Project",
    "Local",
    "Managed",
]
"""Whose file of instructions it is.

- `"User"`: Instructions of the user, for every project. Since Claude Code 2.1.69.

- `"Project"`: Instructions that the project shares. Since Claude Code 2.1.69.

- `"Local"`: Instructions of the user, for this project. Since Claude Code 2.1.69.

- `"Managed"`: Instructions of the organisation. Since Claude Code 2.1.69.
"""

InstructionsLoadReason: TypeAlias = Literal[
    "session_start",
    "nested_traversal",
    "path_glob_match",
    "include",
    "compact",
]
"""Why a file of instructions was loaded.

- `"session_start"`: The session started. Since Claude Code 2.1.69.

- `"nested_traversal"`: Claude used a file below the folder that holds it. Since Claude Code
  2.1.69.

- `"path_glob_match"`: Claude used a file that one of its patterns matches. Since Claude Code
  2.1.69.

- `"include"`: Another file of instructions includes it. Since Claude Code 2.1.69.

- `"compact"`: It was loaded again after a compaction. Since Claude Code 2.1.78 at the latest.
"""


class InstructionsLoadedInput(TypedDict):
    """Input of an `InstructionsLoaded` hook, which runs each time a `CLAUDE.md` or a file of
    `.claude/rules` enters the context, at the start or later. Nothing waits for it.

    Since Claude Code 2.1.69.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.69.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.69.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.69.
    """

    hook_event_name: Literal["InstructionsLoaded"]
    """Always `InstructionsLoaded`.

    Since Claude Code 2.1.69.
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

    Since Claude Code 2.1.69.
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

    file_path: str
    """Absolute path of the file.

    Since Claude Code 2.1.69.
    """

    memory_type: MemoryType
    """Whose file it is.

    Since Claude Code 2.1.69.
    """

    load_reason: InstructionsLoadReason
    """Why the file was loaded. Matchers test this field.

    Since Claude Code 2.1.69.
    """

    globs: NotRequired[list[str]]
    """The patterns under `paths` of the file. Only when `load_reason` is `path_glob_match`.

    Since Claude Code 2.1.69.
    """

    trigger_file_path: NotRequired[str]
    """The file whose use caused this one to be loaded.

    Since Claude Code 2.1.69.
    """

    parent_file_path: NotRequired[str]
    """The file that includes this one. Only when `load_reason` is `include`.

    Since Claude Code 2.1.69.
    """


_InstructionsLoadedSyncOutputKeys = TypedDict(
    "_InstructionsLoadedSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class InstructionsLoadedSyncOutput(_InstructionsLoadedSyncOutputKeys):
    """The immediate form of the reply. It has no `hookSpecificOutput`.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.69.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.69.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.69.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.69. Claude Code spills what is longer than 10,000 characters to a
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

    Since Claude Code 2.1.69.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.69.
    """


InstructionsLoadedOutput: TypeAlias = AsyncHookOutput | InstructionsLoadedSyncOutput
"""Reply of an `InstructionsLoaded` hook. The event is for watching only: everything but
`terminalSequence` is discarded, and the exit code is ignored.

Since Claude Code 2.1.69.
"""
