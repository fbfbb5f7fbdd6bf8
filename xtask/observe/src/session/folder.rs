//! The folders of a session: a home, a working directory, and the hook with its replies.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::case::{Case, fill};
use crate::sandbox::CASE;

/// The folders of a session, below the writable one.
pub struct Folder {
    root: String,
}

impl Folder {
    pub fn new(number: usize) -> Result<Self, String> {
        let root = format!("{CASE}/session-{number}");
        for folder in ["home/.claude", "work", "hook", "tmp"] {
            fs::create_dir_all(format!("{root}/{folder}")).map_err(|error| format!("{root}: {error}"))?;
        }
        Ok(Self { root })
    }

    pub fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        fs::write(self.path(name), text).map_err(|error| format!("{name}: {error}"))
    }

    /// Writes the settings with one hook on the event, and the hook: it prints the reply of the current case at its
    /// first run, and nothing at all others.
    pub fn write_settings(&self, event: &str) -> Result<(), String> {
        let script = self.path("hook/hook.sh");
        let hooks = json!([{"hooks": [{"type": "command", "command": format!("sh {script}")}]}]);
        self.write("home/.claude/settings.json", &json!({"hooks": {event: hooks}}).to_string())?;
        let folder = self.path("hook");
        let text = format!(
            "cd {folder} || exit 0\nn=$(cat current)\ncat > input-$n-$$\nmv reply-$n used-$n 2>/dev/null || exit 0\n\
             cat used-$n/stderr >&2\ncat used-$n/stdout\nexit \"$(cat used-$n/exit)\"\n"
        );
        self.write("hook/hook.sh", &text)
    }

    pub fn write_reply(&self, case: &Case, number: usize) -> Result<(), String> {
        let folder = format!("hook/reply-{number}");
        fs::create_dir_all(self.path(&folder)).map_err(|error| format!("{folder}: {error}"))?;
        self.write(&format!("{folder}/stdout"), &fill(&case.stdout, number))?;
        self.write(&format!("{folder}/stderr"), &fill(&case.stderr, number))?;
        self.write(&format!("{folder}/exit"), &case.exit.to_string())?;
        self.write("hook/current", &number.to_string())
    }

    pub fn has(&self, name: &str) -> bool {
        Path::new(&self.path(name)).exists()
    }

    /// Returns the number of inputs that the hook got in a case.
    pub fn inputs(&self, number: usize) -> usize {
        let prefix = format!("input-{number}-");
        let entries = fs::read_dir(self.path("hook")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).count()
    }
}
