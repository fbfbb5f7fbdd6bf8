//! Names and types that are about hooks, as data: what the declarations of a host version say.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The schema of the data.
pub const SCHEMA: &str = include_str!("../../../docs/upstream.schema.json");

/// The facts of a host version.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// The version of the host: `2.1.330`.
    pub host: String,
    /// The fields of every input.
    pub input: Fields,
    /// The fields of every reply.
    pub output: Fields,
    /// The fields of a reply that moves the hook to the background.
    pub background: Fields,
    /// The events, by name.
    pub events: BTreeMap<String, Event>,
    /// The settings that are about hooks.
    pub settings: Fields,
    /// The tools, by the name in the declarations.
    pub tools: BTreeMap<String, Tool>,
    /// Messages of the SDK, by the name in the declarations.
    pub messages: BTreeMap<String, Fields>,
    /// What was seen of the host, if it was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Observed>,
}

/// What was seen of a host that differs from the records and the contract.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// The ids of the cases in which it did something else than is recorded.
    pub cases: BTreeSet<String>,
    /// The keys of real inputs that the contract does not have, by event.
    pub keys: BTreeMap<String, BTreeSet<String>>,
}

/// The fields of an event.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The fields of its input, without those of every input.
    pub input: Fields,
    /// The fields of `hookSpecificOutput`, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specific: Option<Fields>,
}

/// The types of a tool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Fields>,
    /// Its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Fields>,
}

/// Values by their path. The value itself has the empty path; segments are separated by `/`:
///
/// - `name`: a key of an object
/// - `[]`: the items of a list
/// - `*`: the values of an object with any keys
/// - `{key=word|word}`: only the objects that have one of these words at this key
pub type Fields = BTreeMap<String, Fact>;

/// The type of a value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// It can be absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Its JSON types: `any`, `boolean`, `list`, `null`, `number`, `object`, `string`.
    pub types: BTreeSet<String>,
    /// Its words, if it is one of a list of words.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub values: BTreeSet<String>,
}

/// Returns a path without the choice of objects: `a/{type=x}/b` is `a/b`.
#[must_use]
pub fn plain(path: &str) -> String {
    path.split('/').filter(|segment| !segment.starts_with('{')).collect::<Vec<_>>().join("/")
}

/// Returns the path of a part.
#[must_use]
pub fn join(path: &str, segment: &str) -> String {
    if path.is_empty() { segment.to_owned() } else { format!("{path}/{segment}") }
}

impl Facts {
    /// Reads facts, and validates them against their schema.
    ///
    /// # Errors
    /// The text is not JSON, or the schema does not accept it.
    pub fn read(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| format!("the facts: {error}"))?;
        let schema: Value = serde_json::from_str(SCHEMA).map_err(|error| format!("the schema of facts: {error}"))?;
        let validator = jsonschema::draft202012::new(&schema).map_err(|error| error.to_string())?;
        if let Err(error) = validator.validate(&value) {
            return Err(format!("the facts: {error} at `{}`", error.instance_path()));
        }
        serde_json::from_value(value).map_err(|error| format!("the facts: {error}"))
    }

    /// Returns the facts as JSON, a line for each field.
    #[must_use]
    pub fn text(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        let mut text = String::new();
        write(&value, 0, &mut text);
        text.push('\n');
        text
    }
}

/// Writes objects over several lines, but a fact in one.
fn write(value: &Value, depth: usize, text: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() && !map.contains_key("types") => {
            let indent = "  ".repeat(depth + 1);
            text.push('{');
            for (at, (key, value)) in map.iter().enumerate() {
                text.push_str(if at == 0 { "\n" } else { ",\n" });
                text.push_str(&format!("{indent}{}: ", Value::from(key.as_str())));
                write(value, depth + 1, text);
            }
            text.push_str(&format!("\n{}}}", "  ".repeat(depth)));
        }
        _ => text.push_str(&value.to_string()),
    }
}
