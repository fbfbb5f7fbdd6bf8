//! Features that only pages and examples use. Their facts are in the catalogue, as its schema defines them.

use super::feature::{Feature, Plain};

/// The guard of `Bash` calls on the first pages of the packages, and its executable examples.
pub const GUARD: Feature = Feature {
    name: "guard",
    needs: &["replies", "tools"],
    types: &["PreToolUseInput", "PreToolUseOutput", "PreToolUseSyncOutput", "PreToolUseSpecificOutput", "BashInput"],
    tables: &[],
    read: Plain::read,
};

/// The reference of the events: a page for each, and pages across them.
pub const REFERENCE: Feature =
    Feature { name: "reference", needs: &["events"], types: &[], tables: &[], read: Plain::read };

/// The page about hooks that are functions of a program.
pub const CALLBACKS: Feature = Feature {
    name: "callbacks",
    needs: &["reference"],
    types: &["HookCallbackRequest"],
    tables: &[],
    read: Plain::read,
};

/// The page for programs that run hooks.
pub const HOST: Feature =
    Feature { name: "host", needs: &["reference"], types: &["HookEventContext"], tables: &[], read: Plain::read };
