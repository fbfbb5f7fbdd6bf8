//! Hooks that fail where the event goes on, and what the user sees of it in a terminal.

use serde_json::json;

use crate::case::Hook;

/// The events on which a guard that fails blocks, so the user learns of it.
const CLOSED: [&str; 6] =
    ["PreToolUse", "PermissionRequest", "Elicitation", "ElicitationResult", "ConfigChange", "WorktreeCreate"];

/// The events whose hooks no conversation runs in a terminal: `--init` runs none there, and the classifier of auto mode is
/// asked on the server. A folder below the working directory is not added there.
const NOT_IN_TERMINAL: [&str; 3] = ["Setup", "PermissionDenied", "DirectoryAdded"];

/// Returns the cases of hooks that fail: by the exit code, by a message, and by both.
pub fn failure(event: &str) -> Vec<(String, Vec<Hook>)> {
    if CLOSED.contains(&event) || NOT_IN_TERMINAL.contains(&event) {
        return Vec::new();
    }
    let message = json!({"systemMessage": "{{systemMessage}}"}).to_string();
    [
        ("failure/nothing", Hook::script("", "", 0)),
        ("failure/exit-1", Hook::script("", "{{stderr}}", 1)),
        ("failure/message", Hook::script(&message, "", 0)),
        ("failure/message-and-exit-1", Hook::script(&message, "{{stderr}}", 1)),
    ]
    .map(|(name, hook)| (name.to_owned(), vec![hook]))
    .to_vec()
}
