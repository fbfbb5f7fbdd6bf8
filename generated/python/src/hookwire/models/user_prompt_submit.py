# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `user-prompt-submit`."""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, Tag, model_validator

from ..types.common import (
    ActivePermissionMode,
    HookDecision,
)
from ..types.user_prompt_submit import (
    UserPromptSource,
)
from ._model import (
    CONSTANT,
    MISSING,
    ClosedModel,
    Condition,
    Missing,
    OpenModel,
    Rule,
    by_key,
    obey,
)
from .common import (
    AsyncHookOutput,
    Effort,
)


class UserPromptSubmitInput(OpenModel, frozen=True):
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

    hook_event_name: Literal["UserPromptSubmit"] = Field(default=CONSTANT)
    """Always `UserPromptSubmit`.

    Since Claude Code 1.0.54.
    """

    prompt_id: str | Missing = MISSING
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.196.
    """

    scratchpad_dir: str | Missing = MISSING
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: ActivePermissionMode | Missing = MISSING
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.0.0 at the latest.
    """

    effort: Effort | Missing = MISSING
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: str | Missing = MISSING
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.69.
    """

    agent_type: str | Missing = MISSING
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.69.
    """

    prompt: str
    """Text of the prompt.

    Since Claude Code 2.0.0 at the latest.
    """

    source: UserPromptSource | Missing = MISSING
    """Who made the prompt. A host can leave it out.

    Since Claude Code 2.1.211 at the latest. Not confirmed by a second source.
    """

    session_title: str | Missing = MISSING
    """Title that the session has been given. Absent while it has only an automatic one.

    Since Claude Code 2.1.111 at the latest.
    """


class UserPromptSubmitSpecificOutput(ClosedModel, frozen=True):
    """What a hook adds to a submitted prompt.

    Since Claude Code 1.0.59.
    """

    hook_event_name: Literal["UserPromptSubmit"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 1.0.59.
    """

    additional_context: str | Missing = Field(
        default=MISSING,
        validation_alias="additionalContext",
        serialization_alias="additionalContext",
    )
    """Text for Claude, added next to the prompt.

    Since Claude Code 1.0.59. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    session_title: str | Missing = Field(
        default=MISSING,
        validation_alias="sessionTitle",
        serialization_alias="sessionTitle",
    )
    """New title of the session.

    Since Claude Code 2.1.94.
    """

    suppress_original_prompt: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOriginalPrompt",
        serialization_alias="suppressOriginalPrompt",
    )
    """With `true` the message about the block does not repeat the prompt; that needs a top-level
    `decision` of `block`. `false` is the same as leaving the field out.

    Since Claude Code 2.1.129 at the latest.
    """


class UserPromptSubmitSyncOutput(ClosedModel, frozen=True):
    """The immediate form of the reply."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.0.0 at the latest.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.0.0 at the latest.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.0.0 at the latest.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a
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

    Since Claude Code 2.1.141.
    """

    decision: HookDecision | Missing = MISSING
    """`block` ends the turn: the prompt does not reach Claude, though the transcript file keeps
    it. `approve` has no effect.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: str | Missing = MISSING
    """Shown to the user when `decision` is `block`. Claude does not see it.

    Since Claude Code 2.0.0 at the latest.
    """

    hook_specific_output: UserPromptSubmitSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 1.0.59.
    """

    @model_validator(mode="after")
    def _obey(self) -> Self:
        obey(
            self,
            Rule(
                name="suppress-original-prompt-needs-block",
                when=[
                    Condition(("hookSpecificOutput", "suppressOriginalPrompt"), (True,)),
                ],
                then=[
                    Condition(("decision",), ("block",)),
                ],
                message="`suppressOriginalPrompt: true` has an effect only on a reply that blocks; set the top-level `decision` to `block`, or leave the field out.",
            ),
        )
        return self


UserPromptSubmitOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[UserPromptSubmitSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of a `UserPromptSubmit` hook. It can keep the prompt from Claude or add context to it;
it cannot rewrite the prompt.

Since Claude Code 1.0.54.
"""
