// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`PostToolBatchCall`], [`PostToolBatchInput`], [`PostToolBatchSpecificOutput`], [`PostToolBatchSyncOutput`], [`PostToolBatchOutput`].

use crate::common::*;

/// One tool call of a batch.
///
/// Since Claude Code 2.1.118.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostToolBatchCall {
    /// Name of the tool, as matchers spell it: `Bash`, `Edit`, or `mcp__server__tool` for an MCP tool.
    ///
    /// Since Claude Code 2.1.118.
    pub tool_name: String,
    /// Arguments of the call, as an object. Its shape follows from `tool_name`.
    ///
    /// Since Claude Code 2.1.118.
    pub tool_input: serde_json::Value,
    /// Id of the call in the API, such as `toolu_…`. It is the same in every event about this call.
    ///
    /// Since Claude Code 2.1.118.
    pub tool_use_id: String,
    /// The result as Claude sees it: a text, or a list of content blocks. It is not the structured result that
    /// `PostToolUse` receives.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_response: Option<serde_json::Value>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl PostToolBatchCall {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        tool_name: impl Into<String>,
        tool_input: impl Into<serde_json::Value>,
        tool_use_id: impl Into<String>,
    ) -> Self {
        Self {
            tool_name: tool_name.into(),
            tool_input: tool_input.into(),
            tool_use_id: tool_use_id.into(),
            tool_response: None,
            extra: Default::default(),
        }
    }

    /// Sets `tool_response`.
    #[must_use]
    pub fn with_tool_response(mut self, value: impl Into<serde_json::Value>) -> Self {
        self.tool_response = Some(value.into());
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

impl crate::json::FromObject for PostToolBatchCall {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            tool_name: object.required("tool_name")?,
            tool_input: object.required("tool_input")?,
            tool_use_id: object.required("tool_use_id")?,
            tool_response: object.optional("tool_response")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(PostToolBatchCall);

/// Input of a `PostToolBatch` hook, which runs once when all tool calls of one message of the model are done
/// and before the next request is sent.
///
/// Since Claude Code 2.1.118.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostToolBatchInput {
    /// Id of the session that the event belongs to.
    ///
    /// Since Claude Code 2.1.118.
    pub session_id: String,
    /// Path of the transcript of the session, a file with one JSON value on each line. It is written with a delay,
    /// so the newest messages can be missing.
    ///
    /// Since Claude Code 2.1.118.
    pub transcript_path: String,
    /// Working directory at the moment of the event. It follows `cd` and worktrees, whereas the environment
    /// variable `CLAUDE_PROJECT_DIR` keeps the project root.
    ///
    /// Since Claude Code 2.1.118.
    pub cwd: String,
    /// Always `PostToolBatch`.
    ///
    /// Since Claude Code 2.1.118.
    pub hook_event_name: crate::constant::PostToolBatch,
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
    /// Since Claude Code 2.1.118.
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
    /// Since Claude Code 2.1.118.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// Name of the agent that the event comes from. Present inside a subagent, and without `agent_id` on the main
    /// thread of a session that was started with `--agent`.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// All calls of the batch.
    ///
    /// Since Claude Code 2.1.118.
    pub tool_calls: Vec<PostToolBatchCall>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl PostToolBatchInput {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        transcript_path: impl Into<String>,
        cwd: impl Into<String>,
        tool_calls: impl Into<Vec<PostToolBatchCall>>,
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
            tool_calls: tool_calls.into(),
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

impl crate::json::FromObject for PostToolBatchInput {
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
            tool_calls: object.required("tool_calls")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(PostToolBatchInput);

/// What a hook adds after a batch of tool calls.
///
/// Since Claude Code 2.1.118.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostToolBatchSpecificOutput {
    /// Name of the event, which must be the event that the hook was called for. Without it, or with another name,
    /// the whole reply is refused.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(rename = "hookEventName")]
    pub hook_event_name: crate::constant::PostToolBatch,
    /// Text for Claude, added once before the next request.
    ///
    /// Since Claude Code 2.1.118. Claude Code spills what is longer than 10,000 characters to a file.
    #[serde(rename = "additionalContext", skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
}

impl PostToolBatchSpecificOutput {
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

impl crate::json::FromObject for PostToolBatchSpecificOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            hook_event_name: object.required("hookEventName")?,
            additional_context: object.optional("additionalContext")?,
        })
    }
}

crate::json::object_type!(PostToolBatchSpecificOutput);

/// The immediate form of the reply.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PostToolBatchSyncOutput {
    /// With `false` Claude stops altogether once the hook is done, whatever the decisions of the event are. Absent
    /// means `true`; events that discard their output take no notice.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub continue_: Option<bool>,
    /// Message for the user that goes with `continue: false`. It stays in the conversation, so Claude sees it if
    /// the conversation goes on.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(rename = "stopReason", skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Accepted, but without effect: the output of a hook that succeeds is not shown in the transcript anyway.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(rename = "suppressOutput", skip_serializing_if = "Option::is_none")]
    pub suppress_output: Option<bool>,
    /// Message for the user, shown as a warning. Several events discard it.
    ///
    /// Since Claude Code 2.1.118. Claude Code spills what is longer than 10,000 characters to a file.
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
    /// `block` stops the agent before the next request. `approve` has no effect.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<HookDecision>,
    /// Shown to the user as a warning when `decision` is `block`; it stays in the conversation, so Claude sees it
    /// if the conversation goes on.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The fields that only this event has.
    ///
    /// Since Claude Code 2.1.118.
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    pub hook_specific_output: Option<PostToolBatchSpecificOutput>,
}

impl PostToolBatchSyncOutput {
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
        value: impl Into<PostToolBatchSpecificOutput>,
    ) -> Self {
        self.hook_specific_output = Some(value.into());
        self
    }
}

impl crate::json::FromObject for PostToolBatchSyncOutput {
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

crate::json::object_type!(PostToolBatchSyncOutput);

/// Reply of a `PostToolBatch` hook. It can stop the agent before the next request, or give Claude something to
/// read with it.
///
/// Since Claude Code 2.1.118.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum PostToolBatchOutput {
    /// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
    /// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed,
    /// and the `async` setting of the hook is the documented way there.
    Async(AsyncHookOutput),
    /// The immediate form of the reply.
    Sync(PostToolBatchSyncOutput),
}

impl serde::Serialize for PostToolBatchOutput {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Async(it) => it.serialize(serializer),
            Self::Sync(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for PostToolBatchOutput {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        if crate::json::has(&value, "async")? {
            crate::json::FromJson::from_json(value, keys).map(Self::Async)
        } else {
            crate::json::FromJson::from_json(value, keys).map(Self::Sync)
        }
    }
}

crate::json::deserialize!(PostToolBatchOutput);

impl From<AsyncHookOutput> for PostToolBatchOutput {
    fn from(value: AsyncHookOutput) -> Self {
        Self::Async(value)
    }
}

impl From<PostToolBatchSyncOutput> for PostToolBatchOutput {
    fn from(value: PostToolBatchSyncOutput) -> Self {
        Self::Sync(value)
    }
}
