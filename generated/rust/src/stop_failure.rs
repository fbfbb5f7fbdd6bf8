// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`StopFailureError`], [`StopFailureInput`], [`StopFailureSyncOutput`], [`StopFailureOutput`].

use crate::common::*;

/// Kind of error that ended a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum StopFailureError {
    /// The sign-in was not accepted.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "authentication_failed")]
    AuthenticationFailed,
    /// The organisation of the account may not sign in.
    ///
    /// Since Claude Code 2.1.126 at the latest.
    #[serde(rename = "oauth_org_not_allowed")]
    OauthOrgNotAllowed,
    /// The account is on hold.
    ///
    /// Since Claude Code 2.1.240 at the latest.
    #[serde(rename = "account_on_hold")]
    AccountOnHold,
    /// The account has to be verified first.
    ///
    /// Since Claude Code 2.1.270 at the latest.
    #[serde(rename = "verification_required")]
    VerificationRequired,
    /// There is a problem with the payment.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "billing_error")]
    BillingError,
    /// Too many requests, or a usage limit was reached.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "rate_limit")]
    RateLimit,
    /// The API is overloaded.
    ///
    /// Since Claude Code 2.1.168 at the latest.
    #[serde(rename = "overloaded")]
    Overloaded,
    /// The API refused the request as not valid.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "invalid_request")]
    InvalidRequest,
    /// The model does not exist or is not open to the account; before 2.1.144 this was an `invalid_request`.
    ///
    /// Since Claude Code 2.1.144.
    #[serde(rename = "model_not_found")]
    ModelNotFound,
    /// The API failed.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "server_error")]
    ServerError,
    /// An error that has no kind of its own.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "unknown")]
    Unknown,
    /// The answer reached the limit for its length.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "max_output_tokens")]
    MaxOutputTokens,
    /// The credentials of the cloud provider did not work.
    ///
    /// Since Claude Code 2.1.270 at the latest.
    #[serde(rename = "cloud_credential_error")]
    CloudCredentialError,
}

impl StopFailureError {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::AuthenticationFailed,
        Self::OauthOrgNotAllowed,
        Self::AccountOnHold,
        Self::VerificationRequired,
        Self::BillingError,
        Self::RateLimit,
        Self::Overloaded,
        Self::InvalidRequest,
        Self::ModelNotFound,
        Self::ServerError,
        Self::Unknown,
        Self::MaxOutputTokens,
        Self::CloudCredentialError,
    ];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AuthenticationFailed => "authentication_failed",
            Self::OauthOrgNotAllowed => "oauth_org_not_allowed",
            Self::AccountOnHold => "account_on_hold",
            Self::VerificationRequired => "verification_required",
            Self::BillingError => "billing_error",
            Self::RateLimit => "rate_limit",
            Self::Overloaded => "overloaded",
            Self::InvalidRequest => "invalid_request",
            Self::ModelNotFound => "model_not_found",
            Self::ServerError => "server_error",
            Self::Unknown => "unknown",
            Self::MaxOutputTokens => "max_output_tokens",
            Self::CloudCredentialError => "cloud_credential_error",
        }
    }
}

impl std::fmt::Display for StopFailureError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::AuthenticationFailed => f.write_str("authentication_failed"),
            Self::OauthOrgNotAllowed => f.write_str("oauth_org_not_allowed"),
            Self::AccountOnHold => f.write_str("account_on_hold"),
            Self::VerificationRequired => f.write_str("verification_required"),
            Self::BillingError => f.write_str("billing_error"),
            Self::RateLimit => f.write_str("rate_limit"),
            Self::Overloaded => f.write_str("overloaded"),
            Self::InvalidRequest => f.write_str("invalid_request"),
            Self::ModelNotFound => f.write_str("model_not_found"),
            Self::ServerError => f.write_str("server_error"),
            Self::Unknown => f.write_str("unknown"),
            Self::MaxOutputTokens => f.write_str("max_output_tokens"),
            Self::CloudCredentialError => f.write_str("cloud_credential_error"),
        }
    }
}

impl std::str::FromStr for StopFailureError {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "authentication_failed" => Ok(Self::AuthenticationFailed),
            "oauth_org_not_allowed" => Ok(Self::OauthOrgNotAllowed),
            "account_on_hold" => Ok(Self::AccountOnHold),
            "verification_required" => Ok(Self::VerificationRequired),
            "billing_error" => Ok(Self::BillingError),
            "rate_limit" => Ok(Self::RateLimit),
            "overloaded" => Ok(Self::Overloaded),
            "invalid_request" => Ok(Self::InvalidRequest),
            "model_not_found" => Ok(Self::ModelNotFound),
            "server_error" => Ok(Self::ServerError),
            "unknown" => Ok(Self::Unknown),
            "max_output_tokens" => Ok(Self::MaxOutputTokens),
            "cloud_credential_error" => Ok(Self::CloudCredentialError),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for StopFailureError {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(StopFailureError);

/// Input of a `StopFailure` hook, which runs instead of `Stop` when a turn ends with an error of the API.
///
/// Since Claude Code 2.1.78.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct StopFailureInput {
    /// Id of the session that the event belongs to.
    ///
    /// Since Claude Code 2.1.78.
    pub session_id: String,
    /// Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay,
    /// so the newest messages can be missing.
    ///
    /// Since Claude Code 2.1.78.
    pub transcript_path: String,
    /// Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment
    /// variable `CLAUDE_PROJECT_DIR` keeps the project root.
    ///
    /// Since Claude Code 2.1.78.
    pub cwd: String,
    /// Always `StopFailure`.
    ///
    /// Since Claude Code 2.1.78.
    pub hook_event_name: crate::constant::StopFailure,
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
    /// Since Claude Code 2.1.78.
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
    /// Since Claude Code 2.1.78.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
    /// thread of a session that was started with `--agent`.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// Kind of the error. Matchers test this field.
    ///
    /// Since Claude Code 2.1.78.
    pub error: StopFailureError,
    /// More about the error.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_details: Option<String>,
    /// The error as it was shown. Unlike on `Stop` this is not text of the model.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_assistant_message: Option<String>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl StopFailureInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        error: impl Into<StopFailureError>,
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
            error: error.into(),
            error_details: None,
            last_assistant_message: None,
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

    /// Sets `error_details`.
    #[must_use]
    pub fn with_error_details(mut self, value: impl Into<String>) -> Self {
        self.error_details = Some(value.into());
        self
    }

    /// Sets `last_assistant_message`.
    #[must_use]
    pub fn with_last_assistant_message(mut self, value: impl Into<String>) -> Self {
        self.last_assistant_message = Some(value.into());
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

impl crate::json::FromObject for StopFailureInput {
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
            error: object.required("error")?,
            error_details: object.optional("error_details")?,
            last_assistant_message: object.optional("last_assistant_message")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(StopFailureInput);

/// The immediate form of the reply. It has no `hookSpecificOutput`.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct StopFailureSyncOutput {
    /// With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
    /// means `true`; events that discard their output take no notice.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub continue_: Option<bool>,
    /// Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if
    /// the conversation goes on.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(rename = "suppressOutput", skip_serializing_if = "Option::is_none")]
    pub suppress_output: Option<bool>,
    /// Message for the user, shown as a warning. Several events discard it.
    ///
    /// Since Claude Code 2.1.78. Claude Code spills what is longer than 10,000 characters to a file.
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
    /// Since Claude Code 2.1.78.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<HookDecision>,
    /// Explanation that goes with `decision`. The event decides who reads it; without a `decision` it has no
    /// effect.
    ///
    /// Since Claude Code 2.1.78.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl StopFailureSyncOutput {
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

impl crate::json::FromObject for StopFailureSyncOutput {
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

crate::json::object_type!(StopFailureSyncOutput);

/// Reply of a `StopFailure` hook. It is ignored, and so is the exit code; only `terminalSequence` acts.
///
/// Since Claude Code 2.1.78.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum StopFailureOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply. It has no `hookSpecificOutput`.
    Sync(StopFailureSyncOutput),
}

impl serde::Serialize for StopFailureOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for StopFailureOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(StopFailureOutput);

impl From<AsyncHookOutput> for StopFailureOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<StopFailureSyncOutput> for StopFailureOutput {
    fn from(value: StopFailureSyncOutput) -> Self {
        Self::Sync(value)
    }
}
