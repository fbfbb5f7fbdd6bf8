//! Features that only pages and examples use. Their facts are in the catalogue, as its schema defines them.

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::feature::{Feature, Part, Plain, Sources};
use crate::diagnostic::Diagnostics;

/// The guard of `Bash` calls on the first pages of the packages, and its executable examples.
pub const GUARD: Feature = Feature {
    name: "guard",
    needs: &["replies", "tools"],
    types: &["PreToolUseInput", "PreToolUseOutput", "PreToolUseSyncOutput", "PreToolUseSpecificOutput"],
    tables: &[],
    namespace: None,
    read: Plain::read,
};

/// The reference of the events: a page for each, and pages across them.
pub const REFERENCE: Feature =
    Feature { name: "reference", needs: &["events"], types: &[], tables: &[], namespace: None, read: reference };

/// The page about hooks that are functions of a program.
pub const CALLBACKS: Feature = Feature {
    name: "callbacks",
    needs: &["reference"],
    types: &["HookCallbackRequest"],
    tables: &[],
    namespace: None,
    read: Plain::read,
};

/// The page for programs that run hooks.
pub const HOST: Feature = Feature {
    name: "host",
    needs: &["reference"],
    types: &["HookEventContext"],
    tables: &[],
    namespace: None,
    read: Plain::read,
};

/// The keys at the root of the catalogue that the pages read. Their values are checked by the catalogue's own schema.
#[derive(Deserialize)]
#[expect(dead_code, reason = "templates read the values")]
struct Root {
    rules: IgnoredAny,
    places: IgnoredAny,
    syntaxes: IgnoredAny,
    handlers: IgnoredAny,
    prompt_failures: IgnoredAny,
    environment: IgnoredAny,
    controls: IgnoredAny,
    caps: IgnoredAny,
    disagreements: IgnoredAny,
    unconfirmed: IgnoredAny,
    issues: IgnoredAny,
    decision_models: IgnoredAny,
}

/// The keys of an event that the pages read.
#[derive(Deserialize)]
#[expect(dead_code, reason = "templates read the values")]
struct OfEvent {
    summary: IgnoredAny,
    group: IgnoredAny,
    blocks: IgnoredAny,
    decision: IgnoredAny,
    exit: IgnoredAny,
    universal: IgnoredAny,
    additional_context: IgnoredAny,
    matcher: IgnoredAny,
    handlers: IgnoredAny,
    prompt_refusal: IgnoredAny,
    environment: IgnoredAny,
    precedence: IgnoredAny,
    timeout: IgnoredAny,
    timeout_budget: IgnoredAny,
    failure_policy: IgnoredAny,
    waits: IgnoredAny,
    unconfirmed: IgnoredAny,
    notes: IgnoredAny,
}

/// Checks that the catalogue has the keys that the pages read, because a template could not say where one is missing.
fn reference(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let mut found = Diagnostics::default();
    let root: Result<Root, _> = sources.catalogue.root();
    let events: Result<IndexMap<String, OfEvent>, _> = sources.catalogue.of_events();
    found.extend(root.err().unwrap_or_default());
    found.extend(events.err().unwrap_or_default());
    found.or(()).and_then(|_| Plain::read(sources))
}
