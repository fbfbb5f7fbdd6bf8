//! What is expected of a hook.

use std::fmt;

use serde_json::{Map, Value};

use super::data::MEANT;
use super::tried::Tried;
use super::words::said;
use crate::near::nearest;
use crate::shown::shown;
use crate::types::{Outcome, OutcomeAction, Problem};
use crate::validation::data::EVENT_KEY;
use crate::validation::plan::find;
use crate::wire::{ARGUMENTS_KEY, FOLDER_KEY, SESSION_KEY, TOOL_KEY, TRANSCRIPT_KEY};

const FAILED: &str = "failed";
const BOTH: &str = "failed and ";

/// The number of characters that are shown of what a hook writes to stderr.
const LONGEST: usize = 4000;

/// The fields that are the same in all payloads.
const USUAL: [&str; 4] = [SESSION_KEY, TRANSCRIPT_KEY, FOLDER_KEY, EVENT_KEY];

/// The expected outcome of a row of [`check`](super::check).
///
/// It is made of:
///
/// * The action of a hook that works: [`OutcomeAction::Blocked`](crate::host::OutcomeAction), or `"blocked"`.
/// * [`failed`](Self::failed), or `"failed"`: the hook breaks, whatever the host does then.
/// * [`failed_and`](Self::failed_and), or `"failed and blocked"`: both.
/// * [`that`](Self::that): a function returns true for the outcome.
///
/// If a table has several kinds, write `"blocked".into()`.
pub struct Expected<'a>(Wanted<'a>);

enum Wanted<'a> {
    Outcome { failed: bool, action: Option<OutcomeAction> },
    That(String, Box<dyn Fn(&Outcome) -> bool + 'a>),
    /// Another word: the message about it.
    Mistake(String),
}

impl<'a> Expected<'a> {
    /// Creates the expectation that the hook breaks, whatever the host does then.
    #[must_use]
    pub const fn failed() -> Self {
        Self(Wanted::Outcome { failed: true, action: None })
    }

    /// Creates the expectation that the hook breaks, and that the host then does this.
    #[must_use]
    pub const fn failed_and(action: OutcomeAction) -> Self {
        Self(Wanted::Outcome { failed: true, action: Some(action) })
    }

    /// Creates the expectation that a function returns true for the outcome. The message of [`check`](super::check) has the
    /// text.
    #[must_use]
    pub fn that(text: impl Into<String>, is_right: impl Fn(&Outcome) -> bool + 'a) -> Self {
        Self(Wanted::That(text.into(), Box::new(is_right)))
    }

    /// Returns whether the outcome is as expected.
    #[doc(hidden)]
    #[must_use]
    pub fn is_met(&self, outcome: &Outcome) -> bool {
        match &self.0 {
            Wanted::Outcome { failed, action } => {
                *failed == outcome.failed() && action.is_none_or(|action| action == outcome.action)
            }
            Wanted::That(_, is_right) => is_right(outcome),
            Wanted::Mistake(_) => false,
        }
    }

    /// Returns the message about an expectation that is none.
    #[doc(hidden)]
    #[must_use]
    pub fn mistake(&self) -> Option<&str> {
        if let Wanted::Mistake(message) = &self.0 { Some(message) } else { None }
    }
}

impl From<OutcomeAction> for Expected<'_> {
    fn from(action: OutcomeAction) -> Self {
        Self(Wanted::Outcome { failed: false, action: Some(action) })
    }
}

impl From<&str> for Expected<'_> {
    /// Converts the words for an outcome. [`check`](super::check) panics if there is no such outcome, before anything runs.
    fn from(words: &str) -> Self {
        if words == FAILED {
            return Self::failed();
        }
        let action = words.strip_prefix(BOTH).unwrap_or(words).parse();
        match action {
            Ok(action) if words.starts_with(BOTH) => Self::failed_and(action),
            Ok(action) => Self::from(action),
            Err(_) => Self(Wanted::Mistake(no_outcome(words))),
        }
    }
}

/// Returns the message about other words.
fn no_outcome(words: &str) -> String {
    let every: Vec<&str> = every_action().chain([FAILED]).collect();
    let near = near_to(words, &every).map_or_else(|| ".".to_owned(), |near| format!(": did you mean {near:?}?"));
    let list: Vec<String> = every.iter().map(|it| format!("{it:?}")).collect();
    said("no-outcome", &[("found", &Value::from(words).to_string()), ("near", &near), ("words", &list.join(", "))])
}

fn near_to(words: &str, every: &[&'static str]) -> Option<String> {
    if let Some(action) = words.strip_prefix(BOTH) {
        let near = near_to(action, every).filter(|it| it != FAILED && !it.starts_with(BOTH));
        return near.map(|near| format!("{BOTH}{near}"));
    }
    let meant = find(MEANT, &words.to_lowercase()).copied();
    meant.or_else(|| nearest(words, every)).map(str::to_owned)
}

fn every_action() -> impl Iterator<Item = &'static str> {
    OutcomeAction::ALL.iter().map(|it| it.as_str())
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Wanted::Outcome { failed, action: Some(action) } => {
                write!(f, "{}{action}", if *failed { BOTH } else { "" })
            }
            Wanted::Outcome { action: None, .. } => f.write_str(FAILED),
            Wanted::That(text, _) | Wanted::Mistake(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Expected").field(&self.to_string()).finish()
    }
}

/// Returns the paragraph about a row that has another outcome.
pub(super) fn difference(payload: &Value, expected: &Expected<'_>, tried: &Tried) -> String {
    let Tried { outcome, failure, stderr, .. } = tried;
    let found = if outcome.failed() { Expected::failed_and(outcome.action) } else { outcome.action.into() };
    let mut lines = vec![shown(&title(payload)), format!("  expected: {expected}"), format!("  found: {found}")];
    lines.push(format!("  {}", outcome.explanation));
    let mut seen = vec![on_one_line(failure)];
    for Problem { pointer, message, .. } in tried.of_reply() {
        let line = on_one_line(message);
        if !seen.iter().any(|it| it.contains(&line)) {
            let place = if pointer.is_empty() { String::new() } else { shown(&format!("{pointer}: ")) };
            lines.push(format!("  problem: {place}{message}"));
        }
    }
    for text in &outcome.texts {
        let line = on_one_line(&text.text);
        // What the host shows of stderr is a part of it, and all of it follows.
        let is_part = outcome.failed() && text.from == "stderr" && line != on_one_line(stderr.trim());
        if !is_part && !seen.contains(&line) {
            lines.push(format!("  {}: {}", text.purpose, text.text.trim_end()));
            seen.push(line);
        }
    }
    if outcome.failed() {
        let stderr = stderr.trim();
        let first = stderr.char_indices().rev().nth(LONGEST - 1).map_or(0, |(at, _)| at);
        let stderr = stderr.get(first..).unwrap_or_default();
        let line = on_one_line(stderr);
        if !seen.iter().any(|it| it.contains(&line)) {
            lines.push(format!("  stderr: {stderr}"));
        }
        lines.push(format!("  {}", said("broke", &[("action", outcome.action.as_str())])));
    }
    lines.join("\n")
}

/// Returns a text in a form to compare: a failure is reported on one line, and a reply has the lines of its message.
fn on_one_line(text: &str) -> String {
    shown(text).replace("\\u000a", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a payload in one line: the event, the tool, and what is not the same in all payloads.
fn title(payload: &Value) -> String {
    let text = |key| payload.get(key).and_then(Value::as_str);
    let event = text(EVENT_KEY).unwrap_or_default();
    if let Some(tool) = text(TOOL_KEY) {
        return format!("{event} {tool} {}", payload.get(ARGUMENTS_KEY).unwrap_or(&Value::Null));
    }
    let all = payload.as_object().into_iter().flatten();
    let own = all.filter(|(key, _)| !USUAL.contains(&key.as_str())).map(|(key, it)| (key.clone(), it.clone()));
    format!("{event} {}", Value::Object(own.collect::<Map<_, _>>()))
}
