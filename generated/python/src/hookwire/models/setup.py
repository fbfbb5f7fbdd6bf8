# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `setup`."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, Tag

from ..types.common import (
    ActivePermissionMode,
    HookDecision,
)
from ..types.setup import (
    SetupTrigger,
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


class SetupInput(OpenModel, frozen=True):
    """Input of a `Setup` hook, which runs when Claude Code is started with `--init-only`, or
    with `--init` or `--maintenance` together with `-p`. A normal start does not raise it.

    Since Claude Code 2.1.10.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.10.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.10.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.10.
    """

    hook_event_name: Literal["Setup"] = Field(default=CONSTANT)
    """Always `Setup`.

    Since Claude Code 2.1.10.
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

    Since Claude Code 2.1.10.
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

    trigger: SetupTrigger
    """Which of the flags started it. Matchers test this field.

    Since Claude Code 2.1.10.
    """


class SetupSpecificOutput(ClosedModel, frozen=True):
    """What a hook brings into a setup.

    Since Claude Code 2.1.10.
    """

    hook_event_name: Literal["Setup"] = Field(
        default=CONSTANT,
        validation_alias="hookEventName",
        serialization_alias="hookEventName",
    )
    """Name of the event, which must be the event that the hook was called for. Without it, or
    with another name, the whole reply is refused.

    Since Claude Code 2.1.10.
    """

    additional_context: str | Missing = Field(
        default=MISSING,
        validation_alias="additionalContext",
        serialization_alias="additionalContext",
    )
    """Text for Claude. The declarations have it, but the documentation says that the output of
    this event is discarded.

    Since Claude Code 2.1.10. Not confirmed by a second source. Claude Code spills what is
    longer than 10,000 characters to a file.
    """


class SetupSyncOutput(ClosedModel, frozen=True):
    """The immediate form of the reply."""

    continue_: bool | Missing = Field(
        default=MISSING,
        validation_alias="continue",
        serialization_alias="continue",
    )
    """With `false` Claude stops altogether once the hook is done, whatever the decisions of the
    event are. Absent means `true`; events that discard their output take no notice.

    Since Claude Code 2.1.10.
    """

    stop_reason: str | Missing = Field(
        default=MISSING,
        validation_alias="stopReason",
        serialization_alias="stopReason",
    )
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.10.
    """

    suppress_output: bool | Missing = Field(
        default=MISSING,
        validation_alias="suppressOutput",
        serialization_alias="suppressOutput",
    )
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.10.
    """

    system_message: str | Missing = Field(
        default=MISSING,
        validation_alias="systemMessage",
        serialization_alias="systemMessage",
    )
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.10. Claude Code spills what is longer than 10,000 characters to a
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
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.10.
    """

    reason: str | Missing = MISSING
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.10.
    """

    hook_specific_output: SetupSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only this event has.

    Since Claude Code 2.1.10.
    """


SetupOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[SetupSyncOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""Reply of a `Setup` hook. It can stop nothing, and the documentation says that it is discarded;
write the environment through `CLAUDE_ENV_FILE` instead.

Since Claude Code 2.1.10.
"""
