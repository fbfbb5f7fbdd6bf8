//! Command: the command line program that bears the name of the packages, and finds out why a hook does nothing.

use super::feature::{Feature, Plain};

/// The pages name the program, and `python -m` starts it.
pub const FEATURE: Feature = Feature {
    name: "command",
    needs: &["reference", "registration", "selection", "outcomes"],
    types: &[],
    tables: &[],
    words: &[],
    namespace: None,
    read: Plain::read,
};
