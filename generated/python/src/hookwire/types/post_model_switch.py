# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `post-model-switch`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
    ModelSwitchPricing,
    PromptCacheTtl,
)

PostModelSwitchSource: TypeAlias = Literal[
    "command",
    "picker",
    "sdk",
    "auto",
    "resume",
]
"""What switched the model.

- `"command"`: The command `/model` with a name, the setting in `/config`, or fast mode when
  it brings another model. Since Claude Code 2.1.251.

- `"picker"`: The list of models to choose from. Since Claude Code 2.1.251.

- `"sdk"`: A program, an IDE or Remote Control. Since Claude Code 2.1.251.

- `"auto"`: Claude Code itself, for instance as a fallback. Since Claude Code 2.1.251.

- `"resume"`: A session was resumed and took its model back. Since Claude Code 2.1.251.
"""


class PostModelSwitchInput(TypedDict):
    """Input of a `PostModelSwitch` hook, which runs after the model of the session has changed,
    also when Claude Code changed it by itself or while a session is resumed.

    Since Claude Code 2.1.251.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.251.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.251.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.251.
    """

    hook_event_name: Literal["PostModelSwitch"]
    """Always `PostModelSwitch`.

    Since Claude Code 2.1.251.
    """

    prompt_id: NotRequired[str]
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.251.
    """

    scratchpad_dir: NotRequired[str]
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: NotRequired[ActivePermissionMode]
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.1.251.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.251.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.251.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.251.
    """

    from_model: str
    """Id of the model before the switch.

    Since Claude Code 2.1.251.
    """

    to_model: str
    """Id of the model in use now. Matchers test its canonical name.

    Since Claude Code 2.1.251.
    """

    requested_model: str | None
    """What was asked for: an alias, an id, or `null` for the default model.

    Since Claude Code 2.1.251.
    """

    source: PostModelSwitchSource
    """Where the switch comes from.

    Since Claude Code 2.1.251.
    """

    context_tokens: float
    """Tokens that the next request has to send again, `0` before the first response.

    Since Claude Code 2.1.251.
    """

    prompt_cache_warm: bool
    """Whether the prompt cache of the old model is probably still warm, so that the switch gives
    it up.

    Since Claude Code 2.1.251.
    """

    cache_ttl: PromptCacheTtl
    """How long the prompt cache keeps an entry.

    Since Claude Code 2.1.251.
    """

    estimated_cache_write_usd: float
    """Estimated price, in US dollars, of putting the context into the cache of the new model.
    The answer is not counted.

    Since Claude Code 2.1.251.
    """

    pricing: ModelSwitchPricing
    """Where the price in `estimated_cache_write_usd` comes from.

    Since Claude Code 2.1.251.
    """


class PostModelSwitchSpecificOutput(TypedDict):
    """What a hook adds after a switch of the model.

    Since Claude Code 2.1.251.
    """

    hookEventName: Literal["PostModelSwitch"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.251.
    """

    additionalContext: NotRequired[str]
    """Text for Claude, sent with the next request. A hook that is slow can miss that request
    (not confirmed).

    Since Claude Code 2.1.251. Claude Code spills what is longer than 10,000 characters to a
    file.
    """


_PostModelSwitchSyncOutputKeys = TypedDict(
    "_PostModelSwitchSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class PostModelSwitchSyncOutput(_PostModelSwitchSyncOutputKeys):
    """The immediate form of the reply.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.251.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.251.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.251.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.251. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    terminalSequence: NotRequired[str]
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.251.
    """

    decision: NotRequired[HookDecision]
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.251.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.251.
    """

    hookSpecificOutput: NotRequired[PostModelSwitchSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.251.
    """


PostModelSwitchOutput: TypeAlias = AsyncHookOutput | PostModelSwitchSyncOutput
"""Reply of a `PostModelSwitch` hook. The switch stands; the reply can give Claude context.

Since Claude Code 2.1.251.
"""
