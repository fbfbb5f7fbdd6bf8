//! Reference: a page for each event, and pages across the events. Their templates read the catalogue as it is written.

use super::feature::{Feature, Part, Plain, Sources};
use crate::diagnostic::Diagnostics;

/// The reference of the events.
pub const FEATURE: Feature = Feature {
    name: "reference",
    needs: &["events"],
    types: &["HookOutputBase"],
    tables: &[],
    words: &[],
    namespace: None,
    read,
};

/// The keys at the root of the catalogue that the templates read.
const ROOT_KEYS: &[&str] = &[
    "rules",
    "places",
    "syntaxes",
    "handlers",
    "prompt_failures",
    "environment",
    "controls",
    "caps",
    "disagreements",
    "unconfirmed",
    "issues",
    "decision_models",
];

/// The keys of an event that the templates read.
const EVENT_KEYS: &[&str] = &[
    "summary",
    "group",
    "blocks",
    "decision",
    "exit",
    "universal",
    "additional_context",
    "matcher",
    "handlers",
    "prompt_refusal",
    "environment",
    "precedence",
    "timeout",
    "timeout_budget",
    "guard",
    "guard_reason",
    "waits",
    "unconfirmed",
    "notes",
];

/// Checks that the catalogue has the keys that the templates read. A template could not report the line of the entry
/// without one. The values are checked by the catalogue's own schema.
fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    sources.catalogue.missing_keys(ROOT_KEYS, EVENT_KEYS).or(()).and_then(|_| Plain::read(sources))
}
