//! Two hooks on one event: all pairs of the answers that decide something, in both orders.

use serde_json::json;

use super::field::{Field, find, reply};
use crate::case::Hook;

/// The events whose answers are combined. Not `PermissionRequest`: there the first answer counts, and hooks run side by
/// side.
const EVENTS: [&str; 4] = ["PreToolUse", "PreSkillShellCommand", "Stop", "UserPromptSubmit"];

/// Returns the cases with two hooks.
pub fn several(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !EVENTS.contains(&event) {
        return Vec::new();
    }
    let answers = answers(event, fields);
    let mut all = Vec::new();
    for (one, first) in &answers {
        for (other, second) in &answers {
            let mut second = second.clone();
            // The texts of the two are told apart.
            second.stdout = second.stdout.replace("{{reason}}", "{{second-reason}}");
            second.stdout = second.stdout.replace("{{additionalContext}}", "{{second-context}}");
            second.stderr = second.stderr.replace("{{stderr}}", "{{second-stderr}}");
            all.push((format!("two/{one}-and-{other}"), vec![first.clone(), second]));
        }
    }
    all
}

/// Returns the answers that decide something, each with its name.
fn answers(event: &str, fields: &[Field]) -> Vec<(String, Hook)> {
    let mut all = vec![
        ("nothing".to_owned(), Hook::script("", "", 0)),
        ("exit-2".to_owned(), Hook::script("", "{{stderr}}", 2)),
        ("stop".to_owned(), Hook::script(&json!({"continue": false}).to_string(), "", 0)),
    ];
    let decisions = [find(fields, false, "decision"), find(fields, true, "decision")];
    for field in decisions.into_iter().flatten().chain(find(fields, true, "permissionDecision")) {
        for (word, value) in &field.right {
            let mut answer = reply(event, &[(field, value)]);
            if !field.specific {
                answer["reason"] = json!("{{reason}}");
            } else if field.name == "permissionDecision" {
                answer["hookSpecificOutput"]["permissionDecisionReason"] = json!("{{reason}}");
            }
            all.push((format!("{}-{word}", field.called()), Hook::script(&answer.to_string(), "", 0)));
        }
    }
    for name in ["additionalContext", "updatedInput"] {
        if let Some((field, (_, value))) = find(fields, true, name).and_then(|it| Some((it, it.right.first()?))) {
            let answer = reply(event, &[(field, value)]).to_string();
            all.push((field.called(), Hook::script(&answer, "", 0)));
        }
    }
    all
}
