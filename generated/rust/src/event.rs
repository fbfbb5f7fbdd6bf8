// Made from templates/rust/src/event.rs.jinja by `cargo xtask codegen`: edit that, not this.
//! The events, and which types belong to each.

use crate::json::{FromJson, Keys, Problem, UnknownValue};

/// An event that hooks can be called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Event {
    /// Runs after Claude wrote the arguments of a tool call and before the call is made. It does not run for
    /// `@file` references, for `EndConversation`, or for a call whose input fails validation.
    PreToolUse,
    /// Runs right after a tool call succeeded. It may run for several calls at once.
    PostToolUse,
    /// Runs when a tool that had started fails: it threw an error, or an MCP tool returned a result marked as
    /// an error. It does not run for unknown tools, invalid input, a refused permission or a cancelled call.
    PostToolUseFailure,
    /// Runs once after all tool calls of one message of the model are done, and before the next request.
    PostToolBatch,
    /// Runs when Claude Code sends a notification, also when desktop notifications are switched off.
    Notification,
    /// Runs on each submitted prompt before Claude sees it. It also runs on turns that Claude Code starts
    /// itself: a scheduled task, a wake-up of a loop, a report of a background agent, a message from another
    /// session.
    UserPromptSubmit,
    /// Runs when a command that the user typed (a skill, a custom command, an MCP prompt) is expanded into a
    /// prompt. PreToolUse on the Skill tool does not see this path.
    UserPromptExpansion,
    /// Runs when a session starts, is resumed or forked, after `/clear`, and after a compaction.
    SessionStart,
    /// Runs when a session ends: on exit, `/clear`, logout, or a change to another session with the interactive
    /// `/resume`.
    SessionEnd,
    /// Runs when the main agent is about to end its turn. It does not run when the user interrupts; on an API
    /// error StopFailure runs instead. In the frontmatter of an agent a Stop hook becomes a SubagentStop hook.
    Stop,
    /// Runs in place of Stop when the turn ends with an API error.
    StopFailure,
    /// Runs when Claude starts a subagent with the Agent tool, when a subagent is resumed, and each time a
    /// teammate in the same process takes a new message.
    SubagentStart,
    /// Runs when a subagent has finished answering. It also runs for internal agents, then with the name of the
    /// session's own agent or an empty one.
    SubagentStop,
    /// Runs before a compaction.
    PreCompact,
    /// Runs after a compaction.
    PostCompact,
    /// Runs before a change of the model that the user or the host asked for: `/model`, `/config`, fast mode,
    /// the picker, a request of the SDK.
    PreModelSwitch,
    /// Runs after the model of the session changed, also by an automatic fallback or on resume.
    PostModelSwitch,
    /// Runs when Claude Code is about to ask for permission, or would refuse a call because the session cannot
    /// ask. It runs beside `canUseTool` and the permission-prompt tool; the first decision counts. It does not
    /// run for network requests of the sandbox or for `EndConversation`.
    PermissionRequest,
    /// Runs when auto mode refuses a tool call, with or without a verdict of the classifier. It does not run
    /// for a refusal by the user, by a deny rule or by a PreToolUse hook.
    PermissionDenied,
    /// Runs only when Claude Code is started with `--init-only`, or with `--init` or `--maintenance` together
    /// with `-p`; never on a normal start.
    Setup,
    /// Runs when a teammate of an agent team is about to go idle after its turn.
    TeammateIdle,
    /// Runs while TaskCreate makes a task. It does not run in sessions without the task tools.
    TaskCreated,
    /// Runs when a task is being marked as complete with TaskUpdate, or when a teammate ends its turn with
    /// tasks still in progress.
    TaskCompleted,
    /// Runs when an MCP server asks the user for input. A hook can answer in place of the dialog.
    Elicitation,
    /// Runs after the user answered a request of an MCP server, before the answer goes to the server.
    ElicitationResult,
    /// Runs when a settings file, a managed policy file or a skill file changes during the session. It does not
    /// run for settings managed by a server, for managed preferences of macOS or for policy in the Windows
    /// registry.
    ConfigChange,
    /// Runs when a worktree is wanted: `--worktree`, `isolation: "worktree"`, a background session. The hook
    /// takes the place of `git worktree`, and `.worktreeinclude` is not used.
    WorktreeCreate,
    /// Runs when a worktree is removed: on leaving a `--worktree` session, at the end of an isolated subagent,
    /// when a background session is deleted.
    WorktreeRemove,
    /// Runs each time a `CLAUDE.md` or `.claude/rules/*.md` file enters the context, at the start or later.
    InstructionsLoaded,
    /// Runs when the working directory changes, after `cd` for instance.
    CwdChanged,
    /// Runs when a watched file changes on disk, whoever changed it.
    FileChanged,
    /// Runs after `/add-dir`, or the request `register_repo_root` of the SDK, added a working directory. It
    /// does not run for the `--add-dir` flag, for `/permissions`, or for a directory that was there already.
    DirectoryAdded,
    /// Runs while text of the assistant is put on the screen: once for each batch of finished lines in the
    /// terminal, once for a whole message with `-p` and in the SDK.
    MessageDisplay,
}

impl Event {
    /// Every event, in the order of the catalogue.
    pub const ALL: &'static [Self] = &[
        Self::PreToolUse,
        Self::PostToolUse,
        Self::PostToolUseFailure,
        Self::PostToolBatch,
        Self::Notification,
        Self::UserPromptSubmit,
        Self::UserPromptExpansion,
        Self::SessionStart,
        Self::SessionEnd,
        Self::Stop,
        Self::StopFailure,
        Self::SubagentStart,
        Self::SubagentStop,
        Self::PreCompact,
        Self::PostCompact,
        Self::PreModelSwitch,
        Self::PostModelSwitch,
        Self::PermissionRequest,
        Self::PermissionDenied,
        Self::Setup,
        Self::TeammateIdle,
        Self::TaskCreated,
        Self::TaskCompleted,
        Self::Elicitation,
        Self::ElicitationResult,
        Self::ConfigChange,
        Self::WorktreeCreate,
        Self::WorktreeRemove,
        Self::InstructionsLoaded,
        Self::CwdChanged,
        Self::FileChanged,
        Self::DirectoryAdded,
        Self::MessageDisplay,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::PostToolUseFailure => "PostToolUseFailure",
            Self::PostToolBatch => "PostToolBatch",
            Self::Notification => "Notification",
            Self::UserPromptSubmit => "UserPromptSubmit",
            Self::UserPromptExpansion => "UserPromptExpansion",
            Self::SessionStart => "SessionStart",
            Self::SessionEnd => "SessionEnd",
            Self::Stop => "Stop",
            Self::StopFailure => "StopFailure",
            Self::SubagentStart => "SubagentStart",
            Self::SubagentStop => "SubagentStop",
            Self::PreCompact => "PreCompact",
            Self::PostCompact => "PostCompact",
            Self::PreModelSwitch => "PreModelSwitch",
            Self::PostModelSwitch => "PostModelSwitch",
            Self::PermissionRequest => "PermissionRequest",
            Self::PermissionDenied => "PermissionDenied",
            Self::Setup => "Setup",
            Self::TeammateIdle => "TeammateIdle",
            Self::TaskCreated => "TaskCreated",
            Self::TaskCompleted => "TaskCompleted",
            Self::Elicitation => "Elicitation",
            Self::ElicitationResult => "ElicitationResult",
            Self::ConfigChange => "ConfigChange",
            Self::WorktreeCreate => "WorktreeCreate",
            Self::WorktreeRemove => "WorktreeRemove",
            Self::InstructionsLoaded => "InstructionsLoaded",
            Self::CwdChanged => "CwdChanged",
            Self::FileChanged => "FileChanged",
            Self::DirectoryAdded => "DirectoryAdded",
            Self::MessageDisplay => "MessageDisplay",
        }
    }

    /// A hook can stop what the event is about.
    #[must_use]
    pub const fn blocks(self) -> bool {
        match self {
            Self::PreToolUse => true,
            Self::PostToolUse => false,
            Self::PostToolUseFailure => false,
            Self::PostToolBatch => true,
            Self::Notification => false,
            Self::UserPromptSubmit => true,
            Self::UserPromptExpansion => true,
            Self::SessionStart => false,
            Self::SessionEnd => false,
            Self::Stop => true,
            Self::StopFailure => false,
            Self::SubagentStart => false,
            Self::SubagentStop => true,
            Self::PreCompact => true,
            Self::PostCompact => false,
            Self::PreModelSwitch => true,
            Self::PostModelSwitch => false,
            Self::PermissionRequest => true,
            Self::PermissionDenied => false,
            Self::Setup => false,
            Self::TeammateIdle => true,
            Self::TaskCreated => true,
            Self::TaskCompleted => true,
            Self::Elicitation => true,
            Self::ElicitationResult => true,
            Self::ConfigChange => true,
            Self::WorktreeCreate => true,
            Self::WorktreeRemove => true,
            Self::InstructionsLoaded => false,
            Self::CwdChanged => false,
            Self::FileChanged => false,
            Self::DirectoryAdded => false,
            Self::MessageDisplay => false,
        }
    }

    /// A reply to the event may have a `hookSpecificOutput`.
    #[must_use]
    pub const fn has_specific_output(self) -> bool {
        match self {
            Self::PreToolUse => true,
            Self::PostToolUse => true,
            Self::PostToolUseFailure => true,
            Self::PostToolBatch => true,
            Self::Notification => true,
            Self::UserPromptSubmit => true,
            Self::UserPromptExpansion => true,
            Self::SessionStart => true,
            Self::SessionEnd => false,
            Self::Stop => true,
            Self::StopFailure => false,
            Self::SubagentStart => true,
            Self::SubagentStop => true,
            Self::PreCompact => false,
            Self::PostCompact => false,
            Self::PreModelSwitch => true,
            Self::PostModelSwitch => true,
            Self::PermissionRequest => true,
            Self::PermissionDenied => true,
            Self::Setup => true,
            Self::TeammateIdle => false,
            Self::TaskCreated => false,
            Self::TaskCompleted => false,
            Self::Elicitation => true,
            Self::ElicitationResult => true,
            Self::ConfigChange => false,
            Self::WorktreeCreate => true,
            Self::WorktreeRemove => false,
            Self::InstructionsLoaded => false,
            Self::CwdChanged => true,
            Self::FileChanged => true,
            Self::DirectoryAdded => false,
            Self::MessageDisplay => true,
        }
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Event {
    type Err = UnknownValue;

    fn from_str(name: &str) -> Result<Self, UnknownValue> {
        Self::ALL.iter().copied().find(|event| event.as_str() == name).ok_or(UnknownValue)
    }
}

impl serde::Serialize for Event {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromJson for Event {
    #[inline]
    fn from_json(value: serde_json::Value, _: Keys) -> Result<Self, Problem> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(Event);

/// The input of one event: which event that is, and what answers it.
pub trait EventInput: FromJson + serde::Serialize {
    /// The event.
    const EVENT: Event;

    /// What a hook writes in answer.
    type Output: FromJson + serde::Serialize;
}

impl EventInput for crate::PreToolUseInput {
    const EVENT: Event = Event::PreToolUse;
    type Output = crate::PreToolUseOutput;
}

impl EventInput for crate::PostToolUseInput {
    const EVENT: Event = Event::PostToolUse;
    type Output = crate::PostToolUseOutput;
}

impl EventInput for crate::PostToolUseFailureInput {
    const EVENT: Event = Event::PostToolUseFailure;
    type Output = crate::PostToolUseFailureOutput;
}

impl EventInput for crate::PostToolBatchInput {
    const EVENT: Event = Event::PostToolBatch;
    type Output = crate::PostToolBatchOutput;
}

impl EventInput for crate::NotificationInput {
    const EVENT: Event = Event::Notification;
    type Output = crate::NotificationOutput;
}

impl EventInput for crate::UserPromptSubmitInput {
    const EVENT: Event = Event::UserPromptSubmit;
    type Output = crate::UserPromptSubmitOutput;
}

impl EventInput for crate::UserPromptExpansionInput {
    const EVENT: Event = Event::UserPromptExpansion;
    type Output = crate::UserPromptExpansionOutput;
}

impl EventInput for crate::SessionStartInput {
    const EVENT: Event = Event::SessionStart;
    type Output = crate::SessionStartOutput;
}

impl EventInput for crate::SessionEndInput {
    const EVENT: Event = Event::SessionEnd;
    type Output = crate::SessionEndOutput;
}

impl EventInput for crate::StopInput {
    const EVENT: Event = Event::Stop;
    type Output = crate::StopOutput;
}

impl EventInput for crate::StopFailureInput {
    const EVENT: Event = Event::StopFailure;
    type Output = crate::StopFailureOutput;
}

impl EventInput for crate::SubagentStartInput {
    const EVENT: Event = Event::SubagentStart;
    type Output = crate::SubagentStartOutput;
}

impl EventInput for crate::SubagentStopInput {
    const EVENT: Event = Event::SubagentStop;
    type Output = crate::SubagentStopOutput;
}

impl EventInput for crate::PreCompactInput {
    const EVENT: Event = Event::PreCompact;
    type Output = crate::PreCompactOutput;
}

impl EventInput for crate::PostCompactInput {
    const EVENT: Event = Event::PostCompact;
    type Output = crate::PostCompactOutput;
}

impl EventInput for crate::PreModelSwitchInput {
    const EVENT: Event = Event::PreModelSwitch;
    type Output = crate::PreModelSwitchOutput;
}

impl EventInput for crate::PostModelSwitchInput {
    const EVENT: Event = Event::PostModelSwitch;
    type Output = crate::PostModelSwitchOutput;
}

impl EventInput for crate::PermissionRequestInput {
    const EVENT: Event = Event::PermissionRequest;
    type Output = crate::PermissionRequestOutput;
}

impl EventInput for crate::PermissionDeniedInput {
    const EVENT: Event = Event::PermissionDenied;
    type Output = crate::PermissionDeniedOutput;
}

impl EventInput for crate::SetupInput {
    const EVENT: Event = Event::Setup;
    type Output = crate::SetupOutput;
}

impl EventInput for crate::TeammateIdleInput {
    const EVENT: Event = Event::TeammateIdle;
    type Output = crate::TeammateIdleOutput;
}

impl EventInput for crate::TaskCreatedInput {
    const EVENT: Event = Event::TaskCreated;
    type Output = crate::TaskCreatedOutput;
}

impl EventInput for crate::TaskCompletedInput {
    const EVENT: Event = Event::TaskCompleted;
    type Output = crate::TaskCompletedOutput;
}

impl EventInput for crate::ElicitationInput {
    const EVENT: Event = Event::Elicitation;
    type Output = crate::ElicitationOutput;
}

impl EventInput for crate::ElicitationResultInput {
    const EVENT: Event = Event::ElicitationResult;
    type Output = crate::ElicitationResultOutput;
}

impl EventInput for crate::ConfigChangeInput {
    const EVENT: Event = Event::ConfigChange;
    type Output = crate::ConfigChangeOutput;
}

impl EventInput for crate::WorktreeCreateInput {
    const EVENT: Event = Event::WorktreeCreate;
    type Output = crate::WorktreeCreateOutput;
}

impl EventInput for crate::WorktreeRemoveInput {
    const EVENT: Event = Event::WorktreeRemove;
    type Output = crate::WorktreeRemoveOutput;
}

impl EventInput for crate::InstructionsLoadedInput {
    const EVENT: Event = Event::InstructionsLoaded;
    type Output = crate::InstructionsLoadedOutput;
}

impl EventInput for crate::CwdChangedInput {
    const EVENT: Event = Event::CwdChanged;
    type Output = crate::CwdChangedOutput;
}

impl EventInput for crate::FileChangedInput {
    const EVENT: Event = Event::FileChanged;
    type Output = crate::FileChangedOutput;
}

impl EventInput for crate::DirectoryAddedInput {
    const EVENT: Event = Event::DirectoryAdded;
    type Output = crate::DirectoryAddedOutput;
}

impl EventInput for crate::MessageDisplayInput {
    const EVENT: Event = Event::MessageDisplay;
    type Output = crate::MessageDisplayOutput;
}

impl crate::HookInput {
    /// The event that the input is of.
    #[must_use]
    pub const fn event(&self) -> Event {
        match self {
            Self::PreToolUse(_) => Event::PreToolUse,
            Self::PostToolUse(_) => Event::PostToolUse,
            Self::PostToolUseFailure(_) => Event::PostToolUseFailure,
            Self::PostToolBatch(_) => Event::PostToolBatch,
            Self::Notification(_) => Event::Notification,
            Self::UserPromptSubmit(_) => Event::UserPromptSubmit,
            Self::UserPromptExpansion(_) => Event::UserPromptExpansion,
            Self::SessionStart(_) => Event::SessionStart,
            Self::SessionEnd(_) => Event::SessionEnd,
            Self::Stop(_) => Event::Stop,
            Self::StopFailure(_) => Event::StopFailure,
            Self::SubagentStart(_) => Event::SubagentStart,
            Self::SubagentStop(_) => Event::SubagentStop,
            Self::PreCompact(_) => Event::PreCompact,
            Self::PostCompact(_) => Event::PostCompact,
            Self::PreModelSwitch(_) => Event::PreModelSwitch,
            Self::PostModelSwitch(_) => Event::PostModelSwitch,
            Self::PermissionRequest(_) => Event::PermissionRequest,
            Self::PermissionDenied(_) => Event::PermissionDenied,
            Self::Setup(_) => Event::Setup,
            Self::TeammateIdle(_) => Event::TeammateIdle,
            Self::TaskCreated(_) => Event::TaskCreated,
            Self::TaskCompleted(_) => Event::TaskCompleted,
            Self::Elicitation(_) => Event::Elicitation,
            Self::ElicitationResult(_) => Event::ElicitationResult,
            Self::ConfigChange(_) => Event::ConfigChange,
            Self::WorktreeCreate(_) => Event::WorktreeCreate,
            Self::WorktreeRemove(_) => Event::WorktreeRemove,
            Self::InstructionsLoaded(_) => Event::InstructionsLoaded,
            Self::CwdChanged(_) => Event::CwdChanged,
            Self::FileChanged(_) => Event::FileChanged,
            Self::DirectoryAdded(_) => Event::DirectoryAdded,
            Self::MessageDisplay(_) => Event::MessageDisplay,
        }
    }
}
