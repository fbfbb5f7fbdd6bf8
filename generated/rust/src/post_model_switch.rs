// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`PostModelSwitchSource`], [`PostModelSwitchInput`], [`PostModelSwitchSpecificOutput`], [`PostModelSwitchSyncOutput`], [`PostModelSwitchOutput`].

use crate::common::*;

/// What switched the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum PostModelSwitchSource {
    /// The command `/model` with a name, the setting in `/config`, or fast mode when it brings another model.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "command")]
    Command,
    /// The list of models to choose from.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "picker")]
    Picker,
    /// A program, an IDE or Remote Control.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "sdk")]
    Sdk,
    /// Claude Code itself, for instance as a fallback.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "auto")]
    Auto,
    /// A session was resumed and took its model back.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "resume")]
    Resume,
}

impl PostModelSwitchSource {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::Command,
        Self::Picker,
        Self::Sdk,
        Self::Auto,
        Self::Resume,
    ];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Picker => "picker",
            Self::Sdk => "sdk",
            Self::Auto => "auto",
            Self::Resume => "resume",
        }
    }
}

impl std::fmt::Display for PostModelSwitchSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Command => f.write_str("command"),
            Self::Picker => f.write_str("picker"),
            Self::Sdk => f.write_str("sdk"),
            Self::Auto => f.write_str("auto"),
            Self::Resume => f.write_str("resume"),
        }
    }
}

impl std::str::FromStr for PostModelSwitchSource {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "command" => Ok(Self::Command),
            "picker" => Ok(Self::Picker),
            "sdk" => Ok(Self::Sdk),
            "auto" => Ok(Self::Auto),
            "resume" => Ok(Self::Resume),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for PostModelSwitchSource {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(PostModelSwitchSource);

/// Input of a `PostModelSwitch` hook, which runs after the model of the session has changed, also when Claude
/// Code changed it by itself or while a session is resumed.
///
/// Since Claude Code 2.1.251.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostModelSwitchInput {
    /// Id of the session that the event belongs to.
    ///
    /// Since Claude Code 2.1.251.
    pub session_id: String,
    /// Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay,
    /// so the newest messages can be missing.
    ///
    /// Since Claude Code 2.1.251.
    pub transcript_path: String,
    /// Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment
    /// variable `CLAUDE_PROJECT_DIR` keeps the project root.
    ///
    /// Since Claude Code 2.1.251.
    pub cwd: String,
    /// Always `PostModelSwitch`.
    ///
    /// Since Claude Code 2.1.251.
    pub hook_event_name: crate::constant::PostModelSwitch,
    /// UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of OpenTelemetry. Absent
    /// before the first user input.
    ///
    /// Since Claude Code 2.1.251.
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
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_mode: Option<ActivePermissionMode>,
    /// How much effort the model spends. Present on events around tool calls and at the end of a turn, on models
    /// that have effort levels.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Id of the subagent that the event comes from; absent on the main thread. Test this field, not `agent_type`,
    /// to tell a subagent from the main thread.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
    /// thread of a session that was started with `--agent`.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// Id of the model before the switch.
    ///
    /// Since Claude Code 2.1.251.
    pub from_model: String,
    /// Id of the model in use now. Matchers test its canonical name.
    ///
    /// Since Claude Code 2.1.251.
    pub to_model: String,
    /// What was asked for: an alias, an id, or `null` for the default model.
    ///
    /// Since Claude Code 2.1.251.
    pub requested_model: Option<String>,
    /// Where the switch comes from.
    ///
    /// Since Claude Code 2.1.251.
    pub source: PostModelSwitchSource,
    /// Tokens that the next request has to send again, `0` before the first response.
    ///
    /// Since Claude Code 2.1.251.
    pub context_tokens: f64,
    /// Whether the prompt cache of the old model is probably still warm, so that the switch gives it up.
    ///
    /// Since Claude Code 2.1.251.
    pub prompt_cache_warm: bool,
    /// How long the prompt cache keeps an entry.
    ///
    /// Since Claude Code 2.1.251.
    pub cache_ttl: PromptCacheTtl,
    /// Estimated price, in US dollars, of putting the context into the cache of the new model. The answer is not
    /// counted.
    ///
    /// Since Claude Code 2.1.251.
    pub estimated_cache_write_usd: f64,
    /// Where the price in `estimated_cache_write_usd` comes from.
    ///
    /// Since Claude Code 2.1.251.
    pub pricing: ModelSwitchPricing,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl PostModelSwitchInput {
    /// One with what it must have.
    #[must_use]
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        from_model: impl Into<String>,
        to_model: impl Into<String>,
        requested_model: impl Into<Option<String>>,
        source: impl Into<PostModelSwitchSource>,
        context_tokens: impl Into<f64>,
        prompt_cache_warm: bool,
        cache_ttl: impl Into<PromptCacheTtl>,
        estimated_cache_write_usd: impl Into<f64>,
        pricing: impl Into<ModelSwitchPricing>,
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
            from_model: from_model.into(),
            to_model: to_model.into(),
            requested_model: requested_model.into(),
            source: source.into(),
            context_tokens: context_tokens.into(),
            prompt_cache_warm,
            cache_ttl: cache_ttl.into(),
            estimated_cache_write_usd: estimated_cache_write_usd.into(),
            pricing: pricing.into(),
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

impl crate::json::FromObject for PostModelSwitchInput {
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
            from_model: object.required("from_model")?,
            to_model: object.required("to_model")?,
            requested_model: object.required("requested_model")?,
            source: object.required("source")?,
            context_tokens: object.required("context_tokens")?,
            prompt_cache_warm: object.required("prompt_cache_warm")?,
            cache_ttl: object.required("cache_ttl")?,
            estimated_cache_write_usd: object.required("estimated_cache_write_usd")?,
            pricing: object.required("pricing")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(PostModelSwitchInput);

/// What a hook adds after a switch of the model.
///
/// Since Claude Code 2.1.251.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostModelSwitchSpecificOutput {
    /// Name of the event, which must be the event that the hook was called for. Without it, or with another name,
    /// the whole reply is refused.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "hookEventName")]
    pub hook_event_name: crate::constant::PostModelSwitch,
    /// Text for Claude, sent with the next request. A hook that is slow can miss that request (not confirmed).
    ///
    /// Since Claude Code 2.1.251. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
}

impl PostModelSwitchSpecificOutput {
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

impl crate::json::FromObject for PostModelSwitchSpecificOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            hook_event_name: object.required("hookEventName")?,
            additional_context: object.optional("additionalContext")?,
        })
    }
}

crate::json::object_type!(PostModelSwitchSpecificOutput);

/// The immediate form of the reply.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostModelSwitchSyncOutput {
    /// With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
    /// means `true`; events that discard their output take no notice.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub continue_: Option<bool>,
    /// Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if
    /// the conversation goes on.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "suppressOutput", skip_serializing_if = "Option::is_none")]
    pub suppress_output: Option<bool>,
    /// Message for the user, shown as a warning. Several events discard it.
    ///
    /// Since Claude Code 2.1.251. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "systemMessage", skip_serializing_if = "Option::is_none")]
    pub system_message: Option<String>,
    /// Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended by BEL or ST, or a
    /// lone BEL. If the text holds anything else the whole field is ignored. It acts in an interactive session with
    /// its interface on screen, also on events that discard `systemMessage`, but not for a command on
    /// `WorktreeCreate`.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "terminalSequence", skip_serializing_if = "Option::is_none")]
    pub terminal_sequence: Option<String>,
    /// The decision about the guarded action. `block` acts on the events that say so; leave the field out to let
    /// the action pass.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<HookDecision>,
    /// Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no
    /// effect.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The fields that only this event has.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<PostModelSwitchSpecificOutput>,
}

impl PostModelSwitchSyncOutput {
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
        value: impl Into<PostModelSwitchSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for PostModelSwitchSyncOutput {
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

crate::json::object_type!(PostModelSwitchSyncOutput);

/// Reply of a `PostModelSwitch` hook. The switch stands; the reply can give Claude context.
///
/// Since Claude Code 2.1.251.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum PostModelSwitchOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply.
    Sync(PostModelSwitchSyncOutput),
}

impl serde::Serialize for PostModelSwitchOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for PostModelSwitchOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(PostModelSwitchOutput);

impl From<AsyncHookOutput> for PostModelSwitchOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<PostModelSwitchSyncOutput> for PostModelSwitchOutput {
    fn from(value: PostModelSwitchSyncOutput) -> Self {
        Self::Sync(value)
    }
}
