//! A case: what a hook prints and how it exits, and the conversation that runs the hook.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A case. Cases are harmless: the arguments of tools are those of [`Conversation`], and a reply consists of markers,
/// words of the contract, and values of [`safe_value`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The id, which stays the same: `PreToolUse/exit-2/json-reason`.
    pub id: String,
    /// The event.
    pub event: String,
    /// The standard output. `{{name}}` is the marker of this name, which is different in each case.
    pub stdout: String,
    /// The standard error, with markers like `stdout`.
    pub stderr: String,
    /// The exit code.
    pub exit: u8,
}

impl Case {
    /// Returns true if the hook asks to be moved to the background: its first line is an object with `async: true` alone.
    #[must_use]
    pub fn is_async(&self) -> bool {
        let first = self.stdout.lines().next().unwrap_or_default();
        serde_json::from_str::<Value>(first).is_ok_and(|value| value == json!({"async": true}))
    }
}

/// A conversation that runs the hooks of an event. This list is closed: nothing else reaches a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversation {
    /// The model calls `Bash` to make a file, and then ends its turn.
    MakeFile,
    /// The model calls `Read` for a file that is not there, which fails, and then ends its turn.
    Fail,
    /// The model answers with text.
    Talk,
}

impl Conversation {
    /// Returns the conversation that runs the hooks of this event, or `None` if no conversation here does.
    #[must_use]
    pub fn of(event: &str) -> Option<Self> {
        Some(match event {
            // Not `PermissionRequest`: its hooks run beside the question to the user, and the first answer counts.
            "PreToolUse" | "PostToolUse" | "PostToolBatch" => Self::MakeFile,
            "PostToolUseFailure" => Self::Fail,
            "UserPromptSubmit" | "Stop" => Self::Talk,
            _ => return None,
        })
    }

    /// Returns the tool that the model calls in the case with this number, and its arguments. `folder` is the working
    /// directory of the host.
    #[must_use]
    pub fn call(self, number: usize, folder: &str) -> Option<(&'static str, Value)> {
        match self {
            Self::MakeFile => {
                Some(("Bash", json!({"command": format!("touch {}", file(number)), "description": "A step of a case"})))
            }
            Self::Fail => Some(("Read", json!({"file_path": format!("{folder}/missing-{number}")}))),
            Self::Talk => None,
        }
    }
}

/// Returns the name of the file that the command of a case makes.
#[must_use]
pub fn file(number: usize) -> String {
    format!("made-{number}")
}

/// Returns the name of the file that a replaced command makes.
#[must_use]
pub fn other_file(number: usize) -> String {
    format!("other-{number}")
}

/// Returns the text of a marker. The number keeps the markers of two cases apart.
#[must_use]
pub fn marker(number: usize, name: &str) -> String {
    format!("mark-{number}-{name}-end")
}

/// Fills the holes of a text: `{{name}}` is a marker, `{{other-command}}` the replaced command of the case.
#[must_use]
pub fn fill(text: &str, number: usize) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, hole)) = rest.split_once("{{") {
        let Some((name, after)) = hole.split_once("}}") else { break };
        filled.push_str(before);
        match name {
            "other-command" => filled.push_str(&format!("touch {}", other_file(number))),
            _ => filled.push_str(&marker(number, name)),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Returns the names of the holes in a text, each once, in order. They are the names of its markers.
#[must_use]
pub fn holes(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for part in text.split("{{").skip(1) {
        if let Some((name, _)) = part.split_once("}}")
            && !found.contains(&name)
        {
            found.push(name);
        }
    }
    found
}

/// Returns the only value that a case has for a key whose value could reach a tool, a file or a process. `None` for all
/// other keys.
#[must_use]
pub fn safe_value(key: &str) -> Option<Value> {
    Some(match key {
        "updatedInput" => json!({"command": "{{other-command}}"}),
        "updatedToolOutput" => {
            json!({"stdout": "{{updatedToolOutput}}", "stderr": "", "interrupted": false, "isImage": false})
        }
        "updatedMCPToolOutput" => json!("{{updatedMCPToolOutput}}"),
        "updatedPermissions" => json!([{"type": "setMode", "mode": "plan", "destination": "session"}]),
        "watchPaths" => json!([]),
        "terminalSequence" => json!("\u{7}"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_once_and_with_the_number_of_the_case() {
        assert_eq!(fill("a {{reason}} b {{other-command}}", 7), "a mark-7-reason-end b touch other-7");
        assert_eq!(fill("{{not closed", 7), "{{not closed");
        assert_eq!(holes("{{a}} {{b}} {{a}}"), ["a", "b"]);
    }
}
