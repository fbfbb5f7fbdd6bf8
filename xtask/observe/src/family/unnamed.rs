//! Replies with a part of an event that has none: one that does not exist, and one without an output of its own.

use serde_json::json;

use super::field::SPECIFIC;

/// The names, each with that of its case.
const NAMES: [(&str, &str); 3] = [("no-event", "Nope"), ("event-without-output", "TeammateIdle"), ("blank-event", "")];

/// Returns the replies, each with its name.
pub fn unnamed() -> Vec<(&'static str, String)> {
    let reply = |name: &str| json!({SPECIFIC: {"hookEventName": name, "additionalContext": "{{additionalContext}}"}});
    NAMES.map(|(case, name)| (case, reply(name).to_string())).into()
}
