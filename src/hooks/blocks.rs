//! Blocks of messages: what the user and the agent see of an outcome.

use super::feature::{Feature, Plain};

/// The function that makes blocks of messages of an outcome.
pub const FEATURE: Feature = Feature {
    name: "blocks",
    needs: &["outcomes"],
    types: &["HookBlock", "MessageBlock", "WarnBlock"],
    tables: &[],
    words: &[],
    namespace: Some("host"),
    read: Plain::read,
};
