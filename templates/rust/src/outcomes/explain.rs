//! Explains an outcome in plain English.

use serde_json::Value;

use super::data::{ADDED, CAUSES, NAMES, meaning};
use super::plan::{Ends, Plan};
use crate::types::{Outcome, OutcomeAction, OutcomeAgent, OutcomeAudience};

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

    /// Creates a cause with a version of the host, and what is newer.
    pub(super) fn with_version(name: &'static str, kind: &str, since: &str) -> Self {
        Self { name, filled: vec![("kind", kind.to_owned()), ("since", since.to_owned())] }
    }

    /// Creates a cause with a field and its value.
    pub(super) fn with_field(name: &'static str, at: &str, value: &Value) -> Self {
        let key = at.rsplit('/').next().unwrap_or(at).to_owned();
        let shown = match value {
            Value::String(text) => text.clone(),
            Value::Object(_) => "{…}".to_owned(),
            Value::Array(_) => "[…]".to_owned(),
            other => other.to_string(),
        };
        Self { name, filled: vec![("key", key), ("value", shown)] }
    }

    /// Creates a cause with another one.
    pub(super) fn after(name: &'static str, before: &Self) -> Self {
        let mut text = String::new();
        before.tell(&mut text);
        Self { name, filled: vec![("cause", text)] }
    }

    /// Returns true if the cause is this field.
    pub(super) fn is_of(&self, field: &str) -> bool {
        self.filled.iter().any(|(key, value)| *key == "key" && value == field)
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

/// Returns words that explanations add.
pub(super) fn added(name: &str) -> &'static str {
    sentence(ADDED, name)
}

fn sentence(all: &'static [(&'static str, &'static str)], name: &str) -> &'static str {
    all.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

/// Returns the words for a stop.
pub(super) fn stop_of(plan: Option<&Plan>) -> &'static str {
    match plan.and_then(|plan| plan.ends) {
        Some(Ends::Subagent) => added("subagent"),
        Some(Ends::Teammate) => added("teammate"),
        _ => added("stops"),
    }
}

/// Returns the explanation of an outcome: what happens and why, who reads which text, and what to write. `advice` is what to
/// do to get another outcome.
pub(super) fn explanation(outcome: &Outcome, plan: Option<&Plan>, cause: &Cause, advice: &str) -> String {
    let mut text = String::with_capacity(USUAL);
    let is_hidden = cause.name == "display" && outcome.texts.is_empty();
    text.push_str(&if is_hidden { capitalised(added("no-display")) } else { head_of(outcome, plan, stop_of(plan)) });
    text.push_str(": ");
    if cause.name == "silent" && !is_silent(outcome) { Cause::of("quiet").tell(&mut text) } else { cause.tell(&mut text) }
    text.push('.');
    let told = told_of(outcome, &replaced_by(outcome));
    for sentence in [told.as_str(), advice].into_iter().filter(|it| !it.is_empty()) {
        text.push(' ');
        text.push_str(sentence);
    }
    text
}

/// Returns what happens, without a full stop. `stops` has the words for a stop.
pub(super) fn head_of(outcome: &Outcome, plan: Option<&Plan>, stops: &str) -> String {
    if outcome.stop && outcome.action == OutcomeAction::Normal {
        let own = plan.and_then(|plan| plan.says.stops);
        return own.map_or_else(|| capitalised(stop_of(plan)), without_stop);
    }
    let says = match (outcome.action, plan.map(|plan| &plan.says)) {
        (OutcomeAction::Unknown, _) | (_, None) => Some(added("unknown")),
        (OutcomeAction::Normal, Some(says)) => Some(says.normal).filter(|_| is_silent(outcome)),
        (OutcomeAction::Allowed, Some(says)) => says.allowed,
        (OutcomeAction::Asked, Some(says)) => says.asked,
        (OutcomeAction::Deferred, Some(says)) => says.deferred,
        (OutcomeAction::Blocked, Some(says)) => says.blocked,
    };
    let first = says.map_or_else(|| plan.map_or_else(String::new, |plan| capitalised(passes_of(outcome, plan))), without_stop);
    let mut parts = vec![first];
    if outcome.stop {
        parts.push(stops.to_owned());
    }
    if outcome.agent == OutcomeAgent::Retries {
        parts.push(added("retries").to_owned());
    }
    joined(&parts)
}

/// Returns what happens if no hook stops the event, as a part of a sentence.
pub(super) fn passes_of(outcome: &Outcome, plan: &Plan) -> &'static str {
    let is_replaced = outcome.texts.iter().any(|it| meaning(it.purpose.as_str()).does == "replaces-display");
    if is_replaced { added("display") } else { plan.says.passes }
}

/// Returns a sentence without its full stop.
fn without_stop(sentence: &str) -> String {
    sentence.strip_suffix('.').unwrap_or(sentence).to_owned()
}

/// Returns true if all is as without a hook.
pub(super) fn is_silent(outcome: &Outcome) -> bool {
    let is_replaced = outcome.new_input.is_some() || outcome.new_output.is_some();
    let is_quiet = outcome.texts.is_empty() && outcome.effects.is_empty();
    is_quiet && !is_replaced && !outcome.stop && outcome.agent != OutcomeAgent::Retries
}

/// Returns what happens to the input and the output.
pub(super) fn replaced_by(outcome: &Outcome) -> Vec<String> {
    let replaced = [("input", &outcome.new_input), ("output", &outcome.new_output)];
    replaced.into_iter().filter(|(_, it)| it.is_some()).map(|(key, _)| added(key).to_owned()).collect()
}

/// Returns the sentence about who reads which text, and what else the hook does; empty if there is none. `replaced` is what
/// happens to the input and the output.
pub(super) fn told_of(outcome: &Outcome, replaced: &[String]) -> String {
    let mut told = replaced.to_vec();
    let effects = outcome.effects.iter().map(|it| clause(it.kind.as_str(), &it.from, &[]));
    let texts = outcome.texts.iter().map(|it| clause(it.purpose.as_str(), &it.from, &it.audience));
    for clause in effects.chain(texts).filter(|it| !it.is_empty()) {
        if !told.contains(&clause) {
            told.push(clause);
        }
    }
    if told.is_empty() { String::new() } else { format!("{}.", capitalised(&joined(&told))) }
}

fn clause(word: &str, from: &str, audience: &[OutcomeAudience]) -> String {
    let name = |who: &OutcomeAudience| NAMES.iter().find(|(known, _)| known == who).map_or("", |(_, name)| name);
    let readers: Vec<&str> = audience.iter().map(name).collect();
    let source = match from.rsplit_once('/') {
        Some((_, key)) => format!("`{key}`"),
        None => Some(added(from)).filter(|it| !it.is_empty()).unwrap_or(from).to_owned(),
    };
    meaning(word).clause.replace("{text}", &source).replace("{readers}", &readers.join(" and "))
}

/// Returns a text as the beginning of a sentence.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns parts of a sentence as one.
pub(super) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}
