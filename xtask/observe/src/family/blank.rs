//! Inputs without a command, in the place of the input of a call.

use serde_json::{Value, json};

use super::field::SPECIFIC;
use crate::case::Hook;

/// The part of the ids of cases with such an input.
pub const BLANK: &str = "/blank-command/";

/// The inputs, each with its name. None of them reaches a shell with anything to run.
#[must_use]
pub fn inputs() -> Vec<(&'static str, Value)> {
    vec![
        ("empty", json!({"command": ""})),
        ("spaces", json!({"command": "  "})),
        ("line-break", json!({"command": "\n"})),
        ("nothing", json!({})),
        ("null", json!({"command": null})),
        ("number", json!({"command": 7})),
    ]
}

/// Returns the cases of an event; none if its hooks do not change an input.
pub fn blank(event: &str) -> Vec<(String, Vec<Hook>)> {
    let reply = |input: &Value, is_allowed: bool| match event {
        "PreToolUse" => {
            let mut own = json!({"hookEventName": event, "updatedInput": input});
            if is_allowed {
                own["permissionDecision"] = json!("allow");
            }
            Some(json!({SPECIFIC: own}))
        }
        "PermissionRequest" => {
            let decision = json!({"behavior": "allow", "updatedInput": input});
            is_allowed.then(|| json!({SPECIFIC: {"hookEventName": event, "decision": decision}}))
        }
        _ => None,
    };
    let case = |(name, input): (&'static str, Value)| {
        let of = |how: &str, is_allowed: bool| {
            let stdout = reply(&input, is_allowed)?.to_string();
            Some((format!("{}{name}/{how}", &BLANK[1..]), vec![Hook::script(&stdout, "", 0)]))
        };
        [of("allow", true), of("alone", false)].into_iter().flatten().collect::<Vec<_>>()
    };
    inputs().into_iter().flat_map(case).collect()
}
