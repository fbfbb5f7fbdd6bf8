// Made from templates/rust/src/constant.rs.jinja by `cargo xtask codegen`: edit that, not this.
//! Constants: types that have one value, so that reading any other one fails.
//!
//! There is no need to name them: `new` fills them in.

/// Reading and writing.
#[allow(unused_macros, reason = "not every contract needs it")]
macro_rules! constant {
    ($name:ident) => {
        impl crate::json::FromJson for $name {
            #[inline]
            fn from_json(value: serde_json::Value, _: crate::json::Keys) -> crate::json::Result<Self> {
                crate::json::constant(&value, &Self::VALUE.into(), Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::VALUE.serialize(serializer)
            }
        }

        crate::json::deserialize!($name);
    };
}

/// Always `"accept"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Accept;

impl Accept {
    /// The value on the wire.
    pub const VALUE: &'static str = "accept";
}

constant!(Accept);

/// Always `"addDirectories"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddDirectories;

impl AddDirectories {
    /// The value on the wire.
    pub const VALUE: &'static str = "addDirectories";
}

constant!(AddDirectories);

/// Always `"addRules"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AddRules;

impl AddRules {
    /// The value on the wire.
    pub const VALUE: &'static str = "addRules";
}

constant!(AddRules);

/// Always `"allow"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allow;

impl Allow {
    /// The value on the wire.
    pub const VALUE: &'static str = "allow";
}

constant!(Allow);

/// Always `"approve"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Approve;

impl Approve {
    /// The value on the wire.
    pub const VALUE: &'static str = "approve";
}

constant!(Approve);

/// Always `"block"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block;

impl Block {
    /// The value on the wire.
    pub const VALUE: &'static str = "block";
}

constant!(Block);

/// Always `"ConfigChange"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfigChange;

impl ConfigChange {
    /// The value on the wire.
    pub const VALUE: &'static str = "ConfigChange";
}

constant!(ConfigChange);

/// Always `"CwdChanged"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CwdChanged;

impl CwdChanged {
    /// The value on the wire.
    pub const VALUE: &'static str = "CwdChanged";
}

constant!(CwdChanged);

/// Always `"deny"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deny;

impl Deny {
    /// The value on the wire.
    pub const VALUE: &'static str = "deny";
}

constant!(Deny);

/// Always `"DirectoryAdded"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DirectoryAdded;

impl DirectoryAdded {
    /// The value on the wire.
    pub const VALUE: &'static str = "DirectoryAdded";
}

constant!(DirectoryAdded);

/// Always `"Elicitation"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elicitation;

impl Elicitation {
    /// The value on the wire.
    pub const VALUE: &'static str = "Elicitation";
}

constant!(Elicitation);

/// Always `"ElicitationResult"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElicitationResult;

impl ElicitationResult {
    /// The value on the wire.
    pub const VALUE: &'static str = "ElicitationResult";
}

constant!(ElicitationResult);

/// Always `"FileChanged"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileChanged;

impl FileChanged {
    /// The value on the wire.
    pub const VALUE: &'static str = "FileChanged";
}

constant!(FileChanged);

/// Always `"InstructionsLoaded"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstructionsLoaded;

impl InstructionsLoaded {
    /// The value on the wire.
    pub const VALUE: &'static str = "InstructionsLoaded";
}

constant!(InstructionsLoaded);

/// Always `"MessageDisplay"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageDisplay;

impl MessageDisplay {
    /// The value on the wire.
    pub const VALUE: &'static str = "MessageDisplay";
}

constant!(MessageDisplay);

/// Always `"Notification"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Notification;

impl Notification {
    /// The value on the wire.
    pub const VALUE: &'static str = "Notification";
}

constant!(Notification);

/// Always `"PermissionDenied"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PermissionDenied;

impl PermissionDenied {
    /// The value on the wire.
    pub const VALUE: &'static str = "PermissionDenied";
}

constant!(PermissionDenied);

/// Always `"PermissionRequest"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PermissionRequest;

impl PermissionRequest {
    /// The value on the wire.
    pub const VALUE: &'static str = "PermissionRequest";
}

constant!(PermissionRequest);

/// Always `"PostCompact"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostCompact;

impl PostCompact {
    /// The value on the wire.
    pub const VALUE: &'static str = "PostCompact";
}

constant!(PostCompact);

/// Always `"PostModelSwitch"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostModelSwitch;

impl PostModelSwitch {
    /// The value on the wire.
    pub const VALUE: &'static str = "PostModelSwitch";
}

constant!(PostModelSwitch);

/// Always `"PostToolBatch"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostToolBatch;

impl PostToolBatch {
    /// The value on the wire.
    pub const VALUE: &'static str = "PostToolBatch";
}

constant!(PostToolBatch);

/// Always `"PostToolUse"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostToolUse;

impl PostToolUse {
    /// The value on the wire.
    pub const VALUE: &'static str = "PostToolUse";
}

constant!(PostToolUse);

/// Always `"PostToolUseFailure"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostToolUseFailure;

impl PostToolUseFailure {
    /// The value on the wire.
    pub const VALUE: &'static str = "PostToolUseFailure";
}

constant!(PostToolUseFailure);

/// Always `"PreCompact"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PreCompact;

impl PreCompact {
    /// The value on the wire.
    pub const VALUE: &'static str = "PreCompact";
}

constant!(PreCompact);

/// Always `"PreModelSwitch"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PreModelSwitch;

impl PreModelSwitch {
    /// The value on the wire.
    pub const VALUE: &'static str = "PreModelSwitch";
}

constant!(PreModelSwitch);

/// Always `"PreToolUse"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PreToolUse;

impl PreToolUse {
    /// The value on the wire.
    pub const VALUE: &'static str = "PreToolUse";
}

constant!(PreToolUse);

/// Always `"removeDirectories"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RemoveDirectories;

impl RemoveDirectories {
    /// The value on the wire.
    pub const VALUE: &'static str = "removeDirectories";
}

constant!(RemoveDirectories);

/// Always `"removeRules"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RemoveRules;

impl RemoveRules {
    /// The value on the wire.
    pub const VALUE: &'static str = "removeRules";
}

constant!(RemoveRules);

/// Always `"replaceRules"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReplaceRules;

impl ReplaceRules {
    /// The value on the wire.
    pub const VALUE: &'static str = "replaceRules";
}

constant!(ReplaceRules);

/// Always `"SessionEnd"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionEnd;

impl SessionEnd {
    /// The value on the wire.
    pub const VALUE: &'static str = "SessionEnd";
}

constant!(SessionEnd);

/// Always `"SessionStart"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionStart;

impl SessionStart {
    /// The value on the wire.
    pub const VALUE: &'static str = "SessionStart";
}

constant!(SessionStart);

/// Always `"setMode"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetMode;

impl SetMode {
    /// The value on the wire.
    pub const VALUE: &'static str = "setMode";
}

constant!(SetMode);

/// Always `"Setup"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setup;

impl Setup {
    /// The value on the wire.
    pub const VALUE: &'static str = "Setup";
}

constant!(Setup);

/// Always `"Stop"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stop;

impl Stop {
    /// The value on the wire.
    pub const VALUE: &'static str = "Stop";
}

constant!(Stop);

/// Always `"StopFailure"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StopFailure;

impl StopFailure {
    /// The value on the wire.
    pub const VALUE: &'static str = "StopFailure";
}

constant!(StopFailure);

/// Always `"SubagentStart"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubagentStart;

impl SubagentStart {
    /// The value on the wire.
    pub const VALUE: &'static str = "SubagentStart";
}

constant!(SubagentStart);

/// Always `"SubagentStop"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubagentStop;

impl SubagentStop {
    /// The value on the wire.
    pub const VALUE: &'static str = "SubagentStop";
}

constant!(SubagentStop);

/// Always `"TaskCompleted"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskCompleted;

impl TaskCompleted {
    /// The value on the wire.
    pub const VALUE: &'static str = "TaskCompleted";
}

constant!(TaskCompleted);

/// Always `"TaskCreated"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskCreated;

impl TaskCreated {
    /// The value on the wire.
    pub const VALUE: &'static str = "TaskCreated";
}

constant!(TaskCreated);

/// Always `"TeammateIdle"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TeammateIdle;

impl TeammateIdle {
    /// The value on the wire.
    pub const VALUE: &'static str = "TeammateIdle";
}

constant!(TeammateIdle);

/// Always `true`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct True;

impl True {
    /// The value on the wire.
    pub const VALUE: bool = true;
}

constant!(True);

/// Always `"UserPromptExpansion"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserPromptExpansion;

impl UserPromptExpansion {
    /// The value on the wire.
    pub const VALUE: &'static str = "UserPromptExpansion";
}

constant!(UserPromptExpansion);

/// Always `"UserPromptSubmit"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserPromptSubmit;

impl UserPromptSubmit {
    /// The value on the wire.
    pub const VALUE: &'static str = "UserPromptSubmit";
}

constant!(UserPromptSubmit);

/// Always `"WorktreeCreate"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorktreeCreate;

impl WorktreeCreate {
    /// The value on the wire.
    pub const VALUE: &'static str = "WorktreeCreate";
}

constant!(WorktreeCreate);

/// Always `"WorktreeRemove"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorktreeRemove;

impl WorktreeRemove {
    /// The value on the wire.
    pub const VALUE: &'static str = "WorktreeRemove";
}

constant!(WorktreeRemove);
