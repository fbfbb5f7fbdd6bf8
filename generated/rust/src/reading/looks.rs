//! Classifies a reply that is not one JSON object: plain text, a log, or a reply with other text around it.

use serde_json::Value;

use super::reply::Asked;
use super::text::{is_in_braces, is_space, object_of, parsed};
use crate::validation::data::BACKGROUND;

/// The appearance of a text.
pub(super) enum Looks {
    /// It contains an object with a key of a reply, or begins with an object that is not JSON.
    Reply,
    /// It seems to contain an object: in a string, in other text, or in another encoding.
    Object,
    /// Anything else.
    Text,
}

pub(super) fn looks(text: &str, asked: &Asked<'_>) -> Looks {
    let whole = text.find('{').zip(text.rfind('}')).and_then(|(start, end)| text.get(start..=end));
    // A flood of output has millions of lines that cannot be objects.
    let lines = || text.contains('{').then(|| text.split('\n')).into_iter().flatten();
    let objects: Vec<Value> = whole.into_iter().chain(lines()).filter_map(object_of).collect();
    // In another encoding, bytes that are not UTF-8 precede it.
    let start = text.trim_start_matches('\u{fffd}');
    let begins_object = start.starts_with('{') || start.starts_with("\"{");
    if (begins_object && objects.is_empty()) || objects.iter().any(|value| asked.has_key(value)) {
        return Looks::Reply;
    }
    let starts = begins_object || text.starts_with(['`', '\u{fffd}']);
    let is_object = |line: &str| is_in_braces(line.trim_matches(is_space));
    if starts || text.ends_with('}') || lines().any(is_object) { Looks::Object } else { Looks::Text }
}

/// Returns true if a text is lines of JSON without a reply, which the host reads as plain text.
pub(super) fn is_log(text: &str, asked: &Asked<'_>) -> bool {
    let lines = || text.split('\n').filter(|line| !line.trim_matches(is_space).is_empty());
    lines().nth(1).is_some() && lines().all(|line| parsed(line).is_ok_and(|read| !is_reply(&read.value, asked)))
}

/// Returns true if a value is a valid reply to some event that sets a field.
fn is_reply(value: &Value, asked: &Asked<'_>) -> bool {
    let sets_field = match value.get(BACKGROUND) {
        Some(is_true) => is_true == &Value::Bool(true),
        None => asked.has_key(value),
    };
    sets_field && asked.accepts(value)
}
