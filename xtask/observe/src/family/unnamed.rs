//! Replies with a part of an event that has none: one that does not exist, and one without an output of its own.

use serde_json::json;

use super::field::SPECIFIC;

/// The names, each with that of its case.
const NAMES: [(&str, &str); 3] = [("no-event", "Nope"), ("event-without-output", "TeammateIdle"), ("blank-event", "")];

/// The events that are tried.
const EVENTS: [&str; 8] = [
    "PreToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "Stop",
    "SubagentStop",
    "PermissionRequest",
    "PreCompact",
    "TaskCompleted",
];

/// Returns the replies, each with its name.
pub fn unnamed(event: &str) -> Vec<(&'static str, String)> {
    if !EVENTS.contains(&event) {
        return Vec::new();
    }
    let reply = |name: &str| json!({SPECIFIC: {"hookEventName": name, "additionalContext": "{{additionalContext}}"}});
    NAMES.map(|(case, name)| (case, reply(name).to_string())).into()
}
