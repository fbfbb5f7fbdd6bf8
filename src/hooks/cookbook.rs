//! Cookbook: pages with whole hooks.

use super::feature::{Feature, Plain};

/// The hooks of the cookbook, each with its page, in the documentation.
pub const FEATURE: Feature = Feature {
    name: "cookbook",
    needs: &["reference", "outcomes", "settings", "runtime", "samples", "command"],
    types: &[
        "AddRulesUpdate",
        "BashInput",
        "EditInput",
        "NotificationInput",
        "PermissionBehavior",
        "PermissionRequestInput",
        "PermissionRule",
        "PermissionUpdateDestination",
        "PostToolUseInput",
        "PreToolUseInput",
        "SessionEndInput",
        "SessionStartInput",
        "StopInput",
        "UserPromptSubmitInput",
        "WorktreeCreateInput",
        "WriteInput",
    ],
    tables: &[],
    words: &[],
    namespace: None,
    read: Plain::read,
};
