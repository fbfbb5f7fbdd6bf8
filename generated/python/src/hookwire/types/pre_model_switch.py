# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `pre-model-switch`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
    ModelSwitchPricing,
    PromptCacheTtl,
)

PreModelSwitchSource: TypeAlias = Literal[
    "command",
    "picker",
    "sdk",
]
"""Where a request to switch the model comes from.

- `"command"`: The command `/model` with a name, the setting in `/config`, or fast mode when
  it brings another model. Since Claude Code 2.1.251.

- `"picker"`: The list of models to choose from. Since Claude Code 2.1.251.

- `"sdk"`: A program, an IDE or Remote Control. Since Claude Code 2.1.251.
"""


class PreModelSwitchInput(TypedDict):
    """Input of a `PreModelSwitch` hook, which runs before a switch of the model that the user or
    a program asked for.

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

    hook_event_name: Literal["PreModelSwitch"]
    """Always `PreModelSwitch`.

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
    """Id of the model in use.

    Since Claude Code 2.1.251.
    """

    to_model: str
    """Id of the model to switch to. Matchers test its canonical name.

    Since Claude Code 2.1.251.
    """

    requested_model: str | None
    """What was asked for: an alias, an id, or `null` for the default model.

    Since Claude Code 2.1.251.
    """

    source: PreModelSwitchSource
    """Where the switch comes from.

    Since Claude Code 2.1.251.
    """

    context_tokens: float
    """Tokens that the next request has to send again, `0` before the first response.

    Since Claude Code 2.1.251.
    """

    prompt_cache_warm: bool
    """Whether the prompt cache of the model in use is probably still warm, so that the switch
    gives it up.

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


PreModelSwitchDecision: TypeAlias = Literal[
    "allow",
    "deny",
    "ask",
]
"""What becomes of a switch of the model. With several hooks `deny` beats `ask`, and `ask` beats
`allow`.

- `"allow"`: The switch is made, without the question about the lost cache. Since Claude Code
  2.1.251.

- `"deny"`: The switch is cancelled. Since Claude Code 2.1.251.

- `"ask"`: The user confirms the switch. It works with `/model` in an interactive session;
  elsewhere the switch is refused. Since Claude Code 2.1.251.
"""


class PreModelSwitchSpecificOutput(TypedDict):
    """What a hook says about a switch of the model.

    Since Claude Code 2.1.251.
    """

    hookEventName: Literal["PreModelSwitch"]
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.251.
    """

    permissionDecision: NotRequired[PreModelSwitchDecision]
    """Whether the switch is made. Unlike on `PreToolUse` there is no `defer`.

    Since Claude Code 2.1.251.
    """

    permissionDecisionReason: NotRequired[str]
    """Reason of the decision.

    Since Claude Code 2.1.251.
    """


_PreModelSwitchSyncOutputKeys = TypedDict(
    "_PreModelSwitchSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class PreModelSwitchSyncOutput(_PreModelSwitchSyncOutputKeys):
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
    """`block` cancels the switch, like a `permissionDecision` of `deny`. `approve` has no
    effect.

    Since Claude Code 2.1.251.
    """

    reason: NotRequired[str]
    """Reason of the block.

    Since Claude Code 2.1.251.
    """

    hookSpecificOutput: NotRequired[PreModelSwitchSpecificOutput]
    """The fields that only this event has.

    Since Claude Code 2.1.251.
    """


PreModelSwitchOutput: TypeAlias = AsyncHookOutput | PreModelSwitchSyncOutput
"""Reply of a `PreModelSwitch` hook. It can let the switch pass without a question, cancel it, or
have the user confirm it. A hook that runs into its timeout cancels it too.

Since Claude Code 2.1.251.
"""
