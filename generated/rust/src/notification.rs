// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`NotificationType`], [`NotificationInput`], [`NotificationSpecificOutput`], [`NotificationSyncOutput`], [`NotificationOutput`].

use crate::common::*;

/// What a notification is about. New kinds appear often; treat one that you do not know as a plain message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NotificationType {
    /// `permission_prompt`
    ///
    /// A permission prompt has been waiting for about six seconds.
    PermissionPrompt,
    /// `idle_prompt`
    ///
    /// Claude has been waiting for input for about a minute.
    IdlePrompt,
    /// `auth_success`
    ///
    /// A sign-in succeeded.
    AuthSuccess,
    /// `elicitation_dialog`
    ///
    /// An MCP server asks for input with a form, and the dialog has been waiting for about six seconds.
    ElicitationDialog,
    /// `elicitation_url_dialog`
    ///
    /// An MCP server asks the user to open a page, and the dialog has been waiting for about six seconds.
    ElicitationUrlDialog,
    /// `elicitation_complete`
    ///
    /// An elicitation is complete.
    ElicitationComplete,
    /// `elicitation_response`
    ///
    /// An elicitation was answered.
    ElicitationResponse,
    /// `agent_needs_input`
    ///
    /// An agent needs input.
    ///
    /// Since Claude Code 2.1.198.
    AgentNeedsInput,
    /// `agent_completed`
    ///
    /// An agent has finished.
    ///
    /// Since Claude Code 2.1.198.
    AgentCompleted,
    /// `quota_auto_resume_fired`
    ///
    /// Work went on by itself after a usage limit.
    ///
    /// Since Claude Code 2.1.234.
    QuotaAutoResumeFired,
    /// `quota_auto_resume_stale`
    ///
    /// A resumption planned for after a usage limit has become stale.
    ///
    /// Since Claude Code 2.1.234.
    QuotaAutoResumeStale,
    /// `quota_auto_resume_disabled`
    ///
    /// Resuming by itself after a usage limit is switched off.
    ///
    /// Since Claude Code 2.1.234.
    QuotaAutoResumeDisabled,
    /// `worker_permission_prompt`
    ///
    /// A worker waits for a permission.
    ///
    /// Not confirmed by a second source.
    WorkerPermissionPrompt,
    /// `push_notification`
    ///
    /// A push notification is sent.
    ///
    /// Not confirmed by a second source.
    PushNotification,
    /// `computer_use_enter`
    ///
    /// Use of the computer begins.
    ///
    /// Not confirmed by a second source.
    ComputerUseEnter,
    /// `computer_use_exit`
    ///
    /// Use of the computer ends.
    ///
    /// Not confirmed by a second source.
    ComputerUseExit,
    /// `model_refusal_fallback`
    ///
    /// Another model takes over after a refusal.
    ///
    /// Not confirmed by a second source.
    ModelRefusalFallback,
    /// A value that this contract does not list.
    Unlisted(String),
}

impl NotificationType {
    /// The values that this contract lists, in its order.
    pub const LISTED: &'static [Self] = &[
        Self::PermissionPrompt,
        Self::IdlePrompt,
        Self::AuthSuccess,
        Self::ElicitationDialog,
        Self::ElicitationUrlDialog,
        Self::ElicitationComplete,
        Self::ElicitationResponse,
        Self::AgentNeedsInput,
        Self::AgentCompleted,
        Self::QuotaAutoResumeFired,
        Self::QuotaAutoResumeStale,
        Self::QuotaAutoResumeDisabled,
        Self::WorkerPermissionPrompt,
        Self::PushNotification,
        Self::ComputerUseEnter,
        Self::ComputerUseExit,
        Self::ModelRefusalFallback,
    ];

    /// The value on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::PermissionPrompt => "permission_prompt",
            Self::IdlePrompt => "idle_prompt",
            Self::AuthSuccess => "auth_success",
            Self::ElicitationDialog => "elicitation_dialog",
            Self::ElicitationUrlDialog => "elicitation_url_dialog",
            Self::ElicitationComplete => "elicitation_complete",
            Self::ElicitationResponse => "elicitation_response",
            Self::AgentNeedsInput => "agent_needs_input",
            Self::AgentCompleted => "agent_completed",
            Self::QuotaAutoResumeFired => "quota_auto_resume_fired",
            Self::QuotaAutoResumeStale => "quota_auto_resume_stale",
            Self::QuotaAutoResumeDisabled => "quota_auto_resume_disabled",
            Self::WorkerPermissionPrompt => "worker_permission_prompt",
            Self::PushNotification => "push_notification",
            Self::ComputerUseEnter => "computer_use_enter",
            Self::ComputerUseExit => "computer_use_exit",
            Self::ModelRefusalFallback => "model_refusal_fallback",
            Self::Unlisted(value) => value,
        }
    }
}

impl From<String> for NotificationType {
    fn from(value: String) -> Self {
        match value.as_str() {
            "permission_prompt" => Self::PermissionPrompt,
            "idle_prompt" => Self::IdlePrompt,
            "auth_success" => Self::AuthSuccess,
            "elicitation_dialog" => Self::ElicitationDialog,
            "elicitation_url_dialog" => Self::ElicitationUrlDialog,
            "elicitation_complete" => Self::ElicitationComplete,
            "elicitation_response" => Self::ElicitationResponse,
            "agent_needs_input" => Self::AgentNeedsInput,
            "agent_completed" => Self::AgentCompleted,
            "quota_auto_resume_fired" => Self::QuotaAutoResumeFired,
            "quota_auto_resume_stale" => Self::QuotaAutoResumeStale,
            "quota_auto_resume_disabled" => Self::QuotaAutoResumeDisabled,
            "worker_permission_prompt" => Self::WorkerPermissionPrompt,
            "push_notification" => Self::PushNotification,
            "computer_use_enter" => Self::ComputerUseEnter,
            "computer_use_exit" => Self::ComputerUseExit,
            "model_refusal_fallback" => Self::ModelRefusalFallback,
            _ => Self::Unlisted(value),
        }
    }
}

impl From<&str> for NotificationType {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl std::fmt::Display for NotificationType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for NotificationType {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl crate::json::FromJson for NotificationType {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        String::from_json(value, keys).map(Self::from)
    }
}

crate::json::deserialize!(NotificationType);

/// Input of a `Notification` hook, which runs when Claude Code sends a notification, also if desktop
/// notifications are switched off. Notices about waiting for the user come with a delay; for an immediate
/// signal use `PermissionRequest`.
///
/// Since Claude Code 1.0.38.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct NotificationInput {
    /// Id of the session that the event belongs to.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub session_id: String,
    /// Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay,
    /// so the newest messages can be missing.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub transcript_path: String,
    /// Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment
    /// variable `CLAUDE_PROJECT_DIR` keeps the project root.
    ///
    /// Since Claude Code 1.0.54.
    pub cwd: String,
    /// Always `Notification`.
    ///
    /// Since Claude Code 1.0.41.
    pub hook_event_name: crate::constant::Notification,
    /// UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of OpenTelemetry. Absent
    /// before the first user input.
    ///
    /// Since Claude Code 2.1.196.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_id: Option<String>,
    /// Folder for temporary files of this session. Absent when the session has no scratchpad or the folder for
    /// temporary files cannot be used.
    ///
    /// Since Claude Code 2.1.257.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scratchpad_dir: Option<String>,
    /// Permission mode that is in force. Not every event carries it, so do not rely on it being there.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_mode: Option<ActivePermissionMode>,
    /// How much effort the model spends. Present on events around tool calls and at the end of a turn, on models
    /// that have effort levels.
    ///
    /// Since Claude Code 2.1.133.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Id of the subagent that the event comes from; absent on the main thread. Test this field, not `agent_type`,
    /// to tell a subagent from the main thread.
    ///
    /// Since Claude Code 2.1.69.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
    /// thread of a session that was started with `--agent`.
    ///
    /// Since Claude Code 2.1.69.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// Text of the notification.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub message: String,
    /// Heading of the notification.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the notification is about. Matchers test this field.
    ///
    /// Since Claude Code 2.0.37.
    pub notification_type: NotificationType,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl NotificationInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        message: impl Into<String>,
        notification_type: impl Into<NotificationType>,
    ) -> Self {
        Self {
            session_id: session_id.into(),
            transcript_path: transcript_path.into(),
            cwd: cwd.into(),
            hook_event_name: Default::default(),
            prompt_id: None,
            scratchpad_dir: None,
            permission_mode: None,
            effort: None,
            agent_id: None,
            agent_type: None,
            message: message.into(),
            title: None,
            notification_type: notification_type.into(),
            extra: Default::default(),
        }
    }

    /// Sets `prompt_id`.
    #[must_use]
    pub fn with_prompt_id(mut self, value: impl Into<String>) -> Self {
        self.prompt_id = Some(value.into());
        self
    }

    /// Sets `scratchpad_dir`.
    #[must_use]
    pub fn with_scratchpad_dir(mut self, value: impl Into<String>) -> Self {
        self.scratchpad_dir = Some(value.into());
        self
    }

    /// Sets `permission_mode`.
    #[must_use]
    pub fn with_permission_mode(
        mut self,
        value: impl Into<ActivePermissionMode>,
    ) -> Self {
        self.permission_mode = Some(value.into());
        self
    }

    /// Sets `effort`.
    #[must_use]
    pub fn with_effort(mut self, value: impl Into<Effort>) -> Self {
        self.effort = Some(value.into());
        self
    }

    /// Sets `agent_id`.
    #[must_use]
    pub fn with_agent_id(mut self, value: impl Into<String>) -> Self {
        self.agent_id = Some(value.into());
        self
    }

    /// Sets `agent_type`.
    #[must_use]
    pub fn with_agent_type(mut self, value: impl Into<String>) -> Self {
        self.agent_type = Some(value.into());
        self
    }

    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, value: impl Into<String>) -> Self {
        self.title = Some(value.into());
        self
    }

    /// Sets the keys that this contract does not know.
    #[must_use]
    pub fn with_extra(
        mut self,
        value: serde_json::Map<String, serde_json::Value>,
    ) -> Self {
        self.extra = value;
        self
    }
}

impl crate::json::FromObject for NotificationInput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            session_id: object.required("session_id")?,
            transcript_path: object.required("transcript_path")?,
            cwd: object.required("cwd")?,
            hook_event_name: object.required("hook_event_name")?,
            prompt_id: object.optional("prompt_id")?,
            scratchpad_dir: object.optional("scratchpad_dir")?,
            permission_mode: object.optional("permission_mode")?,
            effort: object.optional("effort")?,
            agent_id: object.optional("agent_id")?,
            agent_type: object.optional("agent_type")?,
            message: object.required("message")?,
            title: object.optional("title")?,
            notification_type: object.required("notification_type")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(NotificationInput);

/// What a hook adds to a notification.
///
/// Since Claude Code 2.1.19 at the latest.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct NotificationSpecificOutput {
    /// Name of the event, which must be the event that the hook was called for. Without it, or with another name,
    /// the whole reply is refused.
    ///
    /// Since Claude Code 2.1.19 at the latest.
    #[serde(rename = "hookEventName")]
    pub hook_event_name: crate::constant::Notification,
    /// Text for Claude. The documentation names no effect of it.
    ///
    /// Since Claude Code 2.1.19 at the latest. Not confirmed by a second source. Claude Code spills what is longer
    /// than 10,000 characters to a file.
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
}

impl NotificationSpecificOutput {
    /// One with its constants and nothing else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `additionalContext`.
    #[must_use]
    pub fn with_additional_context(mut self, value: impl Into<String>) -> Self {
        self.additional_context = Some(value.into());
        self
    }
}

impl crate::json::FromObject for NotificationSpecificOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            hook_event_name: object.required("hookEventName")?,
            additional_context: object.optional("additionalContext")?,
        })
    }
}

crate::json::object_type!(NotificationSpecificOutput);

/// The immediate form of the reply. `continue` and `systemMessage` are discarded.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct NotificationSyncOutput {
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
    /// The fields that only this event has.
    ///
    /// Since Claude Code 2.1.19 at the latest.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<NotificationSpecificOutput>,
}

impl NotificationSyncOutput {
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
        value: impl Into<NotificationSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for NotificationSyncOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
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

crate::json::object_type!(NotificationSyncOutput);

/// Reply of a `Notification` hook. It cannot stop the notification; `terminalSequence` is the way to raise an
/// alert in the terminal.
///
/// Since Claude Code 1.0.38.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum NotificationOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply. `continue` and `systemMessage` are discarded.
    Sync(NotificationSyncOutput),
}

impl serde::Serialize for NotificationOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for NotificationOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(NotificationOutput);

impl From<AsyncHookOutput> for NotificationOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<NotificationSyncOutput> for NotificationOutput {
    fn from(value: NotificationSyncOutput) -> Self {
        Self::Sync(value)
    }
}
