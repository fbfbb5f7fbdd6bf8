//! The replies of several lines: JSON on each line, and `{"async": true}` on one of them.

use serde_json::json;

use super::field::SPECIFIC;

/// The events that are tried: plain text of one of them goes to Claude, that of the other does not.
const EVENTS: [&str; 2] = ["PreToolUse", "UserPromptSubmit"];

/// Returns the texts, each with its name.
pub fn lines(event: &str) -> Vec<(String, String)> {
    if !EVENTS.contains(&event) {
        return Vec::new();
    }
    let first = log_after_a_line(event).into_iter().map(|(name, line)| {
        // The second line is no reply. Where all of it is plain text, its marker reaches Claude.
        (format!("lines/{name}"), format!("{line}\n{}", json!({"a": "{{stdout}}"})))
    });
    let more = whole(event).into_iter().map(|(name, text)| (format!("lines/{name}"), text));
    first.chain(more).collect()
}

/// Returns lines that a line of a log follows.
fn log_after_a_line(event: &str) -> Vec<(&'static str, String)> {
    let specific =
        |name: &str| json!({SPECIFIC: {"hookEventName": name, "additionalContext": "{{additionalContext}}"}});
    [
        ("empty-object", json!({})),
        ("block", json!({"decision": "block", "reason": "{{reason}}"})),
        ("block-alone", json!({"decision": "block"})),
        ("wrong-word", json!({"decision": "deny", "reason": "{{reason}}"})),
        ("wrong-type", json!({"systemMessage": 7})),
        ("wrong-level", json!({"permissionDecision": "deny"})),
        ("reason", json!({"reason": "{{reason}}"})),
        ("continue-true", json!({"continue": true})),
        ("suppress", json!({"suppressOutput": true})),
        ("blank-message", json!({"systemMessage": ""})),
        ("unknown-key-too", json!({"systemMessage": "{{systemMessage}}", "unknown": 1})),
        ("context", specific(event)),
        ("other-event", specific("Notification")),
        ("async-false", json!({"async": false})),
        ("async", json!({"async": true})),
        ("async-number", json!({"async": 1})),
        ("async-time-limit", json!({"async": true, "asyncTimeout": "{{wrong}}"})),
        ("async-block", json!({"async": true, "decision": "block", "reason": "{{reason}}"})),
    ]
    .map(|(name, line)| (name, line.to_string()))
    .into()
}

/// Returns texts that begin with `{` and end with `}`, and lines of which some are in the background.
fn whole(event: &str) -> Vec<(&'static str, String)> {
    let block = json!({"decision": "block", "reason": "{{reason}}"});
    let context = json!({SPECIFIC: {"hookEventName": event, "additionalContext": "{{additionalContext}}"}});
    let with = |name: &str| {
        let own = json!({"hookEventName": name, "additionalContext": "{{additionalContext}}"});
        json!({"async": true, SPECIFIC: own})
    };
    vec![
        ("reply-last", format!("{}\n{block}", json!({"a": "{{stdout}}"}))),
        ("broken-last", format!("{block}\n{{\"a\": \"{{{{stdout}}}}\",}}")),
        ("all-broken", "{\"a\": \"{{stdout}}\",}\n{\"b\": 1,}".to_owned()),
        ("broken-over-lines", "{\n\"decision\": \"block\",\n\"reason\": \"{{reason}}\",\n}".to_owned()),
        ("text-between", format!("{{}}\n{{{{stdout}}}}\n{}", json!({"b": 1}))),
        ("text-between-after-reply", format!("{block}\n{{{{stdout}}}}\n{}", json!({"b": 1}))),
        ("number-between", format!("{{}}\n7\n{}", json!({"a": "{{stdout}}"}))),
        ("indented", format!("{{}}\n\n  {}", json!({"a": "{{stdout}}"}))),
        ("async-then-text", format!("{}\n{{{{stdout}}}}", json!({"async": true}))),
        ("async-then-block", format!("{}\n{block}", json!({"async": true}))),
        ("async-then-context", format!("{}\n{context}", json!({"async": true}))),
        ("async-then-text-on-its-line", format!("{} {{{{stdout}}}}", json!({"async": true}))),
        ("async-over-lines", "{\n\"async\": true\n}".to_owned()),
        ("async-after-blank-line", format!("\n{}\n{{{{stdout}}}}", json!({"async": true}))),
        ("async-indented", format!("  {}  \n{{{{stdout}}}}", json!({"async": true}))),
        ("async-with-limit-as-text", json!({"async": true, "asyncTimeout": "{{wrong}}"}).to_string()),
        ("async-with-limit-as-text-over-lines", "{\n\"async\": true,\n\"asyncTimeout\": \"{{wrong}}\"\n}".to_owned()),
        ("async-with-limit-over-lines", "{\n\"async\": true,\n\"asyncTimeout\": 5\n}".to_owned()),
        ("async-with-other-event", with("Notification").to_string()),
        ("async-with-no-event", with("Nope").to_string()),
        ("async-with-own-event", with(event).to_string()),
        ("async-with-wrong-continue", json!({"async": true, "continue": 7}).to_string()),
        ("async-second", format!("{}\n{}", json!({"a": "{{stdout}}"}), json!({"async": true}))),
    ]
}
