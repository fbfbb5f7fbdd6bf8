//! The languages of the hooks: their files, the commands that start them, and copies that crash.

use serde_json::{Value, json};

/// A language of the cookbook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Python.
    Python,
    /// JavaScript, on Node.
    JavaScript,
    /// Rust.
    Rust,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::Python, Self::JavaScript, Self::Rust];

    /// Returns the name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Rust => "rust",
        }
    }

    /// Returns the name of a hook's source in its folder.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Python => "hook.py",
            Self::JavaScript => "hook.mjs",
            Self::Rust => "hook.rs",
        }
    }

    /// Returns the path of a hook in a project.
    #[must_use]
    pub fn file(self, hook: &str) -> String {
        let ending = match self {
            Self::Python => ".py",
            Self::JavaScript => ".mjs",
            Self::Rust => "",
        };
        format!(".claude/hooks/{hook}{ending}")
    }

    /// Returns the name of the program that starts a hook, if it does not start by itself.
    #[must_use]
    pub fn interpreter(self) -> Option<&'static str> {
        match self {
            Self::Python => Some("python3"),
            Self::JavaScript => Some("node"),
            Self::Rust => None,
        }
    }

    /// Returns settings for this language, made from those that start the hook in Python: what the page of the hook says.
    #[must_use]
    pub fn settings(self, mut settings: Value, hook: &str) -> Value {
        let file = format!("${{CLAUDE_PROJECT_DIR}}/{}", self.file(hook));
        let events = settings["hooks"].as_object_mut().into_iter().flat_map(|events| events.values_mut());
        let groups = events.filter_map(Value::as_array_mut).flatten();
        for handler in groups.filter_map(|group| group["hooks"].as_array_mut()).flatten() {
            handler["command"] = self.interpreter().map_or_else(|| json!(file), |name| json!(name));
            handler["args"] = if self.interpreter().is_some() { json!([file]) } else { json!([]) };
        }
        settings
    }

    /// Returns a copy of a hook whose handlers raise an error.
    ///
    /// # Errors
    /// The source has no handler.
    pub fn broken(self, source: &str) -> Result<String, String> {
        let mut count = 0;
        let mut lines = Vec::new();
        for line in source.lines() {
            lines.push(line.to_owned());
            if self.begins_handler(line) {
                let indent = line.len() - line.trim_start().len();
                // Python needs the same indent as in the lines that follow.
                lines.push(format!("{}    {}", " ".repeat(indent), self.raises()));
                count += 1;
            }
        }
        if count == 0 {
            Err("the source has no line that begins a handler".to_owned())
        } else {
            Ok(lines.join("\n") + "\n")
        }
    }

    /// Returns true for the line before the body of a handler: its parameter is called `call`.
    fn begins_handler(self, line: &str) -> bool {
        let line = line.trim_end();
        match self {
            // A long signature ends in a line of its own.
            Self::Python => (line.contains("(call: ") || line.starts_with(") -> ")) && line.ends_with(':'),
            Self::JavaScript => line.ends_with("(call) => {") || line.ends_with("(call) {"),
            // Handlers of two events can share a function that returns a reason.
            Self::Rust => {
                let begins = ["(call: ", "|call: ", "-> Option<&'static str>", "-> Option<String>"]
                    .iter()
                    .any(|it| line.contains(it));
                begins && line.ends_with('{')
            }
        }
    }

    fn raises(self) -> &'static str {
        match self {
            Self::Python => "raise RuntimeError(\"broken\")",
            Self::JavaScript => "throw new Error(\"broken\");",
            Self::Rust => "panic!(\"broken\");",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::recipes;
    use super::*;
    use crate::shape;

    #[test]
    fn every_handler_of_every_hook_can_be_broken() -> Result<(), Box<dyn std::error::Error>> {
        for recipe in recipes::all() {
            for language in Language::ALL {
                let path = format!("generated/docs/cookbook/{}/{}", recipe.hook, language.source());
                let source = fs::read_to_string(shape::tests::root().join(&path))?;
                let broken = language.broken(&source)?;
                let count = broken.matches(language.raises()).count();
                // Two tools of one event can have a handler each. Commands of Claude and of skills have one together.
                let own = recipe.events.iter().filter(|it| **it != "PreSkillShellCommand").count();
                assert!(count >= own && count <= 3, "{path}: {count} handlers\n{broken}");
            }
        }
        assert!(Language::Rust.broken("fn main() {}\n").is_err());
        Ok(())
    }

    #[test]
    fn settings_start_the_hook_as_its_page_says() {
        let python =
            json!({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "python3", "args": ["a.py"]}]}]}});
        let of =
            |language: Language| language.settings(python.clone(), "a")["hooks"]["Stop"][0]["hooks"][0].to_string();
        assert_eq!(
            Language::ALL.map(of),
            [
                r#"{"type":"command","command":"python3","args":["${CLAUDE_PROJECT_DIR}/.claude/hooks/a.py"]}"#,
                r#"{"type":"command","command":"node","args":["${CLAUDE_PROJECT_DIR}/.claude/hooks/a.mjs"]}"#,
                r#"{"type":"command","command":"${CLAUDE_PROJECT_DIR}/.claude/hooks/a","args":[]}"#,
            ]
        );
    }
}
