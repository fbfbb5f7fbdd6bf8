// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`StopInput`], [`StopSpecificOutput`], [`StopBlock`], [`StopProceed`], [`StopSyncOutput`], [`StopOutput`].

use crate::common::*;

/// Input of a `Stop` hook, which runs when the main agent is about to end its turn. It does not run when the
/// user interrupts, and an error of the API raises `StopFailure` instead.
///
/// Since Claude Code 1.0.38.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct StopInput {
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
    /// Always `Stop`.
    ///
    /// Since Claude Code 1.0.41.
    pub hook_event_name: crate::constant::Stop,
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
    /// Whether the turn already goes on because of a stop hook. Let it end then, or the hook keeps Claude working
    /// in a loop.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub stop_hook_active: bool,
    /// Text of the last message of the assistant, so that the transcript need not be read.
    ///
    /// Since Claude Code 2.1.47.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_assistant_message: Option<String>,
    /// Work that still runs in the background of the session, an empty list when there is none. Absent when the
    /// list of tasks cannot be reached.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_tasks: Option<Vec<BackgroundTaskSummary>>,
    /// Wake-ups that the session has scheduled, an empty list when there are none.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_crons: Option<Vec<SessionCronSummary>>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl StopInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        stop_hook_active: bool,
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
            stop_hook_active,
            last_assistant_message: None,
            background_tasks: None,
            session_crons: None,
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

    /// Sets `last_assistant_message`.
    #[must_use]
    pub fn with_last_assistant_message(mut self, value: impl Into<String>) -> Self {
        self.last_assistant_message = Some(value.into());
        self
    }

    /// Sets `background_tasks`.
    #[must_use]
    pub fn with_background_tasks(
        mut self,
        value: impl Into<Vec<BackgroundTaskSummary>>,
    ) -> Self {
        self.background_tasks = Some(value.into());
        self
    }

    /// Sets `session_crons`.
    #[must_use]
    pub fn with_session_crons(
        mut self,
        value: impl Into<Vec<SessionCronSummary>>,
    ) -> Self {
        self.session_crons = Some(value.into());
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

impl crate::json::FromObject for StopInput {
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
            stop_hook_active: object.required("stop_hook_active")?,
            last_assistant_message: object.optional("last_assistant_message")?,
            background_tasks: object.optional("background_tasks")?,
            session_crons: object.optional("session_crons")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(StopInput);

/// What a hook tells Claude at the end of a turn.
///
/// Since Claude Code 2.1.163.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct StopSpecificOutput {
    /// Name of the event, which must be the event that the hook was called for. Without it, or with another name,
    /// the whole reply is refused.
    ///
    /// Since Claude Code 2.1.163.
    #[serde(rename = "hookEventName")]
    pub hook_event_name: crate::constant::Stop,
    /// Feedback for Claude that is not an error: the turn goes on with it. It counts as a continuation, like a
    /// block.
    ///
    /// Since Claude Code 2.1.163. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
}

impl StopSpecificOutput {
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

impl crate::json::FromObject for StopSpecificOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            hook_event_name: object.required("hookEventName")?,
            additional_context: object.optional("additionalContext")?,
        })
    }
}

crate::json::object_type!(StopSpecificOutput);

/// Keeps Claude working. `continue: false` beside it beats it and ends the turn.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct StopBlock {
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
    /// Keeps Claude working.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub decision: crate::constant::Block,
    /// What Claude should do next. The documentation requires it whenever `decision` is `block`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub reason: String,
    /// The fields that only this event has.
    ///
    /// Since Claude Code 2.1.163.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<StopSpecificOutput>,
}

impl StopBlock {
    /// One with what it must have.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            continue_: None,
            stop_reason: None,
            suppress_output: None,
            system_message: None,
            terminal_sequence: None,
            decision: Default::default(),
            reason: reason.into(),
            hook_specific_output: None,
        }
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

    /// Sets `hookSpecificOutput`.
    #[must_use]
    pub fn with_hook_specific_output(
        mut self,
        value: impl Into<StopSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for StopBlock {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            continue_: object.optional("continue")?,
            stop_reason: object.optional("stopReason")?,
            suppress_output: object.optional("suppressOutput")?,
            system_message: object.optional("systemMessage")?,
            terminal_sequence: object.optional("terminalSequence")?,
            decision: object.required("decision")?,
            reason: object.required("reason")?,
            hook_specific_output: object.optional("hookSpecificOutput")?,
        })
    }
}

crate::json::object_type!(StopBlock);

/// Lets the turn end, unless `additionalContext` gives Claude something to go on with.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct StopProceed {
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
    /// Accepted, and the same as leaving the field out.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<crate::constant::Approve>,
    /// Has no effect without a `decision` of `block`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The fields that only this event has.
    ///
    /// Since Claude Code 2.1.163.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<StopSpecificOutput>,
}

impl StopProceed {
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

    /// Sets `decision` to `"approve"`.
    #[must_use]
    pub fn with_decision(mut self) -> Self {
        self.decision = Some(Default::default());
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
        value: impl Into<StopSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for StopProceed {
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

crate::json::object_type!(StopProceed);

/// The immediate form of the reply: it blocks, or it lets the turn end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum StopSyncOutput {
    /// Keeps Claude working. `continue: false` beside it beats it and ends the turn.
    Block(StopBlock),
    /// Lets the turn end, unless `additionalContext` gives Claude something to go on with.
    Proceed(StopProceed),
}

impl serde::Serialize for StopSyncOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Block(it) => it.serialize(serializer),
            Self::Proceed(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for StopSyncOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        match crate::json::tag(&value, "decision")?.as_deref() {
            Some("block") => crate::json::FromJson::from_json(value, keys).map(Self::Block),
            Some("approve") | None => crate::json::FromJson::from_json(value, keys).map(Self::Proceed),
            other => crate::json::unknown_tag("decision", other, &[
                "block",
                "approve",
            ]),
        }
    }
}

crate::json::deserialize!(StopSyncOutput);

impl From<StopBlock> for StopSyncOutput {
    fn from(value: StopBlock) -> Self {
        Self::Block(value)
    }
}

impl From<StopProceed> for StopSyncOutput {
    fn from(value: StopProceed) -> Self {
        Self::Proceed(value)
    }
}

/// Reply of a `Stop` hook. It can make Claude go on working, eight times in a row at most unless configured
/// otherwise.
///
/// Since Claude Code 1.0.38.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum StopOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply: it blocks, or it lets the turn end.
    Sync(StopSyncOutput),
}

impl serde::Serialize for StopOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for StopOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(StopOutput);

impl From<AsyncHookOutput> for StopOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<StopSyncOutput> for StopOutput {
    fn from(value: StopSyncOutput) -> Self {
        Self::Sync(value)
    }
}

impl From<StopBlock> for StopOutput {
    fn from(value: StopBlock) -> Self {
        Self::Sync(value.into())
    }
}

impl From<StopProceed> for StopOutput {
    fn from(value: StopProceed) -> Self {
        Self::Sync(value.into())
    }
}
