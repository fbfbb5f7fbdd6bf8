//! Standard error of several lines beside each kind of exit code.

use crate::case::Hook;

/// The texts of several lines, each with its name.
const LINES: [(&str, &str); 2] =
    [("two", "{{stderr}}\n{{second-stderr}}"), ("blank-first", "\n{{stderr}}\n{{second-stderr}}")];

/// The events that are tried: those on which somebody reads the text.
const EVENTS: [&str; 7] =
    ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop", "PermissionRequest", "TaskCompleted"];

/// Returns the cases of several lines on stderr, without an answer on stdout.
pub fn stderr_lines(event: &str) -> Vec<(String, Vec<Hook>)> {
    if !EVENTS.contains(&event) {
        return Vec::new();
    }
    let case = |(name, text): (&str, &str), exit: u8| {
        (format!("stderr-lines/{name}/exit-{exit}"), vec![Hook::script("", text, exit)])
    };
    LINES.into_iter().flat_map(|it| [1, 2].map(|exit| case(it, exit))).collect()
}
