//! The part of an input that a matcher is compared with.

use serde_json::Value;

use super::{Part, data};
use crate::event::HookEvent;
use crate::validation::data::EVENT_KEY;

/// Returns the value that the event's matcher is compared with, such as the name of a tool, a file or a reason.
///
/// Returns `None` if the event is unknown or ignores matchers, or if the input does not have the value. For a model,
/// the host compares the canonical name, which inputs do not have. The result is the name in the input without `[1m]`.
#[must_use]
pub fn matcher_value(input: &Value) -> Option<&str> {
    let event: HookEvent = input.get(EVENT_KEY)?.as_str()?.parse().ok()?;
    let matched = data::matched(event)?;
    let value = input.get(matched.on)?.as_str()?;
    Some(match matched.part {
        Part::Whole => value,
        Part::Basename => basename(value),
        Part::CanonicalModel => value.strip_suffix("[1m]").unwrap_or(value),
    })
}

fn basename(path: &str) -> &str {
    let is_of_windows = is_of_windows(path.as_bytes());
    let is_separator = |it: char| it == '/' || (it == '\\' && is_of_windows);
    path.trim_end_matches(is_separator).rsplit(is_separator).next().unwrap_or("")
}

/// Returns true for a path of Windows: it starts with `C:\`, `C:/`, or `\\` before the name of a server.
fn is_of_windows(path: &[u8]) -> bool {
    match path {
        [b'\\', b'\\', ..] => true,
        [drive, b':', b'\\' | b'/', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}
