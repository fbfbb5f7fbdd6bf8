//! Reference: a page for each event, and pages across the events. Their templates read the catalogue as it is written.

use serde::Deserialize;

use super::feature::{Feature, Part, Plain, Sources};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

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

/// An example at the top of the page of an event.
#[derive(Deserialize)]
struct ExampleFact {
    /// The name of an example of its reply; a command has none.
    reply: Option<String>,
}

/// Checks that the catalogue has the keys that the templates read, and the set the examples that it names. A template could not
/// report the line of the entry without one. The values are checked by the catalogue's own schema.
fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let mut found = sources.catalogue.missing_keys(ROOT_KEYS, EVENT_KEYS);
    for event in &sources.catalogue.events {
        let all = sources.catalogue.facts(event).get("examples").cloned().unwrap_or_default();
        let all: Vec<ExampleFact> = serde_json::from_value(all).unwrap_or_default();
        for (at, name) in all.into_iter().enumerate().filter_map(|(at, it)| Some((at, it.reply?))) {
            let of_reply = || sources.set.examples.iter().filter(|it| it.valid && it.type_name == event.output);
            if of_reply().all(|it| it.scenario != name) {
                let pointer = format!("{}/examples/{at}/reply", event.at);
                let message = format!("`{}` has no valid example `{name}`", event.output);
                let names: Vec<String> = of_reply().map(|it| format!("`{}`", it.scenario)).collect();
                let diagnostic = Diagnostic::error(Code::Catalogue, message).at(sources.catalogue.place(&pointer));
                found.push(diagnostic.instead(format!("one of: {}", names.join(", "))));
            }
        }
    }
    found.or(()).and_then(|_| Plain::read(sources))
}
