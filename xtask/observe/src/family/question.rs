//! Hooks that ask the model: prompts and agents. The answers are the same for both.

use serde_json::json;

use super::ALL_KINDS;
use crate::case::{Handler, Hook};

/// Returns the cases with a question to the model.
pub fn question(event: &str) -> Vec<(String, Vec<Hook>)> {
    if !ALL_KINDS.contains(&event) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (name, answer) in answers() {
        all.push((format!("prompt/{name}"), vec![Hook::of(Handler::Prompt, &answer)]));
        for value in [true, false] {
            let hook = Hook { continue_on_block: Some(value), ..Hook::of(Handler::Prompt, &answer) };
            all.push((format!("prompt/{name}/continue-on-block-{value}"), vec![hook]));
        }
        all.push((format!("agent/{name}"), vec![Hook::of(Handler::Agent, &answer)]));
    }
    all
}

/// Returns the answers of the model, each with its name.
pub fn answers() -> Vec<(&'static str, String)> {
    let no = json!({"ok": false, "reason": "{{reason}}"});
    vec![
        ("yes", json!({"ok": true}).to_string()),
        ("yes-reason", json!({"ok": true, "reason": "{{reason}}"}).to_string()),
        ("no", no.to_string()),
        ("no-without-reason", json!({"ok": false}).to_string()),
        ("no-blank-reason", json!({"ok": false, "reason": ""}).to_string()),
        ("no-impossible", json!({"ok": false, "reason": "{{reason}}", "impossible": true}).to_string()),
        ("no-extra-key", json!({"ok": false, "reason": "{{reason}}", "unknown": "{{unknown}}"}).to_string()),
        ("no-fenced", format!("```json\n{no}\n```")),
        ("no-text-before", format!("{{{{stdout}}}}\n{no}")),
        ("no-text-after", format!("{no}\n{{{{stdout}}}}")),
        ("no-unclosed", r#"{"ok": false, "reason": "{{reason}}""#.to_owned()),
        ("no-word", json!({"ok": "false", "reason": "{{reason}}"}).to_string()),
        ("no-reason-number", json!({"ok": false, "reason": 7}).to_string()),
        ("ok-number", json!({"ok": 0}).to_string()),
        ("without-ok", json!({"reason": "{{reason}}"}).to_string()),
        ("decision", json!({"decision": "block", "reason": "{{reason}}"}).to_string()),
        ("text", "{{stdout}}".to_owned()),
        ("list", r#"["{{stdout}}"]"#.to_owned()),
        ("empty", String::new()),
    ]
}
