//! A vector: a hook, an event, and what the hook has to print.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hookwire_harness::Root;
use serde_json::Value;

const VECTORS: &str = "tests/runtime/vectors.jsonl";

/// A vector. `tests/runtime/README.md` describes its keys.
pub struct Vector {
    pub id: String,
    /// The whole line.
    pub whole: String,
    /// Standard input.
    pub input: Vec<u8>,
    pub in_process: bool,
    /// Nobody reads standard output.
    pub is_unread: bool,
    /// The languages that have it; empty for all.
    languages: Vec<String>,
    result: Value,
}

/// Reads all vectors.
///
/// # Errors
/// The file cannot be read, or a line is not a vector.
pub fn read(root: &Root) -> Result<Vec<Vector>, String> {
    let text = fs::read_to_string(root.path(VECTORS)).map_err(|error| format!("{VECTORS}: {error}"))?;
    let lines = text.lines().enumerate();
    lines.map(|(index, line)| vector(line).map_err(|error| format!("{VECTORS}:{}: {error}", index + 1))).collect()
}

fn vector(line: &str) -> Result<Vector, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let text = |key: &str| value[key].as_str();
    let input = match (value.get("input"), text("text"), text("base64")) {
        (Some(input), None, None) => input.to_string().into_bytes(),
        (None, Some(text), None) => text.as_bytes().to_vec(),
        (None, None, Some(coded)) => STANDARD.decode(coded).map_err(|error| error.to_string())?,
        _ => return Err("it has to have one of `input`, `text` and `base64`".to_owned()),
    };
    let languages = value["languages"].as_array().into_iter().flatten();
    Ok(Vector {
        id: text("id").ok_or("it has no `id`")?.to_owned(),
        whole: line.to_owned(),
        input,
        in_process: value["in_process"] == true,
        is_unread: value["stdout"] == "closed",
        languages: languages.filter_map(Value::as_str).map(str::to_owned).collect(),
        result: value.get("result").ok_or("it has no `result`")?.clone(),
    })
}

impl Vector {
    /// Returns true if a language has it.
    pub fn is_for(&self, language: &str) -> bool {
        self.languages.is_empty() || self.languages.iter().any(|it| it == language)
    }

    /// Returns the difference of a language's result from the expected one.
    pub fn fault(&self, result: &Value, language: &str) -> Option<String> {
        let expected = if language == "typescript" { in_camel_case(&self.result) } else { self.result.clone() };
        let stdout = result["stdout"].as_str().unwrap_or_default();
        let stderr = result["stderr"].as_str().unwrap_or_default();
        let said = match &expected["stdout"] {
            Value::String(expected) => is_text(expected, stdout),
            expected => serde_json::from_str(stdout).is_ok_and(|found| is_same(expected, &found)),
        };
        let lines: Vec<Value> = stderr.lines().map(Value::from).collect();
        let noted = is_same(&expected["stderr"], &Value::Array(lines));
        let ended = expected["exit"] == result["exit"];
        let is_right = said && noted && ended;
        (!is_right).then(|| format!("{}: {result}\n    expected: {expected}", self.id))
    }
}

/// The verbs whose names are spelled in another way where names are in camel case.
const SEVERAL_WORDS: [&str; 5] =
    ["classifier_context", "first_message", "hide_prompt", "reload_skills", "replace_output"];

/// Spells the verbs in messages in camel case.
fn in_camel_case(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            SEVERAL_WORDS.iter().fold(text.clone(), |text, verb| text.replace(verb, &camel(verb))).into()
        }
        Value::Array(items) => items.iter().map(in_camel_case).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), in_camel_case(value))).collect(),
        other => other.clone(),
    }
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &part[..1].to_uppercase() + &part[1..])
}

/// Compares values. A text that ends with `…` is the beginning of one.
fn is_same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(expected), Value::String(found)) => is_text(expected, found),
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(expected), Value::Object(found)) => {
            let has = |(key, value): (&String, &Value)| found.get(key).is_some_and(|it| is_same(value, it));
            expected.len() == found.len() && expected.iter().all(has)
        }
        _ => expected == found,
    }
}

fn is_text(expected: &str, found: &str) -> bool {
    expected.strip_suffix('…').map_or(expected == found, |beginning| found.starts_with(beginning))
}
