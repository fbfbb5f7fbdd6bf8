// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`SessionStartSource`], [`SessionStartInput`], [`SessionStartSpecificOutput`], [`SessionStartSyncOutput`], [`SessionStartOutput`].

use crate::common::*;

/// How a session began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum SessionStartSource {
    /// A new session.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "startup")]
    Startup,
    /// A session that was resumed.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "resume")]
    Resume,
    /// The conversation was cleared with `/clear`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "clear")]
    Clear,
    /// The conversation was compacted.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "compact")]
    Compact,
    /// A copy of another session; before 2.1.214 such a session reported `resume`.
    ///
    /// Since Claude Code 2.1.214.
    #[serde(rename = "fork")]
    Fork,
}

impl SessionStartSource {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::Startup,
        Self::Resume,
        Self::Clear,
        Self::Compact,
        Self::Fork,
    ];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Startup => "startup",
            Self::Resume => "resume",
            Self::Clear => "clear",
            Self::Compact => "compact",
            Self::Fork => "fork",
        }
    }
}

impl std::fmt::Display for SessionStartSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Startup => f.write_str("startup"),
            Self::Resume => f.write_str("resume"),
            Self::Clear => f.write_str("clear"),
            Self::Compact => f.write_str("compact"),
            Self::Fork => f.write_str("fork"),
        }
    }
}

impl std::str::FromStr for SessionStartSource {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "startup" => Ok(Self::Startup),
            "resume" => Ok(Self::Resume),
            "clear" => Ok(Self::Clear),
            "compact" => Ok(Self::Compact),
            "fork" => Ok(Self::Fork),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for SessionStartSource {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(SessionStartSource);

/// Input of a `SessionStart` hook, which runs when a session starts, is resumed or forked, after `/clear`, and
/// after a compaction. Apart from the events about a switch of the model it is the only one that can name the
/// model in use.
///
/// Since Claude Code 1.0.62.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SessionStartInput {
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
    /// Since Claude Code 1.0.62.
    pub cwd: String,
    /// Always `SessionStart`.
    ///
    /// Since Claude Code 1.0.62.
    pub hook_event_name: crate::constant::SessionStart,
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
    /// Name of the agent when the session was started with `--agent`.
    ///
    /// Since Claude Code 2.1.2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// How the session began. Matchers test this field.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub source: SessionStartSource,
    /// Id of the model in use. It can be missing, for instance after `/clear`.
    ///
    /// Since Claude Code 2.1.12 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Title that the user has given the session. Absent while it has only an automatic one.
    ///
    /// Since Claude Code 2.1.152 at the latest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_title: Option<String>,
    /// Age of the last answer of the assistant, in seconds. Only after a resume or a fork.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_since_last_response: Option<f64>,
    /// Tokens in the context as of the last response, cached ones and output included. Only after a resume or a
    /// fork.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<f64>,
    /// Whether the last answer is older than the prompt cache keeps entries. Only after a resume or a fork.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_cache_likely_expired: Option<bool>,
    /// Estimated price, in US dollars, of putting the context into the cache again. Only after a resume or a fork.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_cache_write_usd: Option<f64>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl SessionStartInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        source: impl Into<SessionStartSource>,
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
            source: source.into(),
            model: None,
            session_title: None,
            seconds_since_last_response: None,
            context_tokens: None,
            prompt_cache_likely_expired: None,
            estimated_cache_write_usd: None,
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

    /// Sets `model`.
    #[must_use]
    pub fn with_model(mut self, value: impl Into<String>) -> Self {
        self.model = Some(value.into());
        self
    }

    /// Sets `session_title`.
    #[must_use]
    pub fn with_session_title(mut self, value: impl Into<String>) -> Self {
        self.session_title = Some(value.into());
        self
    }

    /// Sets `seconds_since_last_response`.
    #[must_use]
    pub fn with_seconds_since_last_response(mut self, value: impl Into<f64>) -> Self {
        self.seconds_since_last_response = Some(value.into());
        self
    }

    /// Sets `context_tokens`.
    #[must_use]
    pub fn with_context_tokens(mut self, value: impl Into<f64>) -> Self {
        self.context_tokens = Some(value.into());
        self
    }

    /// Sets `prompt_cache_likely_expired`.
    #[must_use]
    pub fn with_prompt_cache_likely_expired(mut self, value: bool) -> Self {
        self.prompt_cache_likely_expired = Some(value);
        self
    }

    /// Sets `estimated_cache_write_usd`.
    #[must_use]
    pub fn with_estimated_cache_write_usd(mut self, value: impl Into<f64>) -> Self {
        self.estimated_cache_write_usd = Some(value.into());
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

impl crate::json::FromObject for SessionStartInput {
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
            source: object.required("source")?,
            model: object.optional("model")?,
            session_title: object.optional("session_title")?,
            seconds_since_last_response: object.optional("seconds_since_last_response")?,
            context_tokens: object.optional("context_tokens")?,
            prompt_cache_likely_expired: object.optional("prompt_cache_likely_expired")?,
            estimated_cache_write_usd: object.optional("estimated_cache_write_usd")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(SessionStartInput);

/// What a hook brings into a session that starts.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SessionStartSpecificOutput {
    /// Name of the event, which must be the event that the hook was called for. Without it, or with another name,
    /// the whole reply is refused.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "hookEventName")]
    pub hook_event_name: crate::constant::SessionStart,
    /// Text for Claude, placed before the first prompt. The texts of several hooks are all kept.
    ///
    /// Since Claude Code 2.0.0 at the latest. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
    /// First message of the user. It acts with `-p` only; a prompt given there follows as the next turn.
    ///
    /// Since Claude Code 2.1.81 at the latest. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "initialUserMessage", skip_serializing_if = "Option::is_none")]
    pub initial_user_message: Option<String>,
    /// New title of the session. It acts when `source` is `startup`, `resume` or `fork` and is ignored otherwise.
    ///
    /// Since Claude Code 2.1.152.
    #[serde(rename = "sessionTitle", skip_serializing_if = "Option::is_none")]
    pub session_title: Option<String>,
    /// Absolute paths to watch; a change of one of them raises `FileChanged`.
    ///
    /// Since Claude Code 2.1.83.
    #[serde(rename = "watchPaths", skip_serializing_if = "Option::is_none")]
    pub watch_paths: Option<Vec<String>>,
    /// With `true` the folders of skills and commands are read again once the hooks are done, so that what a hook
    /// installed is found.
    ///
    /// Since Claude Code 2.1.152.
    #[serde(rename = "reloadSkills", skip_serializing_if = "Option::is_none")]
    pub reload_skills: Option<bool>,
}

impl SessionStartSpecificOutput {
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

    /// Sets `initialUserMessage`.
    #[must_use]
    pub fn with_initial_user_message(mut self, value: impl Into<String>) -> Self {
        self.initial_user_message = Some(value.into());
        self
    }

    /// Sets `sessionTitle`.
    #[must_use]
    pub fn with_session_title(mut self, value: impl Into<String>) -> Self {
        self.session_title = Some(value.into());
        self
    }

    /// Sets `watchPaths`.
    #[must_use]
    pub fn with_watch_paths(mut self, value: impl Into<Vec<String>>) -> Self {
        self.watch_paths = Some(value.into());
        self
    }

    /// Sets `reloadSkills`.
    #[must_use]
    pub fn with_reload_skills(mut self, value: bool) -> Self {
        self.reload_skills = Some(value);
        self
    }
}

impl crate::json::FromObject for SessionStartSpecificOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            hook_event_name: object.required("hookEventName")?,
            additional_context: object.optional("additionalContext")?,
            initial_user_message: object.optional("initialUserMessage")?,
            session_title: object.optional("sessionTitle")?,
            watch_paths: object.optional("watchPaths")?,
            reload_skills: object.optional("reloadSkills")?,
        })
    }
}

crate::json::object_type!(SessionStartSpecificOutput);

/// The immediate form of the reply.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SessionStartSyncOutput {
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
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<SessionStartSpecificOutput>,
}

impl SessionStartSyncOutput {
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
        value: impl Into<SessionStartSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for SessionStartSyncOutput {
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

crate::json::object_type!(SessionStartSyncOutput);

/// Reply of a `SessionStart` hook. It cannot stop the session; it can give Claude context, set the title, name
/// files to watch, and supply the first message.
///
/// Since Claude Code 1.0.62.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum SessionStartOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply.
    Sync(SessionStartSyncOutput),
}

impl serde::Serialize for SessionStartOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for SessionStartOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(SessionStartOutput);

impl From<AsyncHookOutput> for SessionStartOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<SessionStartSyncOutput> for SessionStartOutput {
    fn from(value: SessionStartSyncOutput) -> Self {
        Self::Sync(value)
    }
}
