//! Host: the page for programs that run hooks.

use super::feature::{Feature, Plain};

/// The page for programs that run hooks.
pub const FEATURE: Feature = Feature {
    name: "host",
    needs: &["reference"],
    types: &[
        "HookBlock",
        "HookEventContext",
        "HookExecutionRecord",
        "HookOutput",
        "HookOutputResult",
        "HookUserPreferences",
        "HookEvent",
        "MessageBlock",
        "PendingPermission",
        "PermissionAnswer",
        "WarnBlock",
    ],
    tables: &[],
    words: &[],
    namespace: None,
    read: Plain::read,
};
