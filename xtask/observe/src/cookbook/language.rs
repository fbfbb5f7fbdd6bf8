//! The languages of the hooks: their files, the commands that start them, and copies that crash.

use serde_json::{Value, json};

use super::recipe::{Policy, Recipe};

/// A language of the cookbook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Python.
    Python,
    /// JavaScript, on Node.
    JavaScript,
    /// Rust.
    Rust,
    /// Bash, with nothing else.
    Bash,
    /// Bash, started by `hookwire run`.
    Hookwire,
}

/// The limit of a hook that sleeps, in seconds.
const LIMIT: u8 = 1;

impl Language {
    /// All languages.
    pub const ALL: [Self; 5] = [Self::Python, Self::JavaScript, Self::Rust, Self::Bash, Self::Hookwire];

    /// Returns the name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Rust => "rust",
            Self::Bash => "bash",
            Self::Hookwire => "hookwire",
        }
    }

    /// Returns the name of a hook's source in its folder.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Python => "hook.py",
            Self::JavaScript => "hook.mjs",
            Self::Rust => "hook.rs",
            Self::Bash => "hook.sh",
            Self::Hookwire => "run.sh",
        }
    }

    /// Returns the path of a hook in a project.
    #[must_use]
    pub fn file(self, hook: &str) -> String {
        let ending = match self {
            Self::Python => ".py",
            Self::JavaScript => ".mjs",
            Self::Rust => "",
            Self::Bash | Self::Hookwire => ".sh",
        };
        format!(".claude/hooks/{hook}{ending}")
    }

    /// Returns the `command` and the `args` that start a hook.
    fn start(self, file: &str, policy: Policy) -> (String, Vec<&str>) {
        match self {
            Self::Python => ("python3".to_owned(), vec![file]),
            Self::JavaScript => ("node".to_owned(), vec![file]),
            Self::Rust => (file.to_owned(), vec![]),
            Self::Bash => ("bash".to_owned(), vec![file]),
            Self::Hookwire if policy == Policy::Open => {
                ("hookwire".to_owned(), vec!["run", "--on-failure", "continue", "--", "bash", file])
            }
            Self::Hookwire => ("hookwire".to_owned(), vec!["run", "--", "bash", file]),
        }
    }

    /// Returns settings for this language, made from those that start the hook in Python: what the page of the hook says. A
    /// hook that is slow gets a limit.
    #[must_use]
    pub fn settings(self, mut settings: Value, recipe: &Recipe, is_slow: bool) -> Value {
        let file = format!("${{CLAUDE_PROJECT_DIR}}/{}", self.file(recipe.hook));
        let events = settings["hooks"].as_object_mut().into_iter().flat_map(|events| events.values_mut());
        let groups = events.filter_map(Value::as_array_mut).flatten();
        for handler in groups.filter_map(|group| group["hooks"].as_array_mut()).flatten() {
            let (command, mut args) = self.start(&file, recipe.policy);
            let limit = format!("--limit={LIMIT}s");
            match self {
                Self::Hookwire if is_slow => args.insert(1, &limit),
                _ if is_slow => handler["timeout"] = LIMIT.into(),
                _ => {}
            }
            handler["command"] = command.into();
            handler["args"] = json!(args);
        }
        settings
    }

    /// Returns a copy of a hook whose handlers raise an error.
    ///
    /// # Errors
    /// The source has no handler.
    pub fn broken(self, source: &str) -> Result<String, String> {
        self.with_first(source, self.raises())
    }

    /// Returns a copy of a hook whose handlers begin with a statement.
    ///
    /// # Errors
    /// The source has no handler.
    pub fn with_first(self, source: &str, statement: &str) -> Result<String, String> {
        let mut count = 0;
        let mut lines = Vec::new();
        for line in source.lines() {
            lines.push(line.to_owned());
            // A script begins after its first comment.
            let is_script = matches!(self, Self::Bash | Self::Hookwire);
            if self.begins_handler(line) && !(is_script && count > 0) {
                let indent = line.len() - line.trim_start().len();
                // Python needs the same indent as in the lines that follow.
                lines.push(format!("{}    {}", " ".repeat(indent), statement));
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
            Self::Bash | Self::Hookwire => line.is_empty(),
        }
    }

    fn raises(self) -> &'static str {
        match self {
            Self::Python => "raise RuntimeError(\"broken\")",
            Self::JavaScript => "throw new Error(\"broken\");",
            Self::Rust => "panic!(\"broken\");",
            Self::Bash | Self::Hookwire => "exit 1",
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
                let own = match language {
                    Language::Bash | Language::Hookwire => 1,
                    _ => recipe.events.iter().filter(|it| **it != "PreSkillShellCommand").count().max(1),
                };
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
        let of = |language: Language, policy, is_slow| {
            let recipe = Recipe { hook: "a", policy, ..recipes::all().remove(0) };
            language.settings(python.clone(), &recipe, is_slow)["hooks"]["Stop"][0]["hooks"][0].to_string()
        };
        assert_eq!(
            Language::ALL.map(|it| of(it, Policy::Closed, false)),
            [
                r#"{"type":"command","command":"python3","args":["${CLAUDE_PROJECT_DIR}/.claude/hooks/a.py"]}"#,
                r#"{"type":"command","command":"node","args":["${CLAUDE_PROJECT_DIR}/.claude/hooks/a.mjs"]}"#,
                r#"{"type":"command","command":"${CLAUDE_PROJECT_DIR}/.claude/hooks/a","args":[]}"#,
                r#"{"type":"command","command":"bash","args":["${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh"]}"#,
                r#"{"type":"command","command":"hookwire","args":["run","--","bash","${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh"]}"#,
            ]
        );
        assert!(of(Language::Hookwire, Policy::Closed, true).contains(r#"["run","--limit=1s","--","bash","#));
        assert!(of(Language::Hookwire, Policy::Open, false).contains(r#"["run","--on-failure","continue","--","#));
        assert!(of(Language::Bash, Policy::Open, true).contains(r#""timeout":1"#));
    }
}
