//! Host: the page for programs that run hooks.

use super::feature::{Feature, Plain};

/// The page for programs that run hooks.
pub const FEATURE: Feature =
    Feature { name: "host", needs: &["reference"], types: &["HookEventContext"], tables: &[], read: Plain::read };
