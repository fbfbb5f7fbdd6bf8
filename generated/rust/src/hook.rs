// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`HookInput`], [`HookSpecificOutput`], [`SyncHookOutput`], [`HookOutput`].

use crate::common::*;
use crate::config_change::*;
use crate::cwd_changed::*;
use crate::directory_added::*;
use crate::elicitation::*;
use crate::elicitation_result::*;
use crate::file_changed::*;
use crate::instructions_loaded::*;
use crate::message_display::*;
use crate::notification::*;
use crate::permission_denied::*;
use crate::permission_request::*;
use crate::post_compact::*;
use crate::post_model_switch::*;
use crate::post_tool_batch::*;
use crate::post_tool_use::*;
use crate::post_tool_use_failure::*;
use crate::pre_compact::*;
use crate::pre_model_switch::*;
use crate::pre_tool_use::*;
use crate::session_end::*;
use crate::session_start::*;
use crate::setup::*;
use crate::stop::*;
use crate::stop_failure::*;
use crate::subagent_start::*;
use crate::subagent_stop::*;
use crate::task_completed::*;
use crate::task_created::*;
use crate::teammate_idle::*;
use crate::user_prompt_expansion::*;
use crate::user_prompt_submit::*;
use crate::worktree_create::*;
use crate::worktree_remove::*;

/// The input of any event that this contract describes, told apart by `hook_event_name`. A newer Claude Code
/// can send events that are not in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum HookInput {
    /// Input of a `PreToolUse` hook, which runs when Claude has written the arguments of a tool call and before
    /// the call is made. It does not run for files named with `@`, for `EndConversation`, or for calls whose
    /// arguments are not valid.
    PreToolUse(PreToolUseInput),
    /// Input of a `PostToolUse` hook, which runs right after a tool call has succeeded. It can run for several
    /// calls at the same time.
    PostToolUse(PostToolUseInput),
    /// Input of a `PostToolUseFailure` hook, which runs when a tool that had started fails: it threw an error,
    /// or an MCP tool answered with one. It does not run for unknown tools, invalid arguments, refused
    /// permissions, or calls that were cancelled.
    PostToolUseFailure(PostToolUseFailureInput),
    /// Input of a `PostToolBatch` hook, which runs once when all tool calls of one message of the model are
    /// done and before the next request is sent.
    PostToolBatch(PostToolBatchInput),
    /// Input of a `Notification` hook, which runs when Claude Code sends a notification, also if desktop
    /// notifications are switched off. Notices about waiting for the user come with a delay; for an immediate
    /// signal use `PermissionRequest`.
    Notification(NotificationInput),
    /// Input of a `UserPromptSubmit` hook, which runs on each submitted prompt before Claude sees it. It also
    /// runs on turns that Claude Code starts itself, such as a scheduled task or the report of a background
    /// subagent.
    UserPromptSubmit(UserPromptSubmitInput),
    /// Input of a `UserPromptExpansion` hook, which runs when a command that the user typed is expanded into a
    /// prompt: a skill, a custom command, or a prompt of an MCP server. `PreToolUse` does not see these.
    UserPromptExpansion(UserPromptExpansionInput),
    /// Input of a `SessionStart` hook, which runs when a session starts, is resumed or forked, after `/clear`,
    /// and after a compaction. Apart from the events about a switch of the model it is the only one that can
    /// name the model in use.
    SessionStart(SessionStartInput),
    /// Input of a `SessionEnd` hook, which runs when a session ends: on exit, `/clear`, logout, or when another
    /// session is resumed in its place. All hooks of this event share a short time, 1.5 seconds unless
    /// configured otherwise.
    SessionEnd(SessionEndInput),
    /// Input of a `Stop` hook, which runs when the main agent is about to end its turn. It does not run when
    /// the user interrupts, and an error of the API raises `StopFailure` instead.
    Stop(StopInput),
    /// Input of a `StopFailure` hook, which runs instead of `Stop` when a turn ends with an error of the API.
    StopFailure(StopFailureInput),
    /// Input of a `SubagentStart` hook, which runs when Claude starts a subagent, when a subagent is resumed,
    /// and each time a teammate in the same process takes a new message.
    SubagentStart(SubagentStartInput),
    /// Input of a `SubagentStop` hook, which runs when a subagent has finished. It runs for internal agents
    /// too, with the name of the session's own agent or an empty `agent_type`.
    SubagentStop(SubagentStopInput),
    /// Input of a `PreCompact` hook, which runs before the conversation is compacted.
    PreCompact(PreCompactInput),
    /// Input of a `PostCompact` hook, which runs after the conversation has been compacted.
    PostCompact(PostCompactInput),
    /// Input of a `PreModelSwitch` hook, which runs before a switch of the model that the user or a program
    /// asked for.
    PreModelSwitch(PreModelSwitchInput),
    /// Input of a `PostModelSwitch` hook, which runs after the model of the session has changed, also when
    /// Claude Code changed it by itself or while a session is resumed.
    PostModelSwitch(PostModelSwitchInput),
    /// Input of a `PermissionRequest` hook, which runs when Claude Code is about to ask for a permission, or
    /// would refuse a call because nobody can be asked. It runs beside other ways to decide, such as the
    /// callback of a program, and the first decision counts.
    PermissionRequest(PermissionRequestInput),
    /// Input of a `PermissionDenied` hook, which runs when auto mode refuses a tool call. It does not run for
    /// what the user, a rule or a `PreToolUse` hook refused.
    PermissionDenied(PermissionDeniedInput),
    /// Input of a `Setup` hook, which runs when Claude Code is started with `--init-only`, or with `--init` or
    /// `--maintenance` together with `-p`. A normal start does not raise it.
    Setup(SetupInput),
    /// Input of a `TeammateIdle` hook, which runs when a teammate of an agent team has ended its turn and is
    /// about to go idle.
    TeammateIdle(TeammateIdleInput),
    /// Input of a `TaskCreated` hook, which runs while a task is being created with `TaskCreate`. Sessions
    /// without the task tools do not raise it.
    TaskCreated(TaskCreatedInput),
    /// Input of a `TaskCompleted` hook, which runs when a task is being marked as complete with `TaskUpdate`,
    /// and when a teammate ends its turn while tasks are still in progress.
    TaskCompleted(TaskCompletedInput),
    /// Input of an `Elicitation` hook, which runs when an MCP server asks the user for input. The hook can
    /// answer in the place of the dialog.
    Elicitation(ElicitationInput),
    /// Input of an `ElicitationResult` hook, which runs when the user has answered an MCP server and before the
    /// answer is sent.
    ElicitationResult(ElicitationResultInput),
    /// Input of a `ConfigChange` hook, which runs when a settings file, a file of managed policy or a skill
    /// changes during the session. Settings that a server or the operating system manages do not raise it.
    ConfigChange(ConfigChangeInput),
    /// Input of a `WorktreeCreate` hook, which runs when `--worktree`, an isolated subagent or a background
    /// session needs a worktree. The hook makes it in the place of `git worktree`.
    WorktreeCreate(WorktreeCreateInput),
    /// Input of a `WorktreeRemove` hook, which runs when a worktree is removed: at the end of a session that
    /// had one, of an isolated subagent, or of a background session.
    WorktreeRemove(WorktreeRemoveInput),
    /// Input of an `InstructionsLoaded` hook, which runs each time a `CLAUDE.md` or a file of `.claude/rules`
    /// enters the context, at the start or later. Nothing waits for it.
    InstructionsLoaded(InstructionsLoadedInput),
    /// Input of a `CwdChanged` hook, which runs when the working directory has changed, for instance after
    /// `cd`.
    CwdChanged(CwdChangedInput),
    /// Input of a `FileChanged` hook, which runs when a watched file changes on disk, whoever changed it. A
    /// file is watched when a matcher names it or a hook has listed it in `watchPaths`.
    FileChanged(FileChangedInput),
    /// Input of a `DirectoryAdded` hook, which runs in the background after `/add-dir` or a request of the SDK
    /// has added a working directory. The flag `--add-dir`, `/permissions`, and a directory that was there
    /// already do not raise it.
    DirectoryAdded(DirectoryAddedInput),
    /// Input of a `MessageDisplay` hook, which runs while text of the assistant is put on the screen: once for
    /// each group of finished lines in the terminal, once for the whole message with `-p` or the SDK. The text
    /// is held back until the hook has answered.
    MessageDisplay(MessageDisplayInput),
}

impl HookInput {
    /// The value of `hook_event_name`, which tells the variants apart.
    #[must_use]
    pub const fn hook_event_name(&self) -> &'static str {
        match self {
            Self::PreToolUse(_) => "PreToolUse",
            Self::PostToolUse(_) => "PostToolUse",
            Self::PostToolUseFailure(_) => "PostToolUseFailure",
            Self::PostToolBatch(_) => "PostToolBatch",
            Self::Notification(_) => "Notification",
            Self::UserPromptSubmit(_) => "UserPromptSubmit",
            Self::UserPromptExpansion(_) => "UserPromptExpansion",
            Self::SessionStart(_) => "SessionStart",
            Self::SessionEnd(_) => "SessionEnd",
            Self::Stop(_) => "Stop",
            Self::StopFailure(_) => "StopFailure",
            Self::SubagentStart(_) => "SubagentStart",
            Self::SubagentStop(_) => "SubagentStop",
            Self::PreCompact(_) => "PreCompact",
            Self::PostCompact(_) => "PostCompact",
            Self::PreModelSwitch(_) => "PreModelSwitch",
            Self::PostModelSwitch(_) => "PostModelSwitch",
            Self::PermissionRequest(_) => "PermissionRequest",
            Self::PermissionDenied(_) => "PermissionDenied",
            Self::Setup(_) => "Setup",
            Self::TeammateIdle(_) => "TeammateIdle",
            Self::TaskCreated(_) => "TaskCreated",
            Self::TaskCompleted(_) => "TaskCompleted",
            Self::Elicitation(_) => "Elicitation",
            Self::ElicitationResult(_) => "ElicitationResult",
            Self::ConfigChange(_) => "ConfigChange",
            Self::WorktreeCreate(_) => "WorktreeCreate",
            Self::WorktreeRemove(_) => "WorktreeRemove",
            Self::InstructionsLoaded(_) => "InstructionsLoaded",
            Self::CwdChanged(_) => "CwdChanged",
            Self::FileChanged(_) => "FileChanged",
            Self::DirectoryAdded(_) => "DirectoryAdded",
            Self::MessageDisplay(_) => "MessageDisplay",
        }
    }
}

impl serde::Serialize for HookInput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::PreToolUse(it) => it.serialize(serializer),
            Self::PostToolUse(it) => it.serialize(serializer),
            Self::PostToolUseFailure(it) => it.serialize(serializer),
            Self::PostToolBatch(it) => it.serialize(serializer),
            Self::Notification(it) => it.serialize(serializer),
            Self::UserPromptSubmit(it) => it.serialize(serializer),
            Self::UserPromptExpansion(it) => it.serialize(serializer),
            Self::SessionStart(it) => it.serialize(serializer),
            Self::SessionEnd(it) => it.serialize(serializer),
            Self::Stop(it) => it.serialize(serializer),
            Self::StopFailure(it) => it.serialize(serializer),
            Self::SubagentStart(it) => it.serialize(serializer),
            Self::SubagentStop(it) => it.serialize(serializer),
            Self::PreCompact(it) => it.serialize(serializer),
            Self::PostCompact(it) => it.serialize(serializer),
            Self::PreModelSwitch(it) => it.serialize(serializer),
            Self::PostModelSwitch(it) => it.serialize(serializer),
            Self::PermissionRequest(it) => it.serialize(serializer),
            Self::PermissionDenied(it) => it.serialize(serializer),
            Self::Setup(it) => it.serialize(serializer),
            Self::TeammateIdle(it) => it.serialize(serializer),
            Self::TaskCreated(it) => it.serialize(serializer),
            Self::TaskCompleted(it) => it.serialize(serializer),
            Self::Elicitation(it) => it.serialize(serializer),
            Self::ElicitationResult(it) => it.serialize(serializer),
            Self::ConfigChange(it) => it.serialize(serializer),
            Self::WorktreeCreate(it) => it.serialize(serializer),
            Self::WorktreeRemove(it) => it.serialize(serializer),
            Self::InstructionsLoaded(it) => it.serialize(serializer),
            Self::CwdChanged(it) => it.serialize(serializer),
            Self::FileChanged(it) => it.serialize(serializer),
            Self::DirectoryAdded(it) => it.serialize(serializer),
            Self::MessageDisplay(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for HookInput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        match crate::json::tag(&value, "hook_event_name")?.as_deref() {
            Some("PreToolUse") => crate::json::FromJson::from_json(value, keys).map(Self::PreToolUse),
            Some("PostToolUse") => crate::json::FromJson::from_json(value, keys).map(Self::PostToolUse),
            Some("PostToolUseFailure") => crate::json::FromJson::from_json(value, keys).map(Self::PostToolUseFailure),
            Some("PostToolBatch") => crate::json::FromJson::from_json(value, keys).map(Self::PostToolBatch),
            Some("Notification") => crate::json::FromJson::from_json(value, keys).map(Self::Notification),
            Some("UserPromptSubmit") => crate::json::FromJson::from_json(value, keys).map(Self::UserPromptSubmit),
            Some("UserPromptExpansion") => crate::json::FromJson::from_json(value, keys).map(Self::UserPromptExpansion),
            Some("SessionStart") => crate::json::FromJson::from_json(value, keys).map(Self::SessionStart),
            Some("SessionEnd") => crate::json::FromJson::from_json(value, keys).map(Self::SessionEnd),
            Some("Stop") => crate::json::FromJson::from_json(value, keys).map(Self::Stop),
            Some("StopFailure") => crate::json::FromJson::from_json(value, keys).map(Self::StopFailure),
            Some("SubagentStart") => crate::json::FromJson::from_json(value, keys).map(Self::SubagentStart),
            Some("SubagentStop") => crate::json::FromJson::from_json(value, keys).map(Self::SubagentStop),
            Some("PreCompact") => crate::json::FromJson::from_json(value, keys).map(Self::PreCompact),
            Some("PostCompact") => crate::json::FromJson::from_json(value, keys).map(Self::PostCompact),
            Some("PreModelSwitch") => crate::json::FromJson::from_json(value, keys).map(Self::PreModelSwitch),
            Some("PostModelSwitch") => crate::json::FromJson::from_json(value, keys).map(Self::PostModelSwitch),
            Some("PermissionRequest") => crate::json::FromJson::from_json(value, keys).map(Self::PermissionRequest),
            Some("PermissionDenied") => crate::json::FromJson::from_json(value, keys).map(Self::PermissionDenied),
            Some("Setup") => crate::json::FromJson::from_json(value, keys).map(Self::Setup),
            Some("TeammateIdle") => crate::json::FromJson::from_json(value, keys).map(Self::TeammateIdle),
            Some("TaskCreated") => crate::json::FromJson::from_json(value, keys).map(Self::TaskCreated),
            Some("TaskCompleted") => crate::json::FromJson::from_json(value, keys).map(Self::TaskCompleted),
            Some("Elicitation") => crate::json::FromJson::from_json(value, keys).map(Self::Elicitation),
            Some("ElicitationResult") => crate::json::FromJson::from_json(value, keys).map(Self::ElicitationResult),
            Some("ConfigChange") => crate::json::FromJson::from_json(value, keys).map(Self::ConfigChange),
            Some("WorktreeCreate") => crate::json::FromJson::from_json(value, keys).map(Self::WorktreeCreate),
            Some("WorktreeRemove") => crate::json::FromJson::from_json(value, keys).map(Self::WorktreeRemove),
            Some("InstructionsLoaded") => crate::json::FromJson::from_json(value, keys).map(Self::InstructionsLoaded),
            Some("CwdChanged") => crate::json::FromJson::from_json(value, keys).map(Self::CwdChanged),
            Some("FileChanged") => crate::json::FromJson::from_json(value, keys).map(Self::FileChanged),
            Some("DirectoryAdded") => crate::json::FromJson::from_json(value, keys).map(Self::DirectoryAdded),
            Some("MessageDisplay") => crate::json::FromJson::from_json(value, keys).map(Self::MessageDisplay),
            other => crate::json::unknown_tag("hook_event_name", other, &[
                "PreToolUse",
                "PostToolUse",
                "PostToolUseFailure",
                "PostToolBatch",
                "Notification",
                "UserPromptSubmit",
                "UserPromptExpansion",
                "SessionStart",
                "SessionEnd",
                "Stop",
                "StopFailure",
                "SubagentStart",
                "SubagentStop",
                "PreCompact",
                "PostCompact",
                "PreModelSwitch",
                "PostModelSwitch",
                "PermissionRequest",
                "PermissionDenied",
                "Setup",
                "TeammateIdle",
                "TaskCreated",
                "TaskCompleted",
                "Elicitation",
                "ElicitationResult",
                "ConfigChange",
                "WorktreeCreate",
                "WorktreeRemove",
                "InstructionsLoaded",
                "CwdChanged",
                "FileChanged",
                "DirectoryAdded",
                "MessageDisplay",
            ]),
        }
    }
}

crate::json::deserialize!(HookInput);

impl From<PreToolUseInput> for HookInput {
    fn from(value: PreToolUseInput) -> Self {
        Self::PreToolUse(value)
    }
}

impl From<PostToolUseInput> for HookInput {
    fn from(value: PostToolUseInput) -> Self {
        Self::PostToolUse(value)
    }
}

impl From<PostToolUseFailureInput> for HookInput {
    fn from(value: PostToolUseFailureInput) -> Self {
        Self::PostToolUseFailure(value)
    }
}

impl From<PostToolBatchInput> for HookInput {
    fn from(value: PostToolBatchInput) -> Self {
        Self::PostToolBatch(value)
    }
}

impl From<NotificationInput> for HookInput {
    fn from(value: NotificationInput) -> Self {
        Self::Notification(value)
    }
}

impl From<UserPromptSubmitInput> for HookInput {
    fn from(value: UserPromptSubmitInput) -> Self {
        Self::UserPromptSubmit(value)
    }
}

impl From<UserPromptExpansionInput> for HookInput {
    fn from(value: UserPromptExpansionInput) -> Self {
        Self::UserPromptExpansion(value)
    }
}

impl From<SessionStartInput> for HookInput {
    fn from(value: SessionStartInput) -> Self {
        Self::SessionStart(value)
    }
}

impl From<SessionEndInput> for HookInput {
    fn from(value: SessionEndInput) -> Self {
        Self::SessionEnd(value)
    }
}

impl From<StopInput> for HookInput {
    fn from(value: StopInput) -> Self {
        Self::Stop(value)
    }
}

impl From<StopFailureInput> for HookInput {
    fn from(value: StopFailureInput) -> Self {
        Self::StopFailure(value)
    }
}

impl From<SubagentStartInput> for HookInput {
    fn from(value: SubagentStartInput) -> Self {
        Self::SubagentStart(value)
    }
}

impl From<SubagentStopInput> for HookInput {
    fn from(value: SubagentStopInput) -> Self {
        Self::SubagentStop(value)
    }
}

impl From<PreCompactInput> for HookInput {
    fn from(value: PreCompactInput) -> Self {
        Self::PreCompact(value)
    }
}

impl From<PostCompactInput> for HookInput {
    fn from(value: PostCompactInput) -> Self {
        Self::PostCompact(value)
    }
}

impl From<PreModelSwitchInput> for HookInput {
    fn from(value: PreModelSwitchInput) -> Self {
        Self::PreModelSwitch(value)
    }
}

impl From<PostModelSwitchInput> for HookInput {
    fn from(value: PostModelSwitchInput) -> Self {
        Self::PostModelSwitch(value)
    }
}

impl From<PermissionRequestInput> for HookInput {
    fn from(value: PermissionRequestInput) -> Self {
        Self::PermissionRequest(value)
    }
}

impl From<PermissionDeniedInput> for HookInput {
    fn from(value: PermissionDeniedInput) -> Self {
        Self::PermissionDenied(value)
    }
}

impl From<SetupInput> for HookInput {
    fn from(value: SetupInput) -> Self {
        Self::Setup(value)
    }
}

impl From<TeammateIdleInput> for HookInput {
    fn from(value: TeammateIdleInput) -> Self {
        Self::TeammateIdle(value)
    }
}

impl From<TaskCreatedInput> for HookInput {
    fn from(value: TaskCreatedInput) -> Self {
        Self::TaskCreated(value)
    }
}

impl From<TaskCompletedInput> for HookInput {
    fn from(value: TaskCompletedInput) -> Self {
        Self::TaskCompleted(value)
    }
}

impl From<ElicitationInput> for HookInput {
    fn from(value: ElicitationInput) -> Self {
        Self::Elicitation(value)
    }
}

impl From<ElicitationResultInput> for HookInput {
    fn from(value: ElicitationResultInput) -> Self {
        Self::ElicitationResult(value)
    }
}

impl From<ConfigChangeInput> for HookInput {
    fn from(value: ConfigChangeInput) -> Self {
        Self::ConfigChange(value)
    }
}

impl From<WorktreeCreateInput> for HookInput {
    fn from(value: WorktreeCreateInput) -> Self {
        Self::WorktreeCreate(value)
    }
}

impl From<WorktreeRemoveInput> for HookInput {
    fn from(value: WorktreeRemoveInput) -> Self {
        Self::WorktreeRemove(value)
    }
}

impl From<InstructionsLoadedInput> for HookInput {
    fn from(value: InstructionsLoadedInput) -> Self {
        Self::InstructionsLoaded(value)
    }
}

impl From<CwdChangedInput> for HookInput {
    fn from(value: CwdChangedInput) -> Self {
        Self::CwdChanged(value)
    }
}

impl From<FileChangedInput> for HookInput {
    fn from(value: FileChangedInput) -> Self {
        Self::FileChanged(value)
    }
}

impl From<DirectoryAddedInput> for HookInput {
    fn from(value: DirectoryAddedInput) -> Self {
        Self::DirectoryAdded(value)
    }
}

impl From<MessageDisplayInput> for HookInput {
    fn from(value: MessageDisplayInput) -> Self {
        Self::MessageDisplay(value)
    }
}

/// The part of a reply that belongs to one event, told apart by `hookEventName`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum HookSpecificOutput {
    /// What a hook says about a tool call before it is made.
    PreToolUse(PreToolUseSpecificOutput),
    /// What a hook adds to the result of a tool call, or puts in its place.
    PostToolUse(PostToolUseSpecificOutput),
    /// What a hook adds to the error of a tool call.
    PostToolUseFailure(PostToolUseFailureSpecificOutput),
    /// What a hook adds after a batch of tool calls.
    PostToolBatch(PostToolBatchSpecificOutput),
    /// What a hook adds to a notification.
    Notification(NotificationSpecificOutput),
    /// What a hook adds to a submitted prompt.
    UserPromptSubmit(UserPromptSubmitSpecificOutput),
    /// What a hook adds to an expanded prompt.
    UserPromptExpansion(UserPromptExpansionSpecificOutput),
    /// What a hook brings into a session that starts.
    SessionStart(SessionStartSpecificOutput),
    /// What a hook tells Claude at the end of a turn.
    Stop(StopSpecificOutput),
    /// What a hook brings into a subagent that starts.
    SubagentStart(SubagentStartSpecificOutput),
    /// What a hook tells a subagent that is about to end.
    SubagentStop(SubagentStopSpecificOutput),
    /// What a hook says about a switch of the model.
    PreModelSwitch(PreModelSwitchSpecificOutput),
    /// What a hook adds after a switch of the model.
    PostModelSwitch(PostModelSwitchSpecificOutput),
    /// The answer of a hook to a permission prompt.
    PermissionRequest(PermissionRequestSpecificOutput),
    /// What a hook says about a tool call that auto mode refused.
    PermissionDenied(PermissionDeniedSpecificOutput),
    /// What a hook brings into a setup.
    Setup(SetupSpecificOutput),
    /// The answer of a hook to the request of an MCP server.
    Elicitation(ElicitationSpecificOutput),
    /// What a hook makes of the answer to an MCP server.
    ElicitationResult(ElicitationResultSpecificOutput),
    /// The worktree that a hook has made.
    WorktreeCreate(WorktreeCreateSpecificOutput),
    /// What a hook asks for after a change of the working directory.
    CwdChanged(CwdChangedSpecificOutput),
    /// What a hook asks for after a change of a file.
    FileChanged(FileChangedSpecificOutput),
    /// What a hook shows in the place of a text.
    MessageDisplay(MessageDisplaySpecificOutput),
}

impl HookSpecificOutput {
    /// The value of `hookEventName`, which tells the variants apart.
    #[must_use]
    pub const fn hook_event_name(&self) -> &'static str {
        match self {
            Self::PreToolUse(_) => "PreToolUse",
            Self::PostToolUse(_) => "PostToolUse",
            Self::PostToolUseFailure(_) => "PostToolUseFailure",
            Self::PostToolBatch(_) => "PostToolBatch",
            Self::Notification(_) => "Notification",
            Self::UserPromptSubmit(_) => "UserPromptSubmit",
            Self::UserPromptExpansion(_) => "UserPromptExpansion",
            Self::SessionStart(_) => "SessionStart",
            Self::Stop(_) => "Stop",
            Self::SubagentStart(_) => "SubagentStart",
            Self::SubagentStop(_) => "SubagentStop",
            Self::PreModelSwitch(_) => "PreModelSwitch",
            Self::PostModelSwitch(_) => "PostModelSwitch",
            Self::PermissionRequest(_) => "PermissionRequest",
            Self::PermissionDenied(_) => "PermissionDenied",
            Self::Setup(_) => "Setup",
            Self::Elicitation(_) => "Elicitation",
            Self::ElicitationResult(_) => "ElicitationResult",
            Self::WorktreeCreate(_) => "WorktreeCreate",
            Self::CwdChanged(_) => "CwdChanged",
            Self::FileChanged(_) => "FileChanged",
            Self::MessageDisplay(_) => "MessageDisplay",
        }
    }
}

impl serde::Serialize for HookSpecificOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::PreToolUse(it) => it.serialize(serializer),
            Self::PostToolUse(it) => it.serialize(serializer),
            Self::PostToolUseFailure(it) => it.serialize(serializer),
            Self::PostToolBatch(it) => it.serialize(serializer),
            Self::Notification(it) => it.serialize(serializer),
            Self::UserPromptSubmit(it) => it.serialize(serializer),
            Self::UserPromptExpansion(it) => it.serialize(serializer),
            Self::SessionStart(it) => it.serialize(serializer),
            Self::Stop(it) => it.serialize(serializer),
            Self::SubagentStart(it) => it.serialize(serializer),
            Self::SubagentStop(it) => it.serialize(serializer),
            Self::PreModelSwitch(it) => it.serialize(serializer),
            Self::PostModelSwitch(it) => it.serialize(serializer),
            Self::PermissionRequest(it) => it.serialize(serializer),
            Self::PermissionDenied(it) => it.serialize(serializer),
            Self::Setup(it) => it.serialize(serializer),
            Self::Elicitation(it) => it.serialize(serializer),
            Self::ElicitationResult(it) => it.serialize(serializer),
            Self::WorktreeCreate(it) => it.serialize(serializer),
            Self::CwdChanged(it) => it.serialize(serializer),
            Self::FileChanged(it) => it.serialize(serializer),
            Self::MessageDisplay(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for HookSpecificOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        match crate::json::tag(&value, "hookEventName")?.as_deref() {
            Some("PreToolUse") => crate::json::FromJson::from_json(value, keys).map(Self::PreToolUse),
            Some("PostToolUse") => crate::json::FromJson::from_json(value, keys).map(Self::PostToolUse),
            Some("PostToolUseFailure") => crate::json::FromJson::from_json(value, keys).map(Self::PostToolUseFailure),
            Some("PostToolBatch") => crate::json::FromJson::from_json(value, keys).map(Self::PostToolBatch),
            Some("Notification") => crate::json::FromJson::from_json(value, keys).map(Self::Notification),
            Some("UserPromptSubmit") => crate::json::FromJson::from_json(value, keys).map(Self::UserPromptSubmit),
            Some("UserPromptExpansion") => crate::json::FromJson::from_json(value, keys).map(Self::UserPromptExpansion),
            Some("SessionStart") => crate::json::FromJson::from_json(value, keys).map(Self::SessionStart),
            Some("Stop") => crate::json::FromJson::from_json(value, keys).map(Self::Stop),
            Some("SubagentStart") => crate::json::FromJson::from_json(value, keys).map(Self::SubagentStart),
            Some("SubagentStop") => crate::json::FromJson::from_json(value, keys).map(Self::SubagentStop),
            Some("PreModelSwitch") => crate::json::FromJson::from_json(value, keys).map(Self::PreModelSwitch),
            Some("PostModelSwitch") => crate::json::FromJson::from_json(value, keys).map(Self::PostModelSwitch),
            Some("PermissionRequest") => crate::json::FromJson::from_json(value, keys).map(Self::PermissionRequest),
            Some("PermissionDenied") => crate::json::FromJson::from_json(value, keys).map(Self::PermissionDenied),
            Some("Setup") => crate::json::FromJson::from_json(value, keys).map(Self::Setup),
            Some("Elicitation") => crate::json::FromJson::from_json(value, keys).map(Self::Elicitation),
            Some("ElicitationResult") => crate::json::FromJson::from_json(value, keys).map(Self::ElicitationResult),
            Some("WorktreeCreate") => crate::json::FromJson::from_json(value, keys).map(Self::WorktreeCreate),
            Some("CwdChanged") => crate::json::FromJson::from_json(value, keys).map(Self::CwdChanged),
            Some("FileChanged") => crate::json::FromJson::from_json(value, keys).map(Self::FileChanged),
            Some("MessageDisplay") => crate::json::FromJson::from_json(value, keys).map(Self::MessageDisplay),
            other => crate::json::unknown_tag("hookEventName", other, &[
                "PreToolUse",
                "PostToolUse",
                "PostToolUseFailure",
                "PostToolBatch",
                "Notification",
                "UserPromptSubmit",
                "UserPromptExpansion",
                "SessionStart",
                "Stop",
                "SubagentStart",
                "SubagentStop",
                "PreModelSwitch",
                "PostModelSwitch",
                "PermissionRequest",
                "PermissionDenied",
                "Setup",
                "Elicitation",
                "ElicitationResult",
                "WorktreeCreate",
                "CwdChanged",
                "FileChanged",
                "MessageDisplay",
            ]),
        }
    }
}

crate::json::deserialize!(HookSpecificOutput);

impl From<PreToolUseSpecificOutput> for HookSpecificOutput {
    fn from(value: PreToolUseSpecificOutput) -> Self {
        Self::PreToolUse(value)
    }
}

impl From<PostToolUseSpecificOutput> for HookSpecificOutput {
    fn from(value: PostToolUseSpecificOutput) -> Self {
        Self::PostToolUse(value)
    }
}

impl From<PostToolUseFailureSpecificOutput> for HookSpecificOutput {
    fn from(value: PostToolUseFailureSpecificOutput) -> Self {
        Self::PostToolUseFailure(value)
    }
}

impl From<PostToolBatchSpecificOutput> for HookSpecificOutput {
    fn from(value: PostToolBatchSpecificOutput) -> Self {
        Self::PostToolBatch(value)
    }
}

impl From<NotificationSpecificOutput> for HookSpecificOutput {
    fn from(value: NotificationSpecificOutput) -> Self {
        Self::Notification(value)
    }
}

impl From<UserPromptSubmitSpecificOutput> for HookSpecificOutput {
    fn from(value: UserPromptSubmitSpecificOutput) -> Self {
        Self::UserPromptSubmit(value)
    }
}

impl From<UserPromptExpansionSpecificOutput> for HookSpecificOutput {
    fn from(value: UserPromptExpansionSpecificOutput) -> Self {
        Self::UserPromptExpansion(value)
    }
}

impl From<SessionStartSpecificOutput> for HookSpecificOutput {
    fn from(value: SessionStartSpecificOutput) -> Self {
        Self::SessionStart(value)
    }
}

impl From<StopSpecificOutput> for HookSpecificOutput {
    fn from(value: StopSpecificOutput) -> Self {
        Self::Stop(value)
    }
}

impl From<SubagentStartSpecificOutput> for HookSpecificOutput {
    fn from(value: SubagentStartSpecificOutput) -> Self {
        Self::SubagentStart(value)
    }
}

impl From<SubagentStopSpecificOutput> for HookSpecificOutput {
    fn from(value: SubagentStopSpecificOutput) -> Self {
        Self::SubagentStop(value)
    }
}

impl From<PreModelSwitchSpecificOutput> for HookSpecificOutput {
    fn from(value: PreModelSwitchSpecificOutput) -> Self {
        Self::PreModelSwitch(value)
    }
}

impl From<PostModelSwitchSpecificOutput> for HookSpecificOutput {
    fn from(value: PostModelSwitchSpecificOutput) -> Self {
        Self::PostModelSwitch(value)
    }
}

impl From<PermissionRequestSpecificOutput> for HookSpecificOutput {
    fn from(value: PermissionRequestSpecificOutput) -> Self {
        Self::PermissionRequest(value)
    }
}

impl From<PermissionDeniedSpecificOutput> for HookSpecificOutput {
    fn from(value: PermissionDeniedSpecificOutput) -> Self {
        Self::PermissionDenied(value)
    }
}

impl From<SetupSpecificOutput> for HookSpecificOutput {
    fn from(value: SetupSpecificOutput) -> Self {
        Self::Setup(value)
    }
}

impl From<ElicitationSpecificOutput> for HookSpecificOutput {
    fn from(value: ElicitationSpecificOutput) -> Self {
        Self::Elicitation(value)
    }
}

impl From<ElicitationAccept> for HookSpecificOutput {
    fn from(value: ElicitationAccept) -> Self {
        Self::Elicitation(value.into())
    }
}

impl From<ElicitationRefusal> for HookSpecificOutput {
    fn from(value: ElicitationRefusal) -> Self {
        Self::Elicitation(value.into())
    }
}

impl From<ElicitationResultSpecificOutput> for HookSpecificOutput {
    fn from(value: ElicitationResultSpecificOutput) -> Self {
        Self::ElicitationResult(value)
    }
}

impl From<ElicitationResultAccept> for HookSpecificOutput {
    fn from(value: ElicitationResultAccept) -> Self {
        Self::ElicitationResult(value.into())
    }
}

impl From<ElicitationResultRefusal> for HookSpecificOutput {
    fn from(value: ElicitationResultRefusal) -> Self {
        Self::ElicitationResult(value.into())
    }
}

impl From<WorktreeCreateSpecificOutput> for HookSpecificOutput {
    fn from(value: WorktreeCreateSpecificOutput) -> Self {
        Self::WorktreeCreate(value)
    }
}

impl From<CwdChangedSpecificOutput> for HookSpecificOutput {
    fn from(value: CwdChangedSpecificOutput) -> Self {
        Self::CwdChanged(value)
    }
}

impl From<FileChangedSpecificOutput> for HookSpecificOutput {
    fn from(value: FileChangedSpecificOutput) -> Self {
        Self::FileChanged(value)
    }
}

impl From<MessageDisplaySpecificOutput> for HookSpecificOutput {
    fn from(value: MessageDisplaySpecificOutput) -> Self {
        Self::MessageDisplay(value)
    }
}

/// The immediate form of a reply to any event.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SyncHookOutput {
    /// With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
    /// means `true`; events that discard their output take no notice.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub continue_: Option<bool>,
    /// Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if
    /// the conversation goes on.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "suppressOutput", skip_serializing_if = "Option::is_none")]
    pub suppress_output: Option<bool>,
    /// Message for the user, shown as a warning. Several events discard it.
    ///
    /// Since Claude Code 1.0.64. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "systemMessage", skip_serializing_if = "Option::is_none")]
    pub system_message: Option<String>,
    /// Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended by BEL or ST, or a
    /// lone BEL. If the text holds anything else the whole field is ignored. It acts in an interactive session with
    /// its interface on screen, also on events that discard `systemMessage`, but not for a command on
    /// `WorktreeCreate`.
    ///
    /// Since Claude Code 2.1.141.
    #[serde(rename = "terminalSequence", skip_serializing_if = "Option::is_none")]
    pub terminal_sequence: Option<String>,
    /// The decision about the guarded action. `block` acts on the events that say so; leave the field out to let
    /// the action pass.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<HookDecision>,
    /// Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no
    /// effect.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The fields that only one event has. Eleven events have none and refuse this.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<HookSpecificOutput>,
}

impl SyncHookOutput {
    /// One in which nothing is set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `continue`.
    #[must_use]
    pub fn with_continue(mut self, value: bool) -> Self {
        self.continue_ = Some(value);
        self
    }

    /// Sets `stopReason`.
    #[must_use]
    pub fn with_stop_reason(mut self, value: impl Into<String>) -> Self {
        self.stop_reason = Some(value.into());
        self
    }

    /// Sets `suppressOutput`.
    #[must_use]
    pub fn with_suppress_output(mut self, value: bool) -> Self {
        self.suppress_output = Some(value);
        self
    }

    /// Sets `systemMessage`.
    #[must_use]
    pub fn with_system_message(mut self, value: impl Into<String>) -> Self {
        self.system_message = Some(value.into());
        self
    }

    /// Sets `terminalSequence`.
    #[must_use]
    pub fn with_terminal_sequence(mut self, value: impl Into<String>) -> Self {
        self.terminal_sequence = Some(value.into());
        self
    }

    /// Sets `decision`.
    #[must_use]
    pub fn with_decision(mut self, value: impl Into<HookDecision>) -> Self {
        self.decision = Some(value.into());
        self
    }

    /// Sets `reason`.
    #[must_use]
    pub fn with_reason(mut self, value: impl Into<String>) -> Self {
        self.reason = Some(value.into());
        self
    }

    /// Sets `hookSpecificOutput`.
    #[must_use]
    pub fn with_hook_specific_output(
        mut self,
        value: impl Into<HookSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for SyncHookOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        object
            .obey(
                &crate::rule::Rule {
                    when: &[
                        crate::rule::is(
                            &["hookSpecificOutput", "suppressOriginalPrompt"],
                            &[crate::rule::Scalar::Flag(true)],
                        ),
                    ],
                    then: &[
                        crate::rule::is(
                            &["decision"],
                            &[crate::rule::Scalar::Text("block")],
                        ),
                    ],
                    message: "`suppressOriginalPrompt: true` has an effect only on a reply that blocks; set the top-level `decision` to `block`, or leave the field out.",
                },
            )?;
        object
            .obey(
                &crate::rule::Rule {
                    when: &[
                        crate::rule::is(
                            &["decision"],
                            &[crate::rule::Scalar::Text("block")],
                        ),
                        crate::rule::is(
                            &["hookSpecificOutput", "hookEventName"],
                            &[
                                crate::rule::Scalar::Text("Stop"),
                                crate::rule::Scalar::Text("SubagentStop"),
                            ],
                        ),
                    ],
                    then: &[crate::rule::present(&["reason"])],
                    message: "`decision: \"block\"` on `Stop` and `SubagentStop` needs a `reason`, which is what to do next; write one, or leave `decision` out.",
                },
            )?;
        Ok(Self {
            continue_: object.optional("continue")?,
            stop_reason: object.optional("stopReason")?,
            suppress_output: object.optional("suppressOutput")?,
            system_message: object.optional("systemMessage")?,
            terminal_sequence: object.optional("terminalSequence")?,
            decision: object.optional("decision")?,
            reason: object.optional("reason")?,
            hook_specific_output: object.optional("hookSpecificOutput")?,
        })
    }
}

crate::json::object_type!(SyncHookOutput);

/// A reply of which only the form is known, not the event that it answers. Where the event is known, its own
/// output says more exactly what is accepted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum HookOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of a reply to any event.
    Sync(SyncHookOutput),
}

impl serde::Serialize for HookOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for HookOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(HookOutput);

impl From<AsyncHookOutput> for HookOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<SyncHookOutput> for HookOutput {
    fn from(value: SyncHookOutput) -> Self {
        Self::Sync(value)
    }
}
