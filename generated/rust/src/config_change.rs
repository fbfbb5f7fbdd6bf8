// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`ConfigChangeSource`], [`ConfigChangeInput`], [`ConfigChangeSyncOutput`], [`ConfigChangeOutput`].

use crate::common::*;

/// What kind of configuration changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum ConfigChangeSource {
    /// The settings of the user, `~/.claude/settings.json`.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "user_settings")]
    UserSettings,
    /// The settings that the project shares, `.claude/settings.json`.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "project_settings")]
    ProjectSettings,
    /// The settings of the user for this project, `.claude/settings.local.json`.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "local_settings")]
    LocalSettings,
    /// A file of managed policy; such a change cannot be blocked.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "policy_settings")]
    PolicySettings,
    /// A file of a skill.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "skills")]
    Skills,
}

impl ConfigChangeSource {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::UserSettings,
        Self::ProjectSettings,
        Self::LocalSettings,
        Self::PolicySettings,
        Self::Skills,
    ];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UserSettings => "user_settings",
            Self::ProjectSettings => "project_settings",
            Self::LocalSettings => "local_settings",
            Self::PolicySettings => "policy_settings",
            Self::Skills => "skills",
        }
    }
}

impl std::fmt::Display for ConfigChangeSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::UserSettings => f.write_str("user_settings"),
            Self::ProjectSettings => f.write_str("project_settings"),
            Self::LocalSettings => f.write_str("local_settings"),
            Self::PolicySettings => f.write_str("policy_settings"),
            Self::Skills => f.write_str("skills"),
        }
    }
}

impl std::str::FromStr for ConfigChangeSource {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "user_settings" => Ok(Self::UserSettings),
            "project_settings" => Ok(Self::ProjectSettings),
            "local_settings" => Ok(Self::LocalSettings),
            "policy_settings" => Ok(Self::PolicySettings),
            "skills" => Ok(Self::Skills),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for ConfigChangeSource {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(ConfigChangeSource);

/// Input of a `ConfigChange` hook, which runs when a settings file, a file of managed policy or a skill changes
/// during the session. Settings that a server or the operating system manages do not raise it.
///
/// Since Claude Code 2.1.49.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ConfigChangeInput {
    /// Id of the session that the event belongs to.
    ///
    /// Since Claude Code 2.1.49.
    pub session_id: String,
    /// Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay,
    /// so the newest messages can be missing.
    ///
    /// Since Claude Code 2.1.49.
    pub transcript_path: String,
    /// Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment
    /// variable `CLAUDE_PROJECT_DIR` keeps the project root.
    ///
    /// Since Claude Code 2.1.49.
    pub cwd: String,
    /// Always `ConfigChange`.
    ///
    /// Since Claude Code 2.1.49.
    pub hook_event_name: crate::constant::ConfigChange,
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
    /// Since Claude Code 2.1.49.
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
    /// What changed. Matchers test this field.
    ///
    /// Since Claude Code 2.1.49.
    pub source: ConfigChangeSource,
    /// The file that changed.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_path: Option<String>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl ConfigChangeInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        source: impl Into<ConfigChangeSource>,
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
            file_path: None,
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

    /// Sets `file_path`.
    #[must_use]
    pub fn with_file_path(mut self, value: impl Into<String>) -> Self {
        self.file_path = Some(value.into());
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

impl crate::json::FromObject for ConfigChangeInput {
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
            file_path: object.optional("file_path")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(ConfigChangeInput);

/// The immediate form of the reply. It has no `hookSpecificOutput`, and `continue` and `systemMessage` are
/// discarded.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ConfigChangeSyncOutput {
    /// With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
    /// means `true`; events that discard their output take no notice.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub continue_: Option<bool>,
    /// Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if
    /// the conversation goes on.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(rename = "suppressOutput", skip_serializing_if = "Option::is_none")]
    pub suppress_output: Option<bool>,
    /// Message for the user, shown as a warning. Several events discard it.
    ///
    /// Since Claude Code 2.1.49. Claude Code spills what is longer than 10,000 characters to a file.
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
    /// `block` keeps the new settings from being applied, without a message to anybody. `approve` has no effect.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<HookDecision>,
    /// Accepted, but shown to nobody.
    ///
    /// Since Claude Code 2.1.49.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ConfigChangeSyncOutput {
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
}

impl crate::json::FromObject for ConfigChangeSyncOutput {
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
        })
    }
}

crate::json::object_type!(ConfigChangeSyncOutput);

/// Reply of a `ConfigChange` hook. It can keep the change from being applied, except for managed policy.
///
/// Since Claude Code 2.1.49.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum ConfigChangeOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply. It has no `hookSpecificOutput`, and `continue` and `systemMessage` are
    /// discarded.
    Sync(ConfigChangeSyncOutput),
}

impl serde::Serialize for ConfigChangeOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for ConfigChangeOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(ConfigChangeOutput);

impl From<AsyncHookOutput> for ConfigChangeOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<ConfigChangeSyncOutput> for ConfigChangeOutput {
    fn from(value: ConfigChangeSyncOutput) -> Self {
        Self::Sync(value)
    }
}
