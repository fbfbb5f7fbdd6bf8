//! Hooks that are calls of a tool of an MCP server.

use serde_json::json;

use super::ALL_KINDS;
use super::field::{Field, SPECIFIC, blocking, reply};
use super::texts::texts;
use crate::case::{Handler, Hook, OnFailure};

/// Returns the cases with a tool.
pub fn tool(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !ALL_KINDS.contains(&event) && event != "WorktreeCreate" {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (name, text) in texts(event) {
        all.push((format!("tool/{name}"), vec![Hook::of(Handler::McpTool, &text)]));
    }
    let other = json!({"hookEventName": "Notification", "additionalContext": "{{additionalContext}}"});
    let beside = json!({"decision": "block", "reason": "{{reason}}", SPECIFIC: other}).to_string();
    all.push(("tool/other-event-beside-block".to_owned(), vec![Hook::of(Handler::McpTool, &beside)]));
    for field in fields {
        for (word, value) in &field.right {
            let text = reply(event, &[(field, value)]).to_string();
            all.push((format!("tool/{}-{word}", field.called()), vec![Hook::of(Handler::McpTool, &text)]));
        }
    }
    let block = blocking(event, fields).to_string();
    for (word, on_failure) in
        [("", None), ("/on-failure-block", Some(OnFailure::Block)), ("/on-failure-continue", Some(OnFailure::Continue))]
    {
        let error = |text: &str| Hook { exit: 1, on_failure, ..Hook::of(Handler::McpTool, text) };
        all.push((format!("tool/error/block{word}"), vec![error(&block)]));
        all.push((format!("tool/error/text{word}"), vec![error("{{stdout}}")]));
        all.push((format!("tool/unknown{word}"), vec![Hook { on_failure, ..Hook::of(Handler::McpMissing, "") }]));
    }
    all
}
