//! Files with cases, and whether the hooks do what a case expects.

use std::path::{Path, PathBuf};

use hookwire::HookEvent;
use hookwire::host::Outcome;
use hookwire::testing::Expected;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::files::{self, Unread};
use crate::hosts::Hosts;
use crate::knowledge::{self, host};
use crate::project::HOOKS;
use crate::terminal::shown_path;
use crate::text::Text;

/// The names of files with cases.
pub const NAMES: [&str; 2] = ["hooks.test.toml", "hooks.test.json"];

/// The folders of a project in which files with cases are.
pub const FOLDERS: [&str; 3] = [host::FOLDER, host::HOOKS_FOLDER, HOOKS];

/// The key of the event in a case.
const EVENT: &str = "event";

/// The key of the cases in a file.
const CASES: &str = "case";

/// A case: an input, and what the hooks should do with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it is called in reports.
    pub name: Option<String>,
    /// The event.
    pub event: HookEvent,
    /// The tool of the call.
    pub tool: Option<String>,
    /// Fields of the input, and arguments of the tool.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// The hook: a line for a shell, a program and its arguments, or its entry in the settings. Without it, the hooks of the
    /// folder run.
    pub hook: Option<Value>,
    /// What is expected, in the words of `check`: `blocked`, `failed`, `failed and blocked`.
    pub expected: String,
    /// Parts of the texts that reach somebody.
    #[serde(default)]
    pub texts: Vec<String>,
    /// The versions of the host.
    pub host: Option<String>,
}

impl Case {
    /// Returns its name, or what is special about it.
    pub fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let tool = self.tool.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
        let set = if self.set.is_empty() { String::new() } else { format!(" {}", json!(self.set)) };
        format!("{}{tool}{set}", self.event)
    }

    /// Returns the versions of the host.
    pub fn hosts(&self) -> Result<Option<Hosts>, String> {
        self.host.as_deref().map(str::parse).transpose()
    }

    /// Returns the entry of its hook in the settings.
    pub fn entry(&self) -> Result<Option<Value>, String> {
        let wrong = || "`hook` has to be a line for a shell, a list of a program and its arguments, or an entry of the settings";
        Ok(match &self.hook {
            None => None,
            Some(Value::String(line)) => Some(json!({"type": "command", "command": line})),
            Some(Value::Array(words)) => match words.as_slice() {
                [program, arguments @ ..] if words.iter().all(Value::is_string) => {
                    Some(json!({"type": "command", "command": program, "args": arguments}))
                }
                _ => return Err(wrong().to_owned()),
            },
            Some(entry @ Value::Object(map)) if map.contains_key("type") => Some(entry.clone()),
            Some(_) => return Err(wrong().to_owned()),
        })
    }

    /// Returns why an outcome is not the expected one. Returns nothing if it is.
    pub fn difference(&self, outcome: &Outcome) -> Option<Vec<String>> {
        let expected = Expected::from(&*self.expected);
        let mut lines = Vec::new();
        if !expected.is_met(outcome) {
            let failed = if outcome.failed() { "failed and " } else { "" };
            lines.push(format!("expected: {expected}"));
            lines.push(format!("found: {failed}{}", outcome.action));
        }
        for text in &self.texts {
            if !outcome.texts.iter().any(|it| it.text.contains(text)) {
                lines.push(format!("expected a text with: {text}"));
            }
        }
        (!lines.is_empty()).then_some(lines)
    }

    /// Returns what is wrong with the case.
    fn mistakes(&self) -> impl Iterator<Item = String> {
        let expected = Expected::from(&*self.expected).mistake().map(str::to_owned);
        let host = self.hosts().err().map(|it| format!("`host`: {it}"));
        [expected, host, self.entry().err()].into_iter().flatten()
    }
}

/// Returns the files with cases of a project.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let all = FOLDERS.iter().flat_map(|it| NAMES.map(|name| folder.join(it).join(name)));
    all.filter(|it| it.symlink_metadata().is_ok()).collect()
}

/// Reads a file with cases. With a folder, the file has to be inside of it. The error has all mistakes, each with its place.
pub fn read(path: &Path, inside: Option<&Path>) -> Result<Vec<Case>, String> {
    let shown = shown_path(path);
    let text = files::read(path, inside).map_err(|why: Unread| format!("{shown}: {why}"))?;
    let is_toml = path.extension().is_some_and(|it| it == "toml");
    let document: Value = if is_toml {
        toml::from_str(&text).map_err(|error| {
            let at = Text::from(text.clone()).position(error.span().map_or(0, |it| it.start));
            format!("{shown}:{}:{}: {}", at.line, at.column, error.message())
        })?
    } else {
        serde_json::from_str(&text)
            .map_err(|error| format!("{shown}:{}:{}: it is not JSON: {error}", error.line(), error.column()))?
    };
    let none = || {
        let example = if is_toml {
            format!("begin each case with `[[{CASES}]]`")
        } else {
            format!("write `{{\"{CASES}\": […]}}`")
        };
        format!("{shown}: it has no cases: {example}")
    };
    let all = document.get(CASES).and_then(Value::as_array).filter(|it| !it.is_empty()).ok_or_else(none)?;
    if let Some(other) = document.as_object().into_iter().flatten().map(|(key, _)| key).find(|it| *it != CASES) {
        return Err(format!("{shown}: `{other}` is not known: a file has nothing but `{CASES}`"));
    }
    let mut cases = Vec::new();
    let mut mistakes = Vec::new();
    for (at, value) in all.iter().enumerate() {
        match Case::deserialize(value) {
            Ok(case) => {
                mistakes.extend(case.mistakes().map(|it| format!("{shown}: case {}: {it}", at + 1)));
                cases.push(case);
            }
            Err(error) => {
                // The message of the contract has the nearest name, and not all of them.
                let event = value.get(EVENT).and_then(Value::as_str).map(str::parse::<HookEvent>);
                let why = match event {
                    Some(Err(unknown)) => unknown.to_string(),
                    _ => knowledge::with_nearest(&error.to_string()),
                };
                mistakes.push(format!("{shown}: case {}: {why}", at + 1));
            }
        }
    }
    if mistakes.is_empty() { Ok(cases) } else { Err(mistakes.join("\n")) }
}
