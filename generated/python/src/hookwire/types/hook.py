# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `hook`."""

from typing import NotRequired, TypeAlias, TypedDict

from .common import (
    AsyncHookOutput,
    HookDecision,
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

HookInput: TypeAlias = (
    PreToolUseInput
    | PostToolUseInput
    | PostToolUseFailureInput
    | PostToolBatchInput
    | NotificationInput
    | UserPromptSubmitInput
    | UserPromptExpansionInput
    | SessionStartInput
    | SessionEndInput
    | StopInput
    | StopFailureInput
    | SubagentStartInput
    | SubagentStopInput
    | PreCompactInput
    | PostCompactInput
    | PreModelSwitchInput
    | PostModelSwitchInput
    | PermissionRequestInput
    | PermissionDeniedInput
    | SetupInput
    | TeammateIdleInput
    | TaskCreatedInput
    | TaskCompletedInput
    | ElicitationInput
    | ElicitationResultInput
    | ConfigChangeInput
    | WorktreeCreateInput
    | WorktreeRemoveInput
    | InstructionsLoadedInput
    | CwdChangedInput
    | FileChangedInput
    | DirectoryAddedInput
    | MessageDisplayInput
)
"""The input of any event that this contract describes, told apart by `hook_event_name`. A newer
Claude Code can send events that are not in it.
"""

HookSpecificOutput: TypeAlias = (
    PreToolUseSpecificOutput
    | PostToolUseSpecificOutput
    | PostToolUseFailureSpecificOutput
    | PostToolBatchSpecificOutput
    | NotificationSpecificOutput
    | UserPromptSubmitSpecificOutput
    | UserPromptExpansionSpecificOutput
    | SessionStartSpecificOutput
    | StopSpecificOutput
    | SubagentStartSpecificOutput
    | SubagentStopSpecificOutput
    | PreModelSwitchSpecificOutput
    | PostModelSwitchSpecificOutput
    | PermissionRequestSpecificOutput
    | PermissionDeniedSpecificOutput
    | SetupSpecificOutput
    | ElicitationSpecificOutput
    | ElicitationResultSpecificOutput
    | WorktreeCreateSpecificOutput
    | CwdChangedSpecificOutput
    | FileChangedSpecificOutput
    | MessageDisplaySpecificOutput
)
"""The part of a reply that belongs to one event, told apart by `hookEventName`."""


_SyncHookOutputKeys = TypedDict(
    "_SyncHookOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class SyncHookOutput(_SyncHookOutputKeys):
    """The immediate form of a reply to any event.

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
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.0.0 at the latest.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.0.0 at the latest.
    """

    hookSpecificOutput: NotRequired[HookSpecificOutput]
    """The fields that only one event has. Eleven events have none and refuse this.

    Since Claude Code 2.0.0 at the latest.
    """


HookOutput: TypeAlias = AsyncHookOutput | SyncHookOutput
"""A reply of which only the form is known, not the event that it answers. Where the event is
known, its own output says more exactly what is accepted.
"""
