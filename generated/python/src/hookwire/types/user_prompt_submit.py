# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `user-prompt-submit`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)

UserPromptSource: TypeAlias = Literal[
    "user",
    "sdk",
    "system",
    "loop_wakeup",
    "schedule_wakeup",
    "poll_event",
]
"""Who made a prompt.

- `"user"`: The user, in the interactive session. Since Claude Code 2.1.211 at the latest.

- `"sdk"`: A run with `-p` or a program that uses the SDK. Since Claude Code 2.1.211 at the
  latest.

- `"system"`: Claude Code itself, for instance with a message from another session or the
  report of a task. Since Claude Code 2.1.211 at the latest.

- `"loop_wakeup"`: The next round of `/loop`. Since Claude Code 2.1.211 at the latest.

- `"schedule_wakeup"`: A scheduled task. Since Claude Code 2.1.211 at the latest.

- `"poll_event"`: An event that the host submits; the hook runs before it is delivered, and a
  block refuses it. Since Claude Code 2.1.240 at the latest.
"""


class UserPromptSubmitInput(TypedDict):
    """Input of a `UserPromptSubmit` hook, which runs on each submitted prompt before Claude sees
    it. It also runs on turns that Claude Code starts itself, such as a scheduled task or the
    report of a background subagent.

    Since Claude Code 1.0.54.
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

    hook_event_name: Literal["UserPromptSubmit"]
    """Always `UserPromptSubmit`.

    Since Claude Code 1.0.54.
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

    prompt: str
    """Text of the prompt.

    Since Claude Code 2.0.0 at the latest.
    """

    source: NotRequired[UserPromptSource]
    """Who made the prompt. A host can leave it out.

    Since Claude Code 2.1.211 at the latest. Not confirmed by a second source.
    """

    session_title: NotRequired[str]
    """Title that the session has been given. Absent while it has only an automatic one.

    Since Claude Code 2.1.111 at the latest.
    """


class UserPromptSubmitSpecificOutput(TypedDict):
    """What a hook adds to a submitted prompt.

    Since Claude Code 1.0.59.
    """

    hookEventName: Literal["UserPromptSubmit"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 1.0.59.
    """

    additionalContext: NotRequired[str]
    """Text for Claude, added next to the prompt.

    Since Claude Code 1.0.59. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    sessionTitle: NotRequired[str]
    """New title of the session.

    Since Claude Code 2.1.94.
    """

    suppressOriginalPrompt: NotRequired[bool]
    """With `true` the message about the block does not repeat the prompt; that needs a top-level
    `decision` of `block`. `false` is the same as leaving the field out.

    Since Claude Code 2.1.129 at the latest.
    """


_UserPromptSubmitSyncOutputKeys = TypedDict(
    "_UserPromptSubmitSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class UserPromptSubmitSyncOutput(_UserPromptSubmitSyncOutputKeys):
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
    """`block` ends the turn: the prompt does not reach Claude, though the transcript file keeps
    it. `approve` has no effect.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: NotRequired[str]
    """Shown to the user when `decision` is `block`. Claude does not see it.

    Since Claude Code 2.0.0 at the latest.
    """

    hookSpecificOutput: NotRequired[UserPromptSubmitSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 1.0.59.
    """


UserPromptSubmitOutput: TypeAlias = AsyncHookOutput | UserPromptSubmitSyncOutput
"""Reply of a `UserPromptSubmit` hook. It can keep the prompt from Claude or add context to it;
it cannot rewrite the prompt.

Since Claude Code 1.0.54.
"""
