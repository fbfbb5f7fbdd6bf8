//! The normal form of an input: it has nothing in it that is of one machine, of one run, or of the host.
//!
//! Only these strings stay: the words of the contract, the names of tools, and the texts of the [`scenes`]. Every other
//! string becomes a placeholder, such as `{{uuid}}`; numbers become `1`, `0.5` or `-1`. So a test can refuse what is
//! neither allowed nor a placeholder.

use std::collections::BTreeSet;

use hookwire_codegen::internal::model::{Contract, Expr, Kind};
use serde_json::{Map, Value, json};

use super::scenes;
use super::stage::folder;
use crate::play::scene::{DONE, strings};

/// The placeholders, apart from those of folders.
const PLACEHOLDERS: [&str; 8] =
    ["{{uuid}}", "{{id}}", "{{time}}", "{{path}}", "{{url}}", "{{model}}", "{{text}}", "{{key}}"];

/// The folders that texts of scenes name, each with its placeholder.
const FOLDERS: [(&str, &str); 4] =
    [("/work", "{{work}}"), ("/home", "{{home}}"), ("/tmp", "{{tmp}}"), ("", "{{root}}")];

/// What the commands and tools of the scenes print, and the names of commands.
const PRINTED: [&str; 5] = ["one", "two", "three", "gamma", "greet"];

/// The longest key that stays, unless the contract or a scene has it.
const KEY: usize = 40;

/// Makes inputs normal.
#[derive(Debug)]
pub struct Normaliser {
    /// The words of the contract: values of enums, constants, and the names in tables.
    words: BTreeSet<String>,
    /// The names of the fields of the contract.
    fields: BTreeSet<String>,
    /// The texts of the scenes, and their lines.
    own: BTreeSet<String>,
}

impl Normaliser {
    /// Creates the normaliser of a contract.
    #[must_use]
    pub fn new(contract: &Contract) -> Self {
        let mut words = BTreeSet::new();
        let mut fields = BTreeSet::new();
        for definition in &contract.types {
            match &definition.kind {
                Kind::Enum(it) => words.extend(it.values.iter().chain(&it.removed).map(|it| it.value.clone())),
                Kind::Struct(it) => fields.extend(it.fields.iter().map(|field| field.name.clone())),
                Kind::Union(it) => words.extend(it.variants.iter().flat_map(|it| it.tags.clone())),
                Kind::Alias { .. } => {}
            }
            definition.kind.exprs().into_iter().for_each(|expr| constants(expr, &mut words));
        }
        for row in contract.tables.values().flatten().filter(|row| row.prefix.is_none()) {
            words.insert(row.name.clone());
            words.extend(row.aliases.iter().cloned());
        }
        words.extend(contract.operations.each.iter().map(|it| it.name.clone()));
        let mut own: BTreeSet<String> = PRINTED.into_iter().chain([DONE, ""]).map(str::to_owned).collect();
        let lines = |text: &str| text.lines().map(str::to_owned).chain([text.to_owned()]).collect::<Vec<_>>();
        for scene in scenes::all() {
            own.extend(scene.texts().into_iter().flat_map(lines));
            for call in scene.calls() {
                // The names of tools that the contract does not have.
                own.insert(call.to_owned());
            }
        }
        own.extend(super::mcp::words().into_iter().map(str::to_owned));
        own.retain(|text| !is_uuid(text));
        Self { words, fields, own }
    }

    /// Returns the normal form of an input that was captured in a scene.
    #[must_use]
    pub fn normal(&self, input: &Value, scene: &str) -> Value {
        self.value(input, "", &folder(scene))
    }

    fn value(&self, value: &Value, key: &str, root: &str) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value.clone(),
            Value::Number(number) if number.is_f64() => json!(0.5),
            Value::Number(number) => json!(if number.as_i64().is_some_and(|it| it < 0) { -1 } else { 1 }),
            Value::String(text) => json!(self.text(text, key, root)),
            Value::Array(items) => {
                let mut kept: Vec<Value> = Vec::new();
                for item in items.iter().map(|item| self.value(item, key, root)) {
                    if !kept.contains(&item) {
                        kept.push(item);
                    }
                }
                Value::Array(kept)
            }
            Value::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| (self.key(key, root), self.value(value, key, root)));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }

    /// Returns the normal form of a string. `key` is the key that it is at.
    fn text(&self, text: &str, key: &str, root: &str) -> String {
        let text = with_folders(text, root);
        if self.allows(&text) { text } else { kind(&text, key).to_owned() }
    }

    fn key(&self, key: &str, root: &str) -> String {
        let key = with_folders(key, root);
        if self.allows_key(&key) { key } else { "{{key}}".to_owned() }
    }

    /// Returns true for a string that a normal input can have.
    fn allows(&self, text: &str) -> bool {
        let is_own = |line: &str| {
            let unmarked = line.strip_prefix(['+', '-', ' ']).unwrap_or(line);
            self.own.contains(line) || self.own.contains(unmarked)
        };
        self.words.contains(text)
            || self.own.contains(text)
            || (text.contains('\n') && text.lines().all(is_own))
            || is_own(text)
    }

    /// Returns true for a key that a normal input can have. Unknown keys stay, so that the contract is compared with
    /// them; but not keys that look like an id, a path or a text.
    fn allows_key(&self, key: &str) -> bool {
        let is_name = key.len() <= KEY
            && key.chars().all(|it| it.is_ascii_alphanumeric() || "_$-".contains(it))
            && key.chars().filter(char::is_ascii_digit).count() < 4;
        self.fields.contains(key) || self.own.contains(key) || is_name
    }

    /// Returns the strings of a vector that are neither allowed nor placeholders.
    #[must_use]
    pub fn refused(&self, vector: &Value) -> Vec<String> {
        let mut refused = Vec::new();
        self.refuse(vector, &mut refused);
        refused
    }

    fn refuse(&self, value: &Value, refused: &mut Vec<String>) {
        match value {
            Value::String(text) if !PLACEHOLDERS.contains(&text.as_str()) && !self.allows(text) => {
                refused.push(text.clone());
            }
            Value::Number(number) if ![json!(1), json!(-1), json!(0.5)].contains(value) => {
                refused.push(number.to_string());
            }
            Value::Array(items) => items.iter().for_each(|item| self.refuse(item, refused)),
            Value::Object(entries) => entries.iter().for_each(|(key, value)| {
                if key != "{{key}}" && !self.allows_key(key) {
                    refused.push(key.clone());
                }
                self.refuse(value, refused);
            }),
            _ => {}
        }
    }

    /// Returns the features of a normal input: each path with the JSON type, the word or the placeholder at it. Two
    /// inputs with the same features have the same shape.
    #[must_use]
    pub fn features(&self, vector: &Value) -> BTreeSet<String> {
        let tool = vector["tool_name"].as_str().unwrap_or_default();
        let mut features = BTreeSet::new();
        self.add_features(vector, tool.to_owned(), &mut features);
        features
    }

    fn add_features(&self, value: &Value, path: String, features: &mut BTreeSet<String>) {
        let what = match value {
            Value::String(text) if self.words.contains(text) || PLACEHOLDERS.contains(&text.as_str()) => text,
            _ => super::keys::json_type(value),
        };
        features.insert(format!("{path} {what}"));
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.add_features(item, format!("{path}[]"), features)),
            Value::Object(entries) => {
                entries.iter().for_each(|(key, value)| self.add_features(value, format!("{path}.{key}"), features));
            }
            _ => {}
        }
    }
}

/// Adds the constants in an expression.
fn constants(expr: &Expr, words: &mut BTreeSet<String>) {
    if let Expr::Constant { value } = expr {
        let mut found = Vec::new();
        strings(value, &mut found);
        words.extend(found.into_iter().map(str::to_owned));
    }
    if let Some(inner) = expr.inner() {
        constants(inner, words);
    }
}

/// Replaces the folders of a scene by their placeholders.
fn with_folders(text: &str, root: &str) -> String {
    let replace =
        |text: String, (name, placeholder): &(&str, &str)| text.replace(&format!("{root}{name}"), placeholder);
    FOLDERS.iter().fold(text.to_owned(), replace)
}

/// Returns true for the text of a UUID.
fn is_uuid(text: &str) -> bool {
    let fits = |(at, it): (usize, char)| if [8, 13, 18, 23].contains(&at) { it == '-' } else { it.is_ascii_hexdigit() };
    text.len() == 36 && text.chars().enumerate().all(fits)
}

/// Returns the placeholder of a string that is not allowed: by its form, and by the key that it is at.
fn kind(text: &str, key: &str) -> &'static str {
    let is_time = |text: &str| {
        text.len() >= 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-' && text[..4].parse::<u16>().is_ok()
    };
    let lower = key.to_ascii_lowercase();
    if is_uuid(text) {
        "{{uuid}}"
    } else if text.is_char_boundary(4) && is_time(text) {
        "{{time}}"
    } else if text.contains("://") && !text.contains(char::is_whitespace) {
        "{{url}}"
    } else if (text.starts_with('/') || text.starts_with("{{")) && !text.contains(char::is_whitespace) {
        "{{path}}"
    } else if lower.contains("model") {
        "{{model}}"
    } else if lower == "id" || lower.ends_with("id") {
        "{{id}}"
    } else {
        "{{text}}"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::tests::contract;

    fn normal(input: &Value) -> Value {
        Normaliser::new(&contract()).normal(input, "files")
    }

    #[test]
    fn words_and_texts_of_scenes_stay() {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Read", "permission_mode": "acceptEdits",
                           "prompt": "Work on the files.", "structuredPatch": ["-beta", "+delta", " alpha"],
                           "file_path": format!("{}/work/notes.txt", folder("files"))});
        let mut expected = input.clone();
        expected["file_path"] = json!("{{work}}/notes.txt");
        assert_eq!(normal(&input), expected);
    }

    #[test]
    fn everything_else_becomes_a_placeholder_by_its_kind() {
        let input = json!({
            "session_id": "0b9a3c52-7d3e-4c26-8a0e-5c1b2a3d4e5f", "agentId": "a1b2c3", "at": "2026-11-25T01:02:03.004Z",
            "cwd": format!("{}/elsewhere", folder("files")), "transcript_path": "/home/ann/x.jsonl",
            "model": "claude-sonnet-4-6", "url": "http://127.0.0.1:40123/", "duration_ms": 1234, "cost": 0.25,
            "shift": -7, "text": "The host's own words, which can be long.", "secret": "sk-ant-1234",
            "list": ["first text", "second text"], "of": {"/home/ann/file": true, "short": null},
        });
        let expected = json!({
            "session_id": "{{uuid}}", "agentId": "{{id}}", "at": "{{time}}", "cwd": "{{path}}",
            "transcript_path": "{{path}}", "model": "{{model}}", "url": "{{url}}", "duration_ms": 1, "cost": 0.5,
            "shift": -1, "text": "{{text}}", "secret": "{{text}}", "list": ["{{text}}"],
            "of": {"{{key}}": true, "short": null},
        });
        assert_eq!(normal(&input), expected);
    }

    #[test]
    fn what_is_normal_stays_the_same_and_nothing_else_is_accepted() {
        let normaliser = Normaliser::new(&contract());
        let vector = json!({"hook_event_name": "Stop", "session_id": "{{uuid}}", "n": 1, "m": [0.5, -1]});
        assert_eq!(normaliser.normal(&vector, "files")["hook_event_name"], "Stop");
        assert_eq!(normaliser.refused(&vector), Vec::<String>::new());
        for text in [
            "/home/ann/notes.txt",
            "ann",
            "root",
            "sk-ant-api03-0123456789",
            "0b9a3c52-7d3e-4c26-8a0e-5c1b2a3d4e5f",
            "00000000-0000-4000-8000-000000000000",
            "2026-11-25T01:02:03.004Z",
            "http://127.0.0.1:40123/",
            "ann@example.com",
            "{{work}}/other.txt",
            "{{text}} and more",
            "The user doesn't want to take this action right now, so the tool call was stopped.",
        ] {
            assert_eq!(normaliser.refused(&json!({"cwd": text})), [text], "as a value");
        }
        for key in ["/home/ann/notes.txt", "0b9a3c52-7d3e-4c26-8a0e-5c1b2a3d4e5f", "a text"] {
            assert_eq!(normaliser.refused(&json!({key: null})), [key], "as a key");
        }
        for number in [json!(40123), json!(1_764_032_523_000_u64), json!(0.25)] {
            assert_eq!(normaliser.refused(&json!({"port": number})), [number.to_string()]);
        }
    }

    #[test]
    fn no_text_of_a_scene_names_a_machine() {
        for text in scenes::all().iter().flat_map(|scene| scene.texts()) {
            for part in ["/home/", "/root", "/tmp/", "/srv/", "/work/", "sk-", "@", "localhost"] {
                assert!(!text.replace("{{work}}/", "").contains(part), "{text}");
            }
        }
    }
}
