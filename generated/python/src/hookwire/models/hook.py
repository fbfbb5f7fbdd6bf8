# Made from templates/python/src/[package]/models/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Models of `hook`."""

from typing import Annotated, Self, TypeAlias

from pydantic import Field, Tag, model_validator

from ..types.common import (
    HookDecision,
)
from ._model import (
    MISSING,
    ClosedModel,
    Condition,
    Missing,
    Rule,
    by_key,
    by_tag,
    obey,
)
from .common import (
    AsyncHookOutput,
)
from .config_change import (
    ConfigChangeInput,
)
from .cwd_changed import (
    CwdChangedInput,
    CwdChangedSpecificOutput,
)
from .directory_added import (
    DirectoryAddedInput,
)
from .elicitation import (
    ElicitationInput,
    ElicitationSpecificOutput,
)
from .elicitation_result import (
    ElicitationResultInput,
    ElicitationResultSpecificOutput,
)
from .file_changed import (
    FileChangedInput,
    FileChangedSpecificOutput,
)
from .instructions_loaded import (
    InstructionsLoadedInput,
)
from .message_display import (
    MessageDisplayInput,
    MessageDisplaySpecificOutput,
)
from .notification import (
    NotificationInput,
    NotificationSpecificOutput,
)
from .permission_denied import (
    PermissionDeniedInput,
    PermissionDeniedSpecificOutput,
)
from .permission_request import (
    PermissionRequestInput,
    PermissionRequestSpecificOutput,
)
from .post_compact import (
    PostCompactInput,
)
from .post_model_switch import (
    PostModelSwitchInput,
    PostModelSwitchSpecificOutput,
)
from .post_tool_batch import (
    PostToolBatchInput,
    PostToolBatchSpecificOutput,
)
from .post_tool_use import (
    PostToolUseInput,
    PostToolUseSpecificOutput,
)
from .post_tool_use_failure import (
    PostToolUseFailureInput,
    PostToolUseFailureSpecificOutput,
)
from .pre_compact import (
    PreCompactInput,
)
from .pre_model_switch import (
    PreModelSwitchInput,
    PreModelSwitchSpecificOutput,
)
from .pre_tool_use import (
    PreToolUseInput,
    PreToolUseSpecificOutput,
)
from .session_end import (
    SessionEndInput,
)
from .session_start import (
    SessionStartInput,
    SessionStartSpecificOutput,
)
from .setup import (
    SetupInput,
    SetupSpecificOutput,
)
from .stop import (
    StopInput,
    StopSpecificOutput,
)
from .stop_failure import (
    StopFailureInput,
)
from .subagent_start import (
    SubagentStartInput,
    SubagentStartSpecificOutput,
)
from .subagent_stop import (
    SubagentStopInput,
    SubagentStopSpecificOutput,
)
from .task_completed import (
    TaskCompletedInput,
)
from .task_created import (
    TaskCreatedInput,
)
from .teammate_idle import (
    TeammateIdleInput,
)
from .user_prompt_expansion import (
    UserPromptExpansionInput,
    UserPromptExpansionSpecificOutput,
)
from .user_prompt_submit import (
    UserPromptSubmitInput,
    UserPromptSubmitSpecificOutput,
)
from .worktree_create import (
    WorktreeCreateInput,
    WorktreeCreateSpecificOutput,
)
from .worktree_remove import (
    WorktreeRemoveInput,
)

HookInput: TypeAlias = Annotated[
    Annotated[PreToolUseInput, Tag("PreToolUse")]
    | Annotated[PostToolUseInput, Tag("PostToolUse")]
    | Annotated[PostToolUseFailureInput, Tag("PostToolUseFailure")]
    | Annotated[PostToolBatchInput, Tag("PostToolBatch")]
    | Annotated[NotificationInput, Tag("Notification")]
    | Annotated[UserPromptSubmitInput, Tag("UserPromptSubmit")]
    | Annotated[UserPromptExpansionInput, Tag("UserPromptExpansion")]
    | Annotated[SessionStartInput, Tag("SessionStart")]
    | Annotated[SessionEndInput, Tag("SessionEnd")]
    | Annotated[StopInput, Tag("Stop")]
    | Annotated[StopFailureInput, Tag("StopFailure")]
    | Annotated[SubagentStartInput, Tag("SubagentStart")]
    | Annotated[SubagentStopInput, Tag("SubagentStop")]
    | Annotated[PreCompactInput, Tag("PreCompact")]
    | Annotated[PostCompactInput, Tag("PostCompact")]
    | Annotated[PreModelSwitchInput, Tag("PreModelSwitch")]
    | Annotated[PostModelSwitchInput, Tag("PostModelSwitch")]
    | Annotated[PermissionRequestInput, Tag("PermissionRequest")]
    | Annotated[PermissionDeniedInput, Tag("PermissionDenied")]
    | Annotated[SetupInput, Tag("Setup")]
    | Annotated[TeammateIdleInput, Tag("TeammateIdle")]
    | Annotated[TaskCreatedInput, Tag("TaskCreated")]
    | Annotated[TaskCompletedInput, Tag("TaskCompleted")]
    | Annotated[ElicitationInput, Tag("Elicitation")]
    | Annotated[ElicitationResultInput, Tag("ElicitationResult")]
    | Annotated[ConfigChangeInput, Tag("ConfigChange")]
    | Annotated[WorktreeCreateInput, Tag("WorktreeCreate")]
    | Annotated[WorktreeRemoveInput, Tag("WorktreeRemove")]
    | Annotated[InstructionsLoadedInput, Tag("InstructionsLoaded")]
    | Annotated[CwdChangedInput, Tag("CwdChanged")]
    | Annotated[FileChangedInput, Tag("FileChanged")]
    | Annotated[DirectoryAddedInput, Tag("DirectoryAdded")]
    | Annotated[MessageDisplayInput, Tag("MessageDisplay")],
    by_tag(
        "hook_event_name",
        {
            "PreToolUse": "PreToolUse",
            "PostToolUse": "PostToolUse",
            "PostToolUseFailure": "PostToolUseFailure",
            "PostToolBatch": "PostToolBatch",
            "Notification": "Notification",
            "UserPromptSubmit": "UserPromptSubmit",
            "UserPromptExpansion": "UserPromptExpansion",
            "SessionStart": "SessionStart",
            "SessionEnd": "SessionEnd",
            "Stop": "Stop",
            "StopFailure": "StopFailure",
            "SubagentStart": "SubagentStart",
            "SubagentStop": "SubagentStop",
            "PreCompact": "PreCompact",
            "PostCompact": "PostCompact",
            "PreModelSwitch": "PreModelSwitch",
            "PostModelSwitch": "PostModelSwitch",
            "PermissionRequest": "PermissionRequest",
            "PermissionDenied": "PermissionDenied",
            "Setup": "Setup",
            "TeammateIdle": "TeammateIdle",
            "TaskCreated": "TaskCreated",
            "TaskCompleted": "TaskCompleted",
            "Elicitation": "Elicitation",
            "ElicitationResult": "ElicitationResult",
            "ConfigChange": "ConfigChange",
            "WorktreeCreate": "WorktreeCreate",
            "WorktreeRemove": "WorktreeRemove",
            "InstructionsLoaded": "InstructionsLoaded",
            "CwdChanged": "CwdChanged",
            "FileChanged": "FileChanged",
            "DirectoryAdded": "DirectoryAdded",
            "MessageDisplay": "MessageDisplay",
        },
    ),
]
"""The input of any event that this contract describes, told apart by `hook_event_name`. A newer
Claude Code can send events that are not in it.
"""

HookSpecificOutput: TypeAlias = Annotated[
    Annotated[PreToolUseSpecificOutput, Tag("PreToolUse")]
    | Annotated[PostToolUseSpecificOutput, Tag("PostToolUse")]
    | Annotated[PostToolUseFailureSpecificOutput, Tag("PostToolUseFailure")]
    | Annotated[PostToolBatchSpecificOutput, Tag("PostToolBatch")]
    | Annotated[NotificationSpecificOutput, Tag("Notification")]
    | Annotated[UserPromptSubmitSpecificOutput, Tag("UserPromptSubmit")]
    | Annotated[UserPromptExpansionSpecificOutput, Tag("UserPromptExpansion")]
    | Annotated[SessionStartSpecificOutput, Tag("SessionStart")]
    | Annotated[StopSpecificOutput, Tag("Stop")]
    | Annotated[SubagentStartSpecificOutput, Tag("SubagentStart")]
    | Annotated[SubagentStopSpecificOutput, Tag("SubagentStop")]
    | Annotated[PreModelSwitchSpecificOutput, Tag("PreModelSwitch")]
    | Annotated[PostModelSwitchSpecificOutput, Tag("PostModelSwitch")]
    | Annotated[PermissionRequestSpecificOutput, Tag("PermissionRequest")]
    | Annotated[PermissionDeniedSpecificOutput, Tag("PermissionDenied")]
    | Annotated[SetupSpecificOutput, Tag("Setup")]
    | Annotated[ElicitationSpecificOutput, Tag("Elicitation")]
    | Annotated[ElicitationResultSpecificOutput, Tag("ElicitationResult")]
    | Annotated[WorktreeCreateSpecificOutput, Tag("WorktreeCreate")]
    | Annotated[CwdChangedSpecificOutput, Tag("CwdChanged")]
    | Annotated[FileChangedSpecificOutput, Tag("FileChanged")]
    | Annotated[MessageDisplaySpecificOutput, Tag("MessageDisplay")],
    by_tag(
        "hookEventName",
        {
            "PreToolUse": "PreToolUse",
            "PostToolUse": "PostToolUse",
            "PostToolUseFailure": "PostToolUseFailure",
            "PostToolBatch": "PostToolBatch",
            "Notification": "Notification",
            "UserPromptSubmit": "UserPromptSubmit",
            "UserPromptExpansion": "UserPromptExpansion",
            "SessionStart": "SessionStart",
            "Stop": "Stop",
            "SubagentStart": "SubagentStart",
            "SubagentStop": "SubagentStop",
            "PreModelSwitch": "PreModelSwitch",
            "PostModelSwitch": "PostModelSwitch",
            "PermissionRequest": "PermissionRequest",
            "PermissionDenied": "PermissionDenied",
            "Setup": "Setup",
            "Elicitation": "Elicitation",
            "ElicitationResult": "ElicitationResult",
            "WorktreeCreate": "WorktreeCreate",
            "CwdChanged": "CwdChanged",
            "FileChanged": "FileChanged",
            "MessageDisplay": "MessageDisplay",
        },
    ),
]
"""The part of a reply that belongs to one event, told apart by `hookEventName`."""


class SyncHookOutput(ClosedModel, frozen=True):
    """The immediate form of a reply to any event."""

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
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: str | Missing = MISSING
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.0.0 at the latest.
    """

    hook_specific_output: HookSpecificOutput | Missing = Field(
        default=MISSING,
        validation_alias="hookSpecificOutput",
        serialization_alias="hookSpecificOutput",
    )
    """The fields that only one event has. Eleven events have none and refuse this.

    Since Claude Code 2.0.0 at the latest.
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
            Rule(
                name="a-stop-that-blocks-needs-a-reason",
                when=[
                    Condition(("decision",), ("block",)),
                    Condition(("hookSpecificOutput", "hookEventName"), ("Stop", "SubagentStop")),
                ],
                then=[
                    Condition(("reason",)),
                ],
                message="`decision: \"block\"` on `Stop` and `SubagentStop` needs a `reason`, which is what to do next; write one, or leave `decision` out.",
            ),
        )
        return self


HookOutput: TypeAlias = Annotated[
    Annotated[AsyncHookOutput, Tag("Async")] | Annotated[SyncHookOutput, Tag("Sync")],
    by_key(
        "async",
        present="Async",
        absent="Sync",
    ),
]
"""A reply of which only the form is known, not the event that it answers. Where the event is
known, its own output says more exactly what is accepted.
"""
