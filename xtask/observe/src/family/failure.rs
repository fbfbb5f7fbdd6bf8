//! Hooks that fail without a block, and what the user sees of it in a terminal.

use serde_json::json;

use crate::case::Hook;

/// The events whose hooks no conversation runs in a terminal, or of which none shows the end there: `--init` runs none, the
/// classifier of auto mode is asked on the server, a folder below the working directory is not added, and nobody answers a
/// question.
const NOT_IN_TERMINAL: [&str; 6] =
    ["Setup", "PermissionDenied", "DirectoryAdded", "PermissionRequest", "Elicitation", "ElicitationResult"];

/// The events on which stderr of several lines is tried.
const OF_LINES: [&str; 9] = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "UserPromptSubmit",
    "Stop",
    "SubagentStop",
    "SessionStart",
    "TaskCompleted",
    "PreCompact",
];

/// The events on which stderr begins with a blank line, too.
const AFTER_A_BLANK_LINE: [&str; 2] = ["PreToolUse", "Stop"];

/// Returns the cases of hooks that fail: by the exit code, by a message, and by both.
pub fn failure(event: &str) -> Vec<(String, Vec<Hook>)> {
    if NOT_IN_TERMINAL.contains(&event) {
        return Vec::new();
    }
    let message = json!({"systemMessage": "{{systemMessage}}"}).to_string();
    let mut all = vec![
        ("failure/nothing", Hook::script("", "", 0)),
        ("failure/exit-1", Hook::script("", "{{stderr}}", 1)),
        ("failure/message", Hook::script(&message, "", 0)),
        ("failure/message-and-exit-1", Hook::script(&message, "{{stderr}}", 1)),
    ];
    if OF_LINES.contains(&event) {
        all.push(("failure/exit-1-of-two-lines", Hook::script("", "{{stderr}}\n{{second-stderr}}", 1)));
    }
    if AFTER_A_BLANK_LINE.contains(&event) {
        all.push(("failure/exit-1-after-a-blank-line", Hook::script("", "\n{{stderr}}\n{{second-stderr}}", 1)));
    }
    all.into_iter().map(|(name, hook)| (name.to_owned(), vec![hook])).collect()
}
