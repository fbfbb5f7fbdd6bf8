# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `config-change`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)

ConfigChangeSource: TypeAlias = Literal[
    "user_settings",
    "project_settings",
    "local_settings",
    "policy_settings",
    "skills",
]
"""What kind of configuration changed.

- `"user_settings"`: The settings of the user, `~/.claude/settings.json`. Since Claude Code
  2.1.49.

- `"project_settings"`: The settings that the project shares, `.claude/settings.json`. Since
  Claude Code 2.1.49.

- `"local_settings"`: The settings of the user for this project,
  `.claude/settings.local.json`. Since Claude Code 2.1.49.

- `"policy_settings"`: A file of managed policy; such a change cannot be blocked. Since Claude
  Code 2.1.49.

- `"skills"`: A file of a skill. Since Claude Code 2.1.49.
"""


class ConfigChangeInput(TypedDict):
    """Input of a `ConfigChange` hook, which runs when a settings file, a file of managed policy
    or a skill changes during the session. Settings that a server or the operating system
    manages do not raise it.

    Since Claude Code 2.1.49.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.49.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.49.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.49.
    """

    hook_event_name: Literal["ConfigChange"]
    """Always `ConfigChange`.

    Since Claude Code 2.1.49.
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

    Since Claude Code 2.1.49.
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

    source: ConfigChangeSource
    """What changed. Matchers test this field.

    Since Claude Code 2.1.49.
    """

    file_path: NotRequired[str]
    """The file that changed.

    Since Claude Code 2.1.49.
    """


_ConfigChangeSyncOutputKeys = TypedDict(
    "_ConfigChangeSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class ConfigChangeSyncOutput(_ConfigChangeSyncOutputKeys):
    """The immediate form of the reply. It has no `hookSpecificOutput`, and `continue` and
    `systemMessage` are discarded.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.49.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.49.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.49.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.49. Claude Code spills what is longer than 10,000 characters to a
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
    """`block` keeps the new settings from being applied, without a message to anybody. `approve`
    has no effect.

    Since Claude Code 2.1.49.
    """

    reason: NotRequired[str]
    """Accepted, but shown to nobody.

    Since Claude Code 2.1.49.
    """


ConfigChangeOutput: TypeAlias = AsyncHookOutput | ConfigChangeSyncOutput
"""Reply of a `ConfigChange` hook. It can keep the change from being applied, except for managed
policy.

Since Claude Code 2.1.49.
"""
