// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`SubagentStopInput`], [`SubagentStopSpecificOutput`], [`SubagentStopBlock`], [`SubagentStopProceed`], [`SubagentStopSyncOutput`], [`SubagentStopOutput`].

use crate::common::*;

/// Input of a `SubagentStop` hook, which runs when a subagent has finished. It runs for internal agents too,
/// with the name of the session's own agent or an empty `agent_type`.
///
/// Since Claude Code 1.0.41.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SubagentStopInput {
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
    /// Always `SubagentStop`.
    ///
    /// Since Claude Code 1.0.41.
    pub hook_event_name: crate::constant::SubagentStop,
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
    /// Id of the subagent.
    ///
    /// Since Claude Code 2.0.42.
    pub agent_id: String,
    /// Name of the agent. Matchers test this field; it is an empty text for some internal agents, which a matcher
    /// with a name does not match.
    ///
    /// Since Claude Code 2.1.27 at the latest.
    pub agent_type: String,
    /// Whether the subagent already goes on because of a stop hook. Let it end then, or the hook keeps it working
    /// in a loop.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub stop_hook_active: bool,
    /// Path of the transcript of the subagent. `transcript_path` is the one of the main session.
    ///
    /// Since Claude Code 2.0.42.
    pub agent_transcript_path: String,
    /// Text of the last message of the subagent. It is not the report when the subagent delivered that with
    /// `SubagentHandback`.
    ///
    /// Since Claude Code 2.1.47.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_assistant_message: Option<String>,
    /// Work that still runs in the background of the parent session, an empty list when there is none. Absent when
    /// the list of tasks cannot be reached.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_tasks: Option<Vec<BackgroundTaskSummary>>,
    /// Wake-ups that the parent session has scheduled, an empty list when there are none.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_crons: Option<Vec<SessionCronSummary>>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl SubagentStopInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        agent_id: impl Into<String>,
        agent_type: impl Into<String>,
        stop_hook_active: bool,
        agent_transcript_path: impl Into<String>,
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
            agent_id: agent_id.into(),
            agent_type: agent_type.into(),
            stop_hook_active,
            agent_transcript_path: agent_transcript_path.into(),
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

impl crate::json::FromObject for SubagentStopInput {
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
            agent_id: object.required("agent_id")?,
            agent_type: object.required("agent_type")?,
            stop_hook_active: object.required("stop_hook_active")?,
            agent_transcript_path: object.required("agent_transcript_path")?,
            last_assistant_message: object.optional("last_assistant_message")?,
            background_tasks: object.optional("background_tasks")?,
            session_crons: object.optional("session_crons")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(SubagentStopInput);

/// What a hook tells a subagent that is about to end.
///
/// Since Claude Code 2.1.163.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SubagentStopSpecificOutput {
    /// Name of the event, which must be the event that the hook was called for. Without it, or with another name,
    /// the whole reply is refused.
    ///
    /// Since Claude Code 2.1.163.
    #[serde(rename = "hookEventName")]
    pub hook_event_name: crate::constant::SubagentStop,
    /// Feedback for the subagent that is not an error: it goes on with it. It counts as a continuation, like a
    /// block.
    ///
    /// Since Claude Code 2.1.163. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
}

impl SubagentStopSpecificOutput {
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

impl crate::json::FromObject for SubagentStopSpecificOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            hook_event_name: object.required("hookEventName")?,
            additional_context: object.optional("additionalContext")?,
        })
    }
}

crate::json::object_type!(SubagentStopSpecificOutput);

/// Keeps the subagent working. `continue: false` beside it beats it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SubagentStopBlock {
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
    /// Keeps the subagent working.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub decision: crate::constant::Block,
    /// What the subagent should do next. The documentation requires it whenever `decision` is `block`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub reason: String,
    /// The fields that only this event has.
    ///
    /// Since Claude Code 2.1.163.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<SubagentStopSpecificOutput>,
}

impl SubagentStopBlock {
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
        value: impl Into<SubagentStopSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for SubagentStopBlock {
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

crate::json::object_type!(SubagentStopBlock);

/// Lets the subagent end, unless `additionalContext` gives it something to go on with.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SubagentStopProceed {
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
    pub hook_specific_output: Option<SubagentStopSpecificOutput>,
}

impl SubagentStopProceed {
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
        value: impl Into<SubagentStopSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for SubagentStopProceed {
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

crate::json::object_type!(SubagentStopProceed);

/// The immediate form of the reply: it blocks, or it lets the subagent end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum SubagentStopSyncOutput {
    /// Keeps the subagent working. `continue: false` beside it beats it.
    Block(SubagentStopBlock),
    /// Lets the subagent end, unless `additionalContext` gives it something to go on with.
    Proceed(SubagentStopProceed),
}

impl serde::Serialize for SubagentStopSyncOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Block(it) => it.serialize(serializer),
            Self::Proceed(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for SubagentStopSyncOutput {
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

crate::json::deserialize!(SubagentStopSyncOutput);

impl From<SubagentStopBlock> for SubagentStopSyncOutput {
    fn from(value: SubagentStopBlock) -> Self {
        Self::Block(value)
    }
}

impl From<SubagentStopProceed> for SubagentStopSyncOutput {
    fn from(value: SubagentStopProceed) -> Self {
        Self::Proceed(value)
    }
}

/// Reply of a `SubagentStop` hook. It can make the subagent go on working, eight times in a row at most unless
/// configured otherwise. To tell the parent something use `PostToolUse` on `Agent`.
///
/// Since Claude Code 1.0.41.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum SubagentStopOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply: it blocks, or it lets the subagent end.
    Sync(SubagentStopSyncOutput),
}

impl serde::Serialize for SubagentStopOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for SubagentStopOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(SubagentStopOutput);

impl From<AsyncHookOutput> for SubagentStopOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<SubagentStopSyncOutput> for SubagentStopOutput {
    fn from(value: SubagentStopSyncOutput) -> Self {
        Self::Sync(value)
    }
}

impl From<SubagentStopBlock> for SubagentStopOutput {
    fn from(value: SubagentStopBlock) -> Self {
        Self::Sync(value.into())
    }
}

impl From<SubagentStopProceed> for SubagentStopOutput {
    fn from(value: SubagentStopProceed) -> Self {
        Self::Sync(value.into())
    }
}
