//! The replies that are not about one field: kinds of text, and objects that no event reads.

use serde_json::json;

use super::field::SPECIFIC;

/// Returns the texts that are not about one field, each with its name.
pub fn texts(event: &str) -> Vec<(&'static str, String)> {
    let other = json!({SPECIFIC: {"hookEventName": "Notification", "additionalContext": "{{additionalContext}}"}});
    let mut all = vec![
        ("empty", String::new()),
        ("spaces", " \n".to_owned()),
        ("text", "{{stdout}}".to_owned()),
        ("empty-object", "{}".to_owned()),
        ("list", r#"["{{stdout}}"]"#.to_owned()),
        ("string", r#""{{stdout}}""#.to_owned()),
        ("number", "7".to_owned()),
        ("unclosed", r#"{"decision": "block", "reason": "{{reason}}""#.to_owned()),
        ("trailing-comma", r#"{"decision": "block", "reason": "{{reason}}",}"#.to_owned()),
        ("text-before", format!("{{{{stdout}}}}\n{}", json!({"decision": "block", "reason": "{{reason}}"}))),
        ("text-after", format!("{}\n{{{{stdout}}}}", json!({"decision": "block", "reason": "{{reason}}"}))),
        ("fenced", format!("```json\n{}\n```", json!({"decision": "block", "reason": "{{reason}}"}))),
        ("two-lines", format!("{}\n{}", json!({"systemMessage": "{{systemMessage}}"}), json!({"a": 1}))),
        ("two-logs", format!("{}\n{}", json!({"a": "{{stdout}}"}), json!({"b": 1}))),
        ("other-event", other.to_string()),
        ("unknown-key", json!({"unknown": "{{unknown}}"}).to_string()),
        ("async", json!({"async": true}).to_string()),
        ("async-false", json!({"async": false, "systemMessage": "{{systemMessage}}"}).to_string()),
    ];
    if event == "WorktreeCreate" {
        // The text is the path of the worktree.
        all.push(("path", "{{worktree}}".to_owned()));
        all.push(("path-after-text", "{{stdout}}\n{{worktree}}".to_owned()));
    }
    all
}
