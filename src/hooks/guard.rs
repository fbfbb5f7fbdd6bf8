//! Guard: the example of the packages, which checks the `Bash` calls of a session.

use super::feature::{Feature, Plain};

/// The guard on the first pages of the packages, and its executable examples.
pub const FEATURE: Feature = Feature {
    name: "guard",
    needs: &["replies", "tools"],
    types: &[
        "PreToolUseInput",
        "PreToolUseOutput",
        "PreToolUseSyncOutput",
        "PreToolUseSpecificOutput",
        "PermissionDecision",
    ],
    tables: &[],
    words: &[],
    namespace: None,
    read: Plain::read,
};
