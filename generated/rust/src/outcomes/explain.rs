//! Explains an outcome in plain English.

use serde_json::Value;

use super::data::{ADDED, CAUSES};
use super::plan::{Ends, Plan};
use crate::types::{Outcome, OutcomeAction, OutcomeAgent};

/// Most explanations are shorter.
const USUAL: usize = 256;

/// Why an outcome is as it is.
#[derive(Clone)]
pub(super) struct Cause {
    pub(super) name: &'static str,
    /// The texts that fill the holes of the sentence.
    filled: Vec<(&'static str, String)>,
}

impl Cause {
    /// Creates a cause without details.
    pub(super) const fn of(name: &'static str) -> Self {
        Self { name, filled: Vec::new() }
    }

    /// Creates a cause with a number.
    pub(super) fn with_code(name: &'static str, code: i32) -> Self {
        Self { name, filled: vec![("code", code.to_string())] }
    }

    /// Creates a cause with a field and its value.
    pub(super) fn with_field(name: &'static str, at: &str, value: &Value) -> Self {
        let key = at.rsplit('/').next().unwrap_or(at).to_owned();
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Self { name, filled: vec![("key", key), ("value", shown)] }
    }

    /// Creates a cause with another one.
    pub(super) fn after(name: &'static str, before: &Self) -> Self {
        let mut text = String::new();
        before.tell(&mut text);
        Self { name, filled: vec![("cause", text)] }
    }

    /// Adds the sentence to a text.
    fn tell(&self, text: &mut String) {
        // Texts and the names of holes take turns.
        for (at, part) in sentence(CAUSES, self.name).split(['{', '}']).enumerate() {
            let filled = self.filled.iter().find(|(key, _)| at % 2 == 1 && *key == part);
            text.push_str(filled.map_or(part, |(_, value)| value));
        }
    }
}

/// Returns a sentence that explanations add.
pub(super) fn added(name: &str) -> &'static str {
    sentence(ADDED, name)
}

fn sentence(all: &'static [(&'static str, &'static str)], name: &str) -> &'static str {
    all.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

/// Returns the sentence for a stop.
pub(super) fn stop_of(plan: Option<&Plan>) -> &'static str {
    match plan.and_then(|plan| plan.ends) {
        Some(Ends::Subagent) => added("subagent"),
        Some(Ends::Teammate) => added("teammate"),
        _ => added("stops"),
    }
}

/// Returns what happens, why, and what to do instead, which is the advice to a hook that failed.
pub(super) fn explanation(outcome: &Outcome, plan: Option<&Plan>, cause: &Cause, advice: &str) -> String {
    let stops = stop_of(plan);
    let is_alone = outcome.stop && outcome.action == OutcomeAction::Normal;
    let first = if is_alone { stops } else { says(outcome.action, plan) };
    let mut text = String::with_capacity(USUAL);
    text.push_str(first.strip_suffix('.').unwrap_or(first));
    text.push_str(": ");
    cause.tell(&mut text);
    text.push('.');
    let mut add = |sentence: &str| {
        text.push(' ');
        text.push_str(sentence);
    };
    if outcome.stop && !is_alone {
        add(stops);
    }
    if outcome.agent == OutcomeAgent::Retries {
        add(added("retries"));
    }
    if outcome.new_input.is_some() {
        add(added("input"));
    }
    if outcome.new_output.is_some() {
        add(added("output"));
    }
    if outcome.action == OutcomeAction::Normal && !is_alone && !advice.is_empty() {
        add(advice);
    }
    text
}

fn says(action: OutcomeAction, plan: Option<&Plan>) -> &'static str {
    let Some(says) = plan.map(|plan| &plan.says) else { return added("unknown") };
    match action {
        OutcomeAction::Normal => None,
        OutcomeAction::Allowed => says.allowed,
        OutcomeAction::Asked => says.asked,
        OutcomeAction::Deferred => says.deferred,
        OutcomeAction::Blocked => says.blocked,
        OutcomeAction::Unknown => Some(added("unknown")),
    }
    .unwrap_or(says.normal)
}
