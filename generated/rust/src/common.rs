// Made from templates/rust/src/[module].rs.jinja by `cargo xtask codegen`: edit that, not this.
//! [`ActivePermissionMode`], [`PermissionUpdateDestination`], [`AddDirectoriesUpdate`], [`PermissionRule`], [`PermissionBehavior`], [`AddRulesUpdate`], [`AsyncHookOutput`], [`BackgroundTaskType`], [`BackgroundTaskSummary`], [`CompactTrigger`], [`EffortLevel`], [`Effort`], [`ElicitationMode`], [`ElicitationRefusalAction`], [`EmptyObject`], [`HookDecision`], [`McpServerSource`], [`McpServerProvenance`], [`ModelSwitchPricing`], [`PermissionDecision`], [`PermissionMode`], [`ReplaceRulesUpdate`], [`RemoveRulesUpdate`], [`SetModeUpdate`], [`RemoveDirectoriesUpdate`], [`PermissionUpdate`], [`PromptCacheTtl`], [`SessionCronSummary`].


/// The permission mode of a session, as inputs report it. New modes can appear, so treat a value that you do
/// not know as one that you know nothing about.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ActivePermissionMode {
    /// `default`
    ///
    /// The normal mode; the mode that the interface labels Manual arrives under this name.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    Default,
    /// `acceptEdits`
    ///
    /// File edits are accepted without asking.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    AcceptEdits,
    /// `bypassPermissions`
    ///
    /// No permission is asked for.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    BypassPermissions,
    /// `plan`
    ///
    /// Claude makes a plan and executes nothing.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    Plan,
    /// `dontAsk`
    ///
    /// Nobody is asked: what is not allowed in advance is refused.
    ///
    /// Since Claude Code 2.0.62 at the latest.
    DontAsk,
    /// `auto`
    ///
    /// A classifier decides on what would otherwise be asked.
    ///
    /// Since Claude Code 2.1.91.
    Auto,
    /// A value that this contract does not list.
    Unlisted(String),
}

impl ActivePermissionMode {
    /// The values that this contract lists, in its order.
    pub const LISTED: &'static [Self] = &[
        Self::Default,
        Self::AcceptEdits,
        Self::BypassPermissions,
        Self::Plan,
        Self::DontAsk,
        Self::Auto,
    ];

    /// The value on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::BypassPermissions => "bypassPermissions",
            Self::Plan => "plan",
            Self::DontAsk => "dontAsk",
            Self::Auto => "auto",
            Self::Unlisted(value) => value,
        }
    }
}

impl From<String> for ActivePermissionMode {
    fn from(value: String) -> Self {
        match value.as_str() {
            "default" => Self::Default,
            "acceptEdits" => Self::AcceptEdits,
            "bypassPermissions" => Self::BypassPermissions,
            "plan" => Self::Plan,
            "dontAsk" => Self::DontAsk,
            "auto" => Self::Auto,
            _ => Self::Unlisted(value),
        }
    }
}

impl From<&str> for ActivePermissionMode {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl std::fmt::Display for ActivePermissionMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for ActivePermissionMode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl crate::json::FromJson for ActivePermissionMode {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        String::from_json(value, keys).map(Self::from)
    }
}

crate::json::deserialize!(ActivePermissionMode);

/// Where a change of the permissions is written, and with that how long it holds.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum PermissionUpdateDestination {
    /// The settings of the user for every project, `~/.claude/settings.json`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "userSettings")]
    UserSettings,
    /// The settings that the project shares, `.claude/settings.json`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "projectSettings")]
    ProjectSettings,
    /// The settings of the user for this project, `.claude/settings.local.json`.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "localSettings")]
    LocalSettings,
    /// Memory only; forgotten when the session ends.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "session")]
    Session,
    /// The rules that came from the command line.
    ///
    /// Since Claude Code 2.0.62 at the latest.
    #[serde(rename = "cliArg")]
    CliArg,
}

impl PermissionUpdateDestination {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::UserSettings,
        Self::ProjectSettings,
        Self::LocalSettings,
        Self::Session,
        Self::CliArg,
    ];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UserSettings => "userSettings",
            Self::ProjectSettings => "projectSettings",
            Self::LocalSettings => "localSettings",
            Self::Session => "session",
            Self::CliArg => "cliArg",
        }
    }
}

impl std::fmt::Display for PermissionUpdateDestination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::UserSettings => f.write_str("userSettings"),
            Self::ProjectSettings => f.write_str("projectSettings"),
            Self::LocalSettings => f.write_str("localSettings"),
            Self::Session => f.write_str("session"),
            Self::CliArg => f.write_str("cliArg"),
        }
    }
}

impl std::str::FromStr for PermissionUpdateDestination {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "userSettings" => Ok(Self::UserSettings),
            "projectSettings" => Ok(Self::ProjectSettings),
            "localSettings" => Ok(Self::LocalSettings),
            "session" => Ok(Self::Session),
            "cliArg" => Ok(Self::CliArg),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for PermissionUpdateDestination {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(PermissionUpdateDestination);

/// Adds working directories.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct AddDirectoriesUpdate {
    /// Tells the kinds of update apart.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "type")]
    pub type_: crate::constant::AddDirectories,
    /// Paths of the directories to add.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub directories: Vec<String>,
    /// Where the change is written.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub destination: PermissionUpdateDestination,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl AddDirectoriesUpdate {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        directories: impl Into<Vec<String>>,
        destination: impl Into<PermissionUpdateDestination>,
    ) -> Self {
        Self {
            type_: Default::default(),
            directories: directories.into(),
            destination: destination.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for AddDirectoriesUpdate {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            type_: object.required("type")?,
            directories: object.required("directories")?,
            destination: object.required("destination")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(AddDirectoriesUpdate);

/// One permission rule, split into the tool and what follows it in parentheses.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct PermissionRule {
    /// Name of the tool that the rule is about.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "toolName")]
    pub tool_name: String,
    /// What the call must look like, such as `git *` for `Bash`. Without it the rule covers the whole tool.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "ruleContent", skip_serializing_if = "Option::is_none")]
    pub rule_content: Option<String>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl PermissionRule {
    /// One with what it must have.
    #[must_use]
    pub fn new(tool_name: impl Into<String>) -> Self {
        Self {
            tool_name: tool_name.into(),
            rule_content: None,
            extra: Default::default(),
        }
    }

    /// Sets `ruleContent`.
    #[must_use]
    pub fn with_rule_content(mut self, value: impl Into<String>) -> Self {
        self.rule_content = Some(value.into());
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

impl crate::json::FromObject for PermissionRule {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            tool_name: object.required("toolName")?,
            rule_content: object.optional("ruleContent")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(PermissionRule);

/// What a permission rule does with a tool call that it matches.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum PermissionBehavior {
    /// The call needs no prompt.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "allow")]
    Allow,
    /// The call is refused.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "deny")]
    Deny,
    /// The user is asked.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "ask")]
    Ask,
}

impl PermissionBehavior {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Allow, Self::Deny, Self::Ask];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Ask => "ask",
        }
    }
}

impl std::fmt::Display for PermissionBehavior {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Allow => f.write_str("allow"),
            Self::Deny => f.write_str("deny"),
            Self::Ask => f.write_str("ask"),
        }
    }
}

impl std::str::FromStr for PermissionBehavior {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "allow" => Ok(Self::Allow),
            "deny" => Ok(Self::Deny),
            "ask" => Ok(Self::Ask),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for PermissionBehavior {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(PermissionBehavior);

/// Adds permission rules to those of the destination.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct AddRulesUpdate {
    /// Tells the kinds of update apart.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "type")]
    pub type_: crate::constant::AddRules,
    /// The rules to add.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub rules: Vec<PermissionRule>,
    /// What the new rules do with a tool call that they match.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub behavior: PermissionBehavior,
    /// Where the change is written.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub destination: PermissionUpdateDestination,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl AddRulesUpdate {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        rules: impl Into<Vec<PermissionRule>>,
        behavior: impl Into<PermissionBehavior>,
        destination: impl Into<PermissionUpdateDestination>,
    ) -> Self {
        Self {
            type_: Default::default(),
            rules: rules.into(),
            behavior: behavior.into(),
            destination: destination.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for AddRulesUpdate {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            type_: object.required("type")?,
            rules: object.required("rules")?,
            behavior: object.required("behavior")?,
            destination: object.required("destination")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(AddRulesUpdate);

/// Reply that puts the answer off: the hook goes on in the background and its late answer is taken when it
/// comes. Documented for callbacks of the SDK; whether the command of a hook may print it is not confirmed, and
/// the `async` setting of the hook is the documented way there.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct AsyncHookOutput {
    /// Says that the answer comes later.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "async")]
    pub async_: crate::constant::True,
    /// How long the late answer may take, in milliseconds.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "asyncTimeout", skip_serializing_if = "Option::is_none")]
    pub async_timeout: Option<f64>,
}

impl AsyncHookOutput {
    /// One with its constants and nothing else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `asyncTimeout`.
    #[must_use]
    pub fn with_async_timeout(mut self, value: impl Into<f64>) -> Self {
        self.async_timeout = Some(value.into());
        self
    }
}

impl crate::json::FromObject for AsyncHookOutput {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            async_: object.required("async")?,
            async_timeout: object.optional("asyncTimeout")?,
        })
    }
}

crate::json::object_type!(AsyncHookOutput);

/// Kind of a background task. A kind that has no label yet arrives under its internal name.
///
/// Since Claude Code 2.1.145.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BackgroundTaskType {
    /// `shell`
    ///
    /// A command that runs in the background.
    Shell,
    /// `subagent`
    ///
    /// A subagent.
    Subagent,
    /// `monitor`
    ///
    /// A monitor that waits for something to happen.
    Monitor,
    /// `workflow`
    ///
    /// A workflow.
    Workflow,
    /// `teammate`
    ///
    /// A teammate of an agent team.
    Teammate,
    /// `cloud session`
    ///
    /// A session in the cloud.
    CloudSession,
    /// `MCP task`
    ///
    /// A task of an MCP server.
    McpTask,
    /// A value that this contract does not list.
    Unlisted(String),
}

impl BackgroundTaskType {
    /// The values that this contract lists, in its order.
    pub const LISTED: &'static [Self] = &[
        Self::Shell,
        Self::Subagent,
        Self::Monitor,
        Self::Workflow,
        Self::Teammate,
        Self::CloudSession,
        Self::McpTask,
    ];

    /// The value on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Shell => "shell",
            Self::Subagent => "subagent",
            Self::Monitor => "monitor",
            Self::Workflow => "workflow",
            Self::Teammate => "teammate",
            Self::CloudSession => "cloud session",
            Self::McpTask => "MCP task",
            Self::Unlisted(value) => value,
        }
    }
}

impl From<String> for BackgroundTaskType {
    fn from(value: String) -> Self {
        match value.as_str() {
            "shell" => Self::Shell,
            "subagent" => Self::Subagent,
            "monitor" => Self::Monitor,
            "workflow" => Self::Workflow,
            "teammate" => Self::Teammate,
            "cloud session" => Self::CloudSession,
            "MCP task" => Self::McpTask,
            _ => Self::Unlisted(value),
        }
    }
}

impl From<&str> for BackgroundTaskType {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl std::fmt::Display for BackgroundTaskType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for BackgroundTaskType {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl crate::json::FromJson for BackgroundTaskType {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        String::from_json(value, keys).map(Self::from)
    }
}

crate::json::deserialize!(BackgroundTaskType);

/// A piece of work that still runs in the background of the session. Which of the optional fields it has
/// follows from `type`.
///
/// Since Claude Code 2.1.145.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct BackgroundTaskSummary {
    /// Id of the task.
    ///
    /// Since Claude Code 2.1.145.
    pub id: String,
    /// What kind of work it is.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(rename = "type")]
    pub type_: BackgroundTaskType,
    /// State of the task. The values are not published, so compare only with those that you have seen.
    ///
    /// Since Claude Code 2.1.145.
    pub status: String,
    /// What the task does. A text that was cut ends in `… [+N chars]`.
    ///
    /// Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    pub description: String,
    /// Command line of a `shell` task.
    ///
    /// Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Name of the agent of a `subagent` task.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// MCP server of a `monitor` or `MCP task` task.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// MCP tool of a `monitor` or `MCP task` task.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Name of the workflow of a `workflow` task.
    ///
    /// Since Claude Code 2.1.145.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl BackgroundTaskSummary {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        type_: impl Into<BackgroundTaskType>,
        status: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            type_: type_.into(),
            status: status.into(),
            description: description.into(),
            command: None,
            agent_type: None,
            server: None,
            tool: None,
            name: None,
            extra: Default::default(),
        }
    }

    /// Sets `command`.
    #[must_use]
    pub fn with_command(mut self, value: impl Into<String>) -> Self {
        self.command = Some(value.into());
        self
    }

    /// Sets `agent_type`.
    #[must_use]
    pub fn with_agent_type(mut self, value: impl Into<String>) -> Self {
        self.agent_type = Some(value.into());
        self
    }

    /// Sets `server`.
    #[must_use]
    pub fn with_server(mut self, value: impl Into<String>) -> Self {
        self.server = Some(value.into());
        self
    }

    /// Sets `tool`.
    #[must_use]
    pub fn with_tool(mut self, value: impl Into<String>) -> Self {
        self.tool = Some(value.into());
        self
    }

    /// Sets `name`.
    #[must_use]
    pub fn with_name(mut self, value: impl Into<String>) -> Self {
        self.name = Some(value.into());
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

impl crate::json::FromObject for BackgroundTaskSummary {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            id: object.required("id")?,
            type_: object.required("type")?,
            status: object.required("status")?,
            description: object.required("description")?,
            command: object.optional("command")?,
            agent_type: object.optional("agent_type")?,
            server: object.optional("server")?,
            tool: object.optional("tool")?,
            name: object.optional("name")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(BackgroundTaskSummary);

/// Who asked for a compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum CompactTrigger {
    /// The user, with `/compact`.
    #[serde(rename = "manual")]
    Manual,
    /// Claude Code, because the context is filling up.
    #[serde(rename = "auto")]
    Auto,
}

impl CompactTrigger {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Manual, Self::Auto];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Auto => "auto",
        }
    }
}

impl std::fmt::Display for CompactTrigger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Manual => f.write_str("manual"),
            Self::Auto => f.write_str("auto"),
        }
    }
}

impl std::str::FromStr for CompactTrigger {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "manual" => Ok(Self::Manual),
            "auto" => Ok(Self::Auto),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for CompactTrigger {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(CompactTrigger);

/// Level of effort, from the least to the most. The level called ultracode arrives as `xhigh`.
///
/// Since Claude Code 2.1.133.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EffortLevel {
    /// `low`
    ///
    /// The least effort.
    Low,
    /// `medium`
    ///
    /// Medium effort.
    Medium,
    /// `high`
    ///
    /// High effort.
    High,
    /// `xhigh`
    ///
    /// Higher than `high`.
    Xhigh,
    /// `max`
    ///
    /// The most effort.
    Max,
    /// A value that this contract does not list.
    Unlisted(String),
}

impl EffortLevel {
    /// The values that this contract lists, in its order.
    pub const LISTED: &'static [Self] = &[
        Self::Low,
        Self::Medium,
        Self::High,
        Self::Xhigh,
        Self::Max,
    ];

    /// The value on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Xhigh => "xhigh",
            Self::Max => "max",
            Self::Unlisted(value) => value,
        }
    }
}

impl From<String> for EffortLevel {
    fn from(value: String) -> Self {
        match value.as_str() {
            "low" => Self::Low,
            "medium" => Self::Medium,
            "high" => Self::High,
            "xhigh" => Self::Xhigh,
            "max" => Self::Max,
            _ => Self::Unlisted(value),
        }
    }
}

impl From<&str> for EffortLevel {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl std::fmt::Display for EffortLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for EffortLevel {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl crate::json::FromJson for EffortLevel {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        String::from_json(value, keys).map(Self::from)
    }
}

crate::json::deserialize!(EffortLevel);

/// How much effort the model spends.
///
/// Since Claude Code 2.1.133.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Effort {
    /// The level that is in force.
    ///
    /// Since Claude Code 2.1.133.
    pub level: EffortLevel,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl Effort {
    /// One with what it must have.
    #[must_use]
    pub fn new(level: impl Into<EffortLevel>) -> Self {
        Self {
            level: level.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for Effort {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            level: object.required("level")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(Effort);

/// How an MCP server asks for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum ElicitationMode {
    /// With a form to fill in.
    ///
    /// Since Claude Code 2.1.76.
    #[serde(rename = "form")]
    Form,
    /// With a web page to open.
    ///
    /// Since Claude Code 2.1.76.
    #[serde(rename = "url")]
    Url,
}

impl ElicitationMode {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Form, Self::Url];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Url => "url",
        }
    }
}

impl std::fmt::Display for ElicitationMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Form => f.write_str("form"),
            Self::Url => f.write_str("url"),
        }
    }
}

impl std::str::FromStr for ElicitationMode {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "form" => Ok(Self::Form),
            "url" => Ok(Self::Url),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for ElicitationMode {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(ElicitationMode);

/// The answers to an elicitation that give no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum ElicitationRefusalAction {
    /// The request is turned down.
    ///
    /// Since Claude Code 2.1.76.
    #[serde(rename = "decline")]
    Decline,
    /// The request is dismissed without a choice.
    ///
    /// Since Claude Code 2.1.76.
    #[serde(rename = "cancel")]
    Cancel,
}

impl ElicitationRefusalAction {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Decline, Self::Cancel];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        }
    }
}

impl std::fmt::Display for ElicitationRefusalAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Decline => f.write_str("decline"),
            Self::Cancel => f.write_str("cancel"),
        }
    }
}

impl std::str::FromStr for ElicitationRefusalAction {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "decline" => Ok(Self::Decline),
            "cancel" => Ok(Self::Cancel),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for ElicitationRefusalAction {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(ElicitationRefusalAction);

/// An object without keys.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct EmptyObject {}

impl EmptyObject {
    /// One in which nothing is set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl crate::json::FromObject for EmptyObject {
    #[inline]
    fn from_object(_: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {})
    }
}

crate::json::object_type!(EmptyObject);

/// The top-level decision of a reply. To let the action pass leave the field out.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum HookDecision {
    /// Old word for `allow` on `PreToolUse`, replaced in 1.0.59 by `permissionDecision`; accepted on every other
    /// event, where it has no effect.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[deprecated]
    #[serde(rename = "approve")]
    Approve,
    /// Stops the guarded action; what that means is said at each event.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "block")]
    Block,
}

#[allow(deprecated)]
impl HookDecision {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Approve, Self::Block];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Block => "block",
        }
    }
}

#[allow(deprecated)]
impl std::fmt::Display for HookDecision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Approve => f.write_str("approve"),
            Self::Block => f.write_str("block"),
        }
    }
}

#[allow(deprecated)]
impl std::str::FromStr for HookDecision {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "approve" => Ok(Self::Approve),
            "block" => Ok(Self::Block),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for HookDecision {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(HookDecision);

/// Where an MCP server was defined. Treat a value that you do not know as some configured source, never as
/// `sdk`.
///
/// Since Claude Code 2.1.274.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum McpServerSource {
    /// `sdk`
    ///
    /// Runs inside the program that uses the SDK; no configuration can claim this value.
    Sdk,
    /// `plugin`
    ///
    /// Came with a plugin.
    Plugin,
    /// `user`
    ///
    /// Configuration of the user, for every project.
    User,
    /// `project`
    ///
    /// Configuration that the project shares.
    Project,
    /// `local`
    ///
    /// Configuration of the user for this project.
    Local,
    /// `dynamic`
    ///
    /// Given with `--mcp-config` or set while the session runs.
    Dynamic,
    /// `managed`
    ///
    /// Managed settings of an organisation.
    Managed,
    /// `enterprise`
    ///
    /// Configuration of an enterprise.
    Enterprise,
    /// `claudeai`
    ///
    /// Connected through the claude.ai account.
    Claudeai,
    /// `agent`
    ///
    /// Declared by an agent.
    Agent,
    /// A value that this contract does not list.
    Unlisted(String),
}

impl McpServerSource {
    /// The values that this contract lists, in its order.
    pub const LISTED: &'static [Self] = &[
        Self::Sdk,
        Self::Plugin,
        Self::User,
        Self::Project,
        Self::Local,
        Self::Dynamic,
        Self::Managed,
        Self::Enterprise,
        Self::Claudeai,
        Self::Agent,
    ];

    /// The value on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Sdk => "sdk",
            Self::Plugin => "plugin",
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
            Self::Dynamic => "dynamic",
            Self::Managed => "managed",
            Self::Enterprise => "enterprise",
            Self::Claudeai => "claudeai",
            Self::Agent => "agent",
            Self::Unlisted(value) => value,
        }
    }
}

impl From<String> for McpServerSource {
    fn from(value: String) -> Self {
        match value.as_str() {
            "sdk" => Self::Sdk,
            "plugin" => Self::Plugin,
            "user" => Self::User,
            "project" => Self::Project,
            "local" => Self::Local,
            "dynamic" => Self::Dynamic,
            "managed" => Self::Managed,
            "enterprise" => Self::Enterprise,
            "claudeai" => Self::Claudeai,
            "agent" => Self::Agent,
            _ => Self::Unlisted(value),
        }
    }
}

impl From<&str> for McpServerSource {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl std::fmt::Display for McpServerSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for McpServerSource {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl crate::json::FromJson for McpServerSource {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        String::from_json(value, keys).map(Self::from)
    }
}

crate::json::deserialize!(McpServerSource);

/// The MCP server that a tool belongs to. Base trust on `source`: the name is free text from a configuration.
///
/// Since Claude Code 2.1.274.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct McpServerProvenance {
    /// Name of the server as its configuration or the SDK program gave it. Escape it before you show it.
    ///
    /// Since Claude Code 2.1.274.
    pub name: String,
    /// Where the definition of the server comes from.
    ///
    /// Since Claude Code 2.1.274.
    pub source: McpServerSource,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl McpServerProvenance {
    /// One with what it must have.
    #[must_use]
    pub fn new(name: impl Into<String>, source: impl Into<McpServerSource>) -> Self {
        Self {
            name: name.into(),
            source: source.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for McpServerProvenance {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            name: object.required("name")?,
            source: object.required("source")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(McpServerProvenance);

/// Where the price in an estimate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum ModelSwitchPricing {
    /// The `modelPricing` of the managed settings.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "configured")]
    Configured,
    /// The list price of the model.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "catalog")]
    Catalog,
    /// The price of the usual tier, because the model is not known.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "default")]
    Default,
}

impl ModelSwitchPricing {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Configured, Self::Catalog, Self::Default];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Configured => "configured",
            Self::Catalog => "catalog",
            Self::Default => "default",
        }
    }
}

impl std::fmt::Display for ModelSwitchPricing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Configured => f.write_str("configured"),
            Self::Catalog => f.write_str("catalog"),
            Self::Default => f.write_str("default"),
        }
    }
}

impl std::str::FromStr for ModelSwitchPricing {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "configured" => Ok(Self::Configured),
            "catalog" => Ok(Self::Catalog),
            "default" => Ok(Self::Default),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for ModelSwitchPricing {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(ModelSwitchPricing);

/// What becomes of a tool call that a hook was asked about. With several hooks `deny` beats `defer`, `defer`
/// beats `ask`, and `ask` beats `allow`.
///
/// Since Claude Code 1.0.59.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum PermissionDecision {
    /// The call goes ahead without a prompt. Rules that deny or ask still apply, and some tools prompt all the
    /// same.
    ///
    /// Since Claude Code 1.0.59.
    #[serde(rename = "allow")]
    Allow,
    /// The call is refused and the reason goes to Claude.
    ///
    /// Since Claude Code 1.0.59.
    #[serde(rename = "deny")]
    Deny,
    /// The user is asked, in auto mode as well.
    ///
    /// Since Claude Code 1.0.59.
    #[serde(rename = "ask")]
    Ask,
    /// A run with `-p` ends so that it can be resumed later with a decision. It works only when the turn holds this
    /// one tool call, and is ignored with a warning elsewhere.
    ///
    /// Since Claude Code 2.1.89.
    #[serde(rename = "defer")]
    Defer,
}

impl PermissionDecision {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::Allow, Self::Deny, Self::Ask, Self::Defer];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Defer => "defer",
        }
    }
}

impl std::fmt::Display for PermissionDecision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Allow => f.write_str("allow"),
            Self::Deny => f.write_str("deny"),
            Self::Ask => f.write_str("ask"),
            Self::Defer => f.write_str("defer"),
        }
    }
}

impl std::str::FromStr for PermissionDecision {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "allow" => Ok(Self::Allow),
            "deny" => Ok(Self::Deny),
            "ask" => Ok(Self::Ask),
            "defer" => Ok(Self::Defer),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for PermissionDecision {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(PermissionDecision);

/// The permission modes that a hook can switch to. Since 2.1.200 the host also takes `manual` as another word
/// for `default`; the declarations do not have it, so these types do not either: write `default`.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum PermissionMode {
    /// The normal mode, labelled Manual in the interface: what no rule allows is asked for.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "default")]
    Default,
    /// File edits are accepted without asking.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "acceptEdits")]
    AcceptEdits,
    /// No permission is asked for. A hook can only switch to it in a session that was started with this mode
    /// available, and it is never saved as the default.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "bypassPermissions")]
    BypassPermissions,
    /// Claude makes a plan and executes nothing.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "plan")]
    Plan,
    /// Nobody is asked: what is not allowed in advance is refused.
    ///
    /// Since Claude Code 2.0.62 at the latest.
    #[serde(rename = "dontAsk")]
    DontAsk,
    /// A classifier decides on what would otherwise be asked.
    ///
    /// Since Claude Code 2.1.91.
    #[serde(rename = "auto")]
    Auto,
}

impl PermissionMode {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::Default,
        Self::AcceptEdits,
        Self::BypassPermissions,
        Self::Plan,
        Self::DontAsk,
        Self::Auto,
    ];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::BypassPermissions => "bypassPermissions",
            Self::Plan => "plan",
            Self::DontAsk => "dontAsk",
            Self::Auto => "auto",
        }
    }
}

impl std::fmt::Display for PermissionMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Default => f.write_str("default"),
            Self::AcceptEdits => f.write_str("acceptEdits"),
            Self::BypassPermissions => f.write_str("bypassPermissions"),
            Self::Plan => f.write_str("plan"),
            Self::DontAsk => f.write_str("dontAsk"),
            Self::Auto => f.write_str("auto"),
        }
    }
}

impl std::str::FromStr for PermissionMode {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "default" => Ok(Self::Default),
            "acceptEdits" => Ok(Self::AcceptEdits),
            "bypassPermissions" => Ok(Self::BypassPermissions),
            "plan" => Ok(Self::Plan),
            "dontAsk" => Ok(Self::DontAsk),
            "auto" => Ok(Self::Auto),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for PermissionMode {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(PermissionMode);

/// Replaces all rules of one behavior at the destination.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct ReplaceRulesUpdate {
    /// Tells the kinds of update apart.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "type")]
    pub type_: crate::constant::ReplaceRules,
    /// The rules to put in their place.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub rules: Vec<PermissionRule>,
    /// Which rules of the destination are replaced: those that allow, those that deny or those that ask.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub behavior: PermissionBehavior,
    /// Where the change is written.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub destination: PermissionUpdateDestination,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl ReplaceRulesUpdate {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        rules: impl Into<Vec<PermissionRule>>,
        behavior: impl Into<PermissionBehavior>,
        destination: impl Into<PermissionUpdateDestination>,
    ) -> Self {
        Self {
            type_: Default::default(),
            rules: rules.into(),
            behavior: behavior.into(),
            destination: destination.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for ReplaceRulesUpdate {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            type_: object.required("type")?,
            rules: object.required("rules")?,
            behavior: object.required("behavior")?,
            destination: object.required("destination")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(ReplaceRulesUpdate);

/// Removes permission rules from the destination.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct RemoveRulesUpdate {
    /// Tells the kinds of update apart.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "type")]
    pub type_: crate::constant::RemoveRules,
    /// The rules to remove.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub rules: Vec<PermissionRule>,
    /// Which rules of the destination are searched: those that allow, those that deny or those that ask.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub behavior: PermissionBehavior,
    /// Where the change is written.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub destination: PermissionUpdateDestination,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl RemoveRulesUpdate {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        rules: impl Into<Vec<PermissionRule>>,
        behavior: impl Into<PermissionBehavior>,
        destination: impl Into<PermissionUpdateDestination>,
    ) -> Self {
        Self {
            type_: Default::default(),
            rules: rules.into(),
            behavior: behavior.into(),
            destination: destination.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for RemoveRulesUpdate {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            type_: object.required("type")?,
            rules: object.required("rules")?,
            behavior: object.required("behavior")?,
            destination: object.required("destination")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(RemoveRulesUpdate);

/// Changes the permission mode.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SetModeUpdate {
    /// Tells the kinds of update apart.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "type")]
    pub type_: crate::constant::SetMode,
    /// The mode to change to.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub mode: PermissionMode,
    /// Where the change is written.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub destination: PermissionUpdateDestination,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl SetModeUpdate {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        mode: impl Into<PermissionMode>,
        destination: impl Into<PermissionUpdateDestination>,
    ) -> Self {
        Self {
            type_: Default::default(),
            mode: mode.into(),
            destination: destination.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for SetModeUpdate {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            type_: object.required("type")?,
            mode: object.required("mode")?,
            destination: object.required("destination")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(SetModeUpdate);

/// Removes working directories.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct RemoveDirectoriesUpdate {
    /// Tells the kinds of update apart.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    #[serde(rename = "type")]
    pub type_: crate::constant::RemoveDirectories,
    /// Paths of the directories to remove.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub directories: Vec<String>,
    /// Where the change is written.
    ///
    /// Since Claude Code 2.0.0 at the latest.
    pub destination: PermissionUpdateDestination,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl RemoveDirectoriesUpdate {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        directories: impl Into<Vec<String>>,
        destination: impl Into<PermissionUpdateDestination>,
    ) -> Self {
        Self {
            type_: Default::default(),
            directories: directories.into(),
            destination: destination.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for RemoveDirectoriesUpdate {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            type_: object.required("type")?,
            directories: object.required("directories")?,
            destination: object.required("destination")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(RemoveDirectoriesUpdate);

/// A change of the permissions. Inputs offer such changes as suggestions and a reply can apply them; sending a
/// suggestion back is the same as picking that choice in the dialog.
///
/// Since Claude Code 2.0.0 at the latest.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum PermissionUpdate {
    /// Adds permission rules to those of the destination.
    AddRules(AddRulesUpdate),
    /// Replaces all rules of one behavior at the destination.
    ReplaceRules(ReplaceRulesUpdate),
    /// Removes permission rules from the destination.
    RemoveRules(RemoveRulesUpdate),
    /// Changes the permission mode.
    SetMode(SetModeUpdate),
    /// Adds working directories.
    AddDirectories(AddDirectoriesUpdate),
    /// Removes working directories.
    RemoveDirectories(RemoveDirectoriesUpdate),
}

impl PermissionUpdate {
    /// The value of `type`, which tells the variants apart.
    #[must_use]
    pub const fn type_(&self) -> &'static str {
        match self {
            Self::AddRules(_) => "addRules",
            Self::ReplaceRules(_) => "replaceRules",
            Self::RemoveRules(_) => "removeRules",
            Self::SetMode(_) => "setMode",
            Self::AddDirectories(_) => "addDirectories",
            Self::RemoveDirectories(_) => "removeDirectories",
        }
    }
}

impl serde::Serialize for PermissionUpdate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::AddRules(it) => it.serialize(serializer),
            Self::ReplaceRules(it) => it.serialize(serializer),
            Self::RemoveRules(it) => it.serialize(serializer),
            Self::SetMode(it) => it.serialize(serializer),
            Self::AddDirectories(it) => it.serialize(serializer),
            Self::RemoveDirectories(it) => it.serialize(serializer),
        }
    }
}

impl crate::json::FromJson for PermissionUpdate {
    #[inline]
    fn from_json(value: serde_json::Value, keys: crate::json::Keys) -> crate::json::Result<Self> {
        match crate::json::tag(&value, "type")?.as_deref() {
            Some("addRules") => crate::json::FromJson::from_json(value, keys).map(Self::AddRules),
            Some("replaceRules") => crate::json::FromJson::from_json(value, keys).map(Self::ReplaceRules),
            Some("removeRules") => crate::json::FromJson::from_json(value, keys).map(Self::RemoveRules),
            Some("setMode") => crate::json::FromJson::from_json(value, keys).map(Self::SetMode),
            Some("addDirectories") => crate::json::FromJson::from_json(value, keys).map(Self::AddDirectories),
            Some("removeDirectories") => crate::json::FromJson::from_json(value, keys).map(Self::RemoveDirectories),
            other => crate::json::unknown_tag("type", other, &[
                "addRules",
                "replaceRules",
                "removeRules",
                "setMode",
                "addDirectories",
                "removeDirectories",
            ]),
        }
    }
}

crate::json::deserialize!(PermissionUpdate);

impl From<AddRulesUpdate> for PermissionUpdate {
    fn from(value: AddRulesUpdate) -> Self {
        Self::AddRules(value)
    }
}

impl From<ReplaceRulesUpdate> for PermissionUpdate {
    fn from(value: ReplaceRulesUpdate) -> Self {
        Self::ReplaceRules(value)
    }
}

impl From<RemoveRulesUpdate> for PermissionUpdate {
    fn from(value: RemoveRulesUpdate) -> Self {
        Self::RemoveRules(value)
    }
}

impl From<SetModeUpdate> for PermissionUpdate {
    fn from(value: SetModeUpdate) -> Self {
        Self::SetMode(value)
    }
}

impl From<AddDirectoriesUpdate> for PermissionUpdate {
    fn from(value: AddDirectoriesUpdate) -> Self {
        Self::AddDirectories(value)
    }
}

impl From<RemoveDirectoriesUpdate> for PermissionUpdate {
    fn from(value: RemoveDirectoriesUpdate) -> Self {
        Self::RemoveDirectories(value)
    }
}

/// How long the prompt cache keeps an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[non_exhaustive]
pub enum PromptCacheTtl {
    /// Five minutes.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "5m")]
    N5m,
    /// One hour.
    ///
    /// Since Claude Code 2.1.251.
    #[serde(rename = "1h")]
    N1h,
}

impl PromptCacheTtl {
    /// Every value, in the order of the contract.
    pub const ALL: &'static [Self] = &[Self::N5m, Self::N1h];
    /// The value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::N5m => "5m",
            Self::N1h => "1h",
        }
    }
}

impl std::fmt::Display for PromptCacheTtl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::N5m => f.write_str("5m"),
            Self::N1h => f.write_str("1h"),
        }
    }
}

impl std::str::FromStr for PromptCacheTtl {
    type Err = crate::json::UnknownValue;
    fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownValue> {
        match value {
            "5m" => Ok(Self::N5m),
            "1h" => Ok(Self::N1h),
            _ => Err(crate::json::UnknownValue),
        }
    }
}

impl crate::json::FromJson for PromptCacheTtl {
    #[inline]
    fn from_json(
        value: serde_json::Value,
        _: crate::json::Keys,
    ) -> crate::json::Result<Self> {
        crate::json::one_of(value, Self::ALL, Self::as_str)
    }
}

crate::json::deserialize!(PromptCacheTtl);

/// A wake-up that the session has scheduled for itself.
///
/// Since Claude Code 2.1.145.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SessionCronSummary {
    /// Id of the schedule.
    ///
    /// Since Claude Code 2.1.145.
    pub id: String,
    /// When it fires, as a cron expression.
    ///
    /// Since Claude Code 2.1.145.
    pub schedule: String,
    /// Whether it fires again and again or once.
    ///
    /// Since Claude Code 2.1.145.
    pub recurring: bool,
    /// Prompt that the wake-up submits.
    ///
    /// Since Claude Code 2.1.145. Claude Code clips what is longer than 1,000 characters.
    pub prompt: String,
    /// Keys that this contract does not know, as they came.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl SessionCronSummary {
    /// One with what it must have.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        schedule: impl Into<String>,
        recurring: bool,
        prompt: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            schedule: schedule.into(),
            recurring,
            prompt: prompt.into(),
            extra: Default::default(),
        }
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

impl crate::json::FromObject for SessionCronSummary {
    #[inline]
    fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
        Ok(Self {
            id: object.required("id")?,
            schedule: object.required("schedule")?,
            recurring: object.required("recurring")?,
            prompt: object.required("prompt")?,
            extra: object.unknown(),
        })
    }
}

crate::json::object_type!(SessionCronSummary);
