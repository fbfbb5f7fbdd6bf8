//! Commands that move to the background with `{"async": true}`, and answer when the turn is over.

use serde_json::json;

use super::field::{Field, SPECIFIC, reply};
use crate::case::{Handler, Hook};

/// The events whose late answers are tried.
const EVENTS: [&str; 8] = [
    "PreToolUse",
    "PreSkillShellCommand",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "UserPromptSubmit",
    "Stop",
    "SubagentStop",
];

/// Returns the cases with a late answer.
pub fn background(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !EVENTS.contains(&event) {
        return Vec::new();
    }
    let late = |stdout: &str, stderr: &str, exit: u8| {
        vec![Hook { handler: Handler::Late, ..Hook::script(stdout, stderr, exit) }]
    };
    let context = json!({"systemMessage": "{{systemMessage}}"});
    let mut all = vec![
        ("late/empty".to_owned(), late("", "", 0)),
        ("late/text".to_owned(), late("{{stdout}}", "", 0)),
        ("late/exit-2".to_owned(), late("", "{{stderr}}", 2)),
        ("late/text-before".to_owned(), late(&format!("{{{{stdout}}}}\n{context}"), "", 0)),
        (
            "late/wrong-and-right".to_owned(),
            late(&json!({"continue": 7, "systemMessage": "{{systemMessage}}"}).to_string(), "", 0),
        ),
    ];
    let own = json!({SPECIFIC: {"hookEventName": event, "additionalContext": "{{additionalContext}}"}});
    for (name, answer) in [
        ("over-lines", "{\n\"systemMessage\": \"{{systemMessage}}\"\n}".to_owned()),
        ("raw-line-break", "{\"systemMessage\": \"{{systemMessage}}\n{{stdout}}\"}".to_owned()),
        ("object-and-message", format!("{{}}\n{context}")),
        ("message-and-context", format!("{context}\n{own}")),
    ] {
        all.push((format!("late/{name}"), late(&answer, "", 0)));
    }
    for field in fields {
        for (word, value) in &field.right {
            let answer = reply(event, &[(field, value)]).to_string();
            all.push((format!("late/{}-{word}", field.called()), late(&answer, "", 0)));
        }
    }
    all
}
