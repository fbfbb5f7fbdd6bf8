//! Callbacks: the page about hooks that are functions of a program.

use super::feature::{Feature, Plain};

/// The page about hooks that are functions of a program.
pub const FEATURE: Feature = Feature {
    name: "callbacks",
    needs: &["reference"],
    types: &["HookCallbackRequest"],
    tables: &[],
    read: Plain::read,
};
