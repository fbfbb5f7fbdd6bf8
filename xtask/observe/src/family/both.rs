//! Blocks that are said twice: in JSON, and by exit code 2 with the reason on stderr. What else a hook's child processes
//! print comes before or after it.
//!
//! The marker of the reason is the same in both, and the texts that Claude and the user got are compared in full: see
//! `claude_texts` and `user_texts` of [`crate::session::Signals`].

use serde_json::{Value, json};

use super::field::{Field, blocking, find, reply};
use crate::case::{BOTH, Hook};

/// The events on which a reply blocks or refuses something, or is feedback.
pub const BLOCKS: [&str; 20] = [
    "PreToolUse",
    "PreSkillShellCommand",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "Stop",
    "SubagentStop",
    "PreCompact",
    "PreModelSwitch",
    "PermissionRequest",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
    "Elicitation",
    "ElicitationResult",
    "ConfigChange",
    "WorktreeCreate",
    "WorktreeRemove",
];

/// The events that fire in a terminal only if the user is asked, which nobody answers there.
const ASKING: [&str; 3] = ["PermissionRequest", "Elicitation", "ElicitationResult"];

/// The marker of the reason.
const REASON: &str = "{{reason}}";

/// The beginnings of texts by which a host recognises a script that is not there, each with its name. The same text with a
/// no-break space is not recognised.
pub const MISSING: [(&str, &str); 4] = [
    ("no-such-file", "No such file {{reason}}"),
    ("cannot-open", "can't open {{reason}}"),
    ("no-such-file-no-break", "No\u{a0}such file {{reason}}"),
    ("cannot-open-no-break", "can't\u{a0}open {{reason}}"),
];

/// What a child process prints to stderr before the reason.
pub const CHILD: &str = "No such file\n{{reason}}";

/// Returns the cases of blocks that are said twice.
pub fn both(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !BLOCKS.contains(&event) {
        return Vec::new();
    }
    let block = |reason: &str| block(event, fields, reason).to_string();
    let json = block(REASON);
    // One handler blocks, and another one fails.
    let mut with_message = self::block(event, fields, REASON);
    with_message["systemMessage"] = json!("{{systemMessage}}");
    let log = json!({"a": "{{stdout}}"});
    let mut all = [
        ("json/exit-0", json.clone(), "", 0),
        ("json/exit-2", json.clone(), REASON, 2),
        ("screen/exit-0", json.clone(), "", 0),
        ("screen/exit-2", json.clone(), REASON, 2),
        ("empty/exit-2", String::new(), REASON, 2),
        ("text-before/exit-2", format!("{{{{stdout}}}}\n{json}"), REASON, 2),
        ("text-after/exit-2", format!("{json}\n{{{{stdout}}}}"), REASON, 2),
        ("text-on-its-line/exit-2", format!("{{{{stdout}}}}{json}"), REASON, 2),
        ("log-before/exit-2", format!("{log}\n{json}"), REASON, 2),
        ("log-after/exit-2", format!("{json}\n{log}"), REASON, 2),
        ("object-before/exit-2", format!("{{}}\n{json}"), REASON, 2),
        ("reply-before/exit-2", format!("{}\n{json}", json!({"systemMessage": "{{systemMessage}}"})), REASON, 2),
        ("approval-before/exit-2", format!("{}\n{json}", json!({"decision": "approve"})), REASON, 2),
        ("json-and-child/exit-2", json.clone(), CHILD, 2),
        ("json-and-message/exit-2", with_message.to_string(), REASON, 2),
        ("text-before-and-child/exit-2", format!("{{{{stdout}}}}\n{json}"), CHILD, 2),
    ]
    .map(|(name, stdout, stderr, exit)| (name.to_owned(), Hook::script(&stdout, stderr, exit)))
    .to_vec();
    if ASKING.contains(&event) {
        all.retain(|(name, _)| !name.starts_with("screen/"));
    }
    for (name, text) in MISSING {
        all.push((format!("{name}/exit-2"), Hook::script("", text, 2)));
        all.push((format!("json-{name}/exit-2"), Hook::script(&block(text), text, 2)));
    }
    all.into_iter().map(|(name, hook)| (format!("{}{name}", &BOTH[1..]), vec![hook])).collect()
}

/// Returns the block with a reason, as the packages write it.
fn block(event: &str, fields: &[Field], reason: &str) -> Value {
    let declines = |it: &&Field| it.right.iter().any(|(word, _)| word == "decline");
    let mut block = match find(fields, true, "action").filter(declines) {
        Some(action) => reply(event, &[(action, &json!("decline"))]),
        None => blocking(event, fields),
    };
    for pointer in ["/reason", "/hookSpecificOutput/permissionDecisionReason", "/hookSpecificOutput/decision/message"] {
        if let Some(text) = block.pointer_mut(pointer) {
            *text = json!(reason);
        }
    }
    block
}
