# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `post-model-switch`."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    ActivePermissionMode,
    HookDecision,
    ModelSwitchPricing,
    PromptCacheTtl,
)
from ..types.post_model_switch import (
    PostModelSwitchSource,
)
from ._model import (
    CONSTANT,
    MISSING,
    ClosedModel,
    Missing,
    OpenModel,
    by_key,
)
from .common import (
    AsyncHookOutput,
    Effort,
)


class PostModelSwitchInput(OpenModel, frozen=True):
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

    hook_event_name: Literal["PostModelSwitch"] = Field(default=CONSTANT)
    """Always `PostModelSwitch`.

    Since Claude Code 2.1.251.
    """

    prompt_id: str | Missing = MISSING
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.251.
    """

    scratchpad_dir: str | Missing = MISSING
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: ActivePermissionMode | Missing = MISSING
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.1.251.
    """

    effort: Effort | Missing = MISSING
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.251.
    """

    agent_id: str | Missing = MISSING
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.251.
    """

    agent_type: str | Missing = MISSING
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


class PostModelSwitchSpecificOutput(ClosedModel, frozen=True):
    """What a hook adds after a switch of the model.

    Since Claude Code 2.1.251.
    """

    hook_event_name: Literal["PostModelSwitch"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.251.
    """

    additional_context: str | Missing = Field(
        default=MISSING,
        validation_alias="additionalContext",
        serialization_alias="additionalContext",
    )
    """Text for Claude, sent with the next request. A hook that is slow can miss that request
    (not confirmed).

    Since Claude Code 2.1.251. Claude Code spills what is longer than 10,000 characters to a
    file.
    """


class PostModelSwitchSyncOutput(ClosedModel, frozen=True):
    """The immediate form of the reply."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.1.251.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.251.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.251.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.251. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    terminal_sequence: str | Missing = Field(
        default=MISSING,
        validation_alias="terminalSequence",
        serialization_alias="terminalSequence",
    )
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.251.
    """

    decision: HookDecision | Missing = MISSING
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.251.
    """

    reason: str | Missing = MISSING
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.251.
    """

    hook_specific_output: PostModelSwitchSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 2.1.251.
    """


PostModelSwitchOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[PostModelSwitchSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of a `PostModelSwitch` hook. The switch stands; the reply can give Claude context.

Since Claude Code 2.1.251.
"""
