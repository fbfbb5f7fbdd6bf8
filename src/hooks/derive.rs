//! Derives the schemas that list every event from the catalogue, so that an event is written once.
//!
//! The keyword `x-each-event` names the list, and is replaced by another keyword:
//!
//! | `x-each-event` | becomes |
//! |---|---|
//! | `"input"` | `oneOf`, with the input of each event |
//! | `"specific"` | `oneOf`, with the specific output of each event that has one |
//! | `"name"` | `enum`, with the names of the events |
//! | a schema | `properties`: the schema for each event, with the event's version, and its name for `{event}` |
//!
//! A profile with fewer events has shorter lists. The properties stay: a profile is about payloads, and the file that
//! registers hooks is still that of the host.

use serde_json::{Map, Value, json};

use super::catalogue::entries;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::Origin;
use crate::schema::reference;
use crate::schema::{DEFINITIONS, JsonFile, step};

/// The keyword.
const KEYWORD: &str = "x-each-event";

/// Puts the events of the catalogue into the schemas of a set that list them.
pub fn derive(set: &mut SchemaSet) -> Diagnostics {
    let mut found = Diagnostics::default();
    let events: Vec<Value> = set.catalogue.iter().flat_map(|data| entries(&data.file)).cloned().collect();
    for at in 0..set.schemas.len() {
        let mut value = set.schemas[at].value.clone();
        let mut deriver = Deriver { set, file: &set.schemas[at], events: &events, found: &mut found, changed: false };
        deriver.walk(&mut value, "");
        if deriver.changed {
            set.schemas[at].value = value;
        }
    }
    found
}

struct Deriver<'a> {
    set: &'a SchemaSet,
    file: &'a JsonFile,
    /// The entries of the catalogue.
    events: &'a [Value],
    found: &'a mut Diagnostics,
    changed: bool,
}

impl Deriver<'_> {
    fn walk(&mut self, value: &mut Value, at: &str) {
        match value {
            Value::Object(keys) => {
                if keys.contains_key(KEYWORD) {
                    self.changed = true;
                    *keys = std::mem::take(keys).into_iter().filter_map(|pair| self.derived(pair, at)).collect();
                }
                keys.iter_mut().for_each(|(key, inner)| self.walk(inner, &step(at, key)));
            }
            Value::Array(items) => {
                items.iter_mut().enumerate().for_each(|(index, inner)| self.walk(inner, &step(at, &index.to_string())));
            }
            _ => {}
        }
    }

    /// Returns the pair of an object, or its replacement.
    fn derived(&mut self, (key, value): (String, Value), at: &str) -> Option<(String, Value)> {
        if key != KEYWORD {
            return Some((key, value));
        }
        if self.set.catalogue.is_none() {
            let diagnostic = Diagnostic::error(Code::Annotation, format!("`{KEYWORD}` in a set without a catalogue"))
                .at(self.file.place(&step(at, KEYWORD)))
                .because("the catalogue has the events that it lists")
                .instead("name a catalogue in `[files]`, or write the list");
            self.found.push(diagnostic);
            return None;
        }
        let is_here = |event: &&Value| event.get("name").and_then(Value::as_str).is_some_and(|name| self.set.has(name));
        let types = |of: &str| -> Vec<Value> {
            let names = self.events.iter().filter(is_here).filter_map(|event| event.get(of)?.as_str());
            names.filter_map(|name| self.reference(name)).collect()
        };
        match &value {
            Value::String(word) if word == "input" || word == "specific" => {
                Some(("oneOf".to_owned(), types(word).into()))
            }
            Value::String(word) if word == "name" => {
                let names: Vec<&Value> =
                    self.events.iter().filter(is_here).filter_map(|event| event.get("name")).collect();
                Some(("enum".to_owned(), json!(names)))
            }
            Value::Object(schema) => {
                let fields: Map<String, Value> = self.events.iter().filter_map(|event| field(schema, event)).collect();
                Some(("properties".to_owned(), fields.into()))
            }
            _ => {
                let diagnostic = Diagnostic::error(Code::Annotation, format!("`{KEYWORD}` does not say what to list"))
                    .at(self.file.place(&step(at, KEYWORD)))
                    .instead(
                        "write `\"input\"`, `\"specific\"`, `\"name\"`, or the schema of a property for each event",
                    );
                self.found.push(diagnostic);
                None
            }
        }
    }

    /// Returns a reference to the type of this name; `None` if no schema defines it, which is reported where the events
    /// are read.
    fn reference(&self, name: &str) -> Option<Value> {
        let origin = self.set.schemas.iter().find_map(|file| defined(file, name))?;
        Some(json!({"$ref": reference::to(&origin, &self.file.path)}))
    }
}

/// Returns the location of the definition of this name in a file.
fn defined(file: &JsonFile, name: &str) -> Option<Origin> {
    let at = |pointer: String| Some(Origin { file: file.path.clone(), pointer });
    if file.value.get("title").and_then(Value::as_str) == Some(name) {
        return at(String::new());
    }
    let keyword =
        DEFINITIONS.into_iter().find(|keyword| file.value.get(keyword).is_some_and(|all| all.get(name).is_some()))?;
    at(step(&step("", keyword), name))
}

/// Returns the property of an event.
fn field(schema: &Map<String, Value>, event: &Value) -> Option<(String, Value)> {
    let name = event.get("name")?.as_str()?;
    let mut own = schema.clone();
    if let Some(Value::String(text)) = own.get_mut("description") {
        *text = text.replace("{event}", name);
    }
    if let Some(since) = event.get("since").filter(|since| !since.is_null()) {
        own.insert("x-since".to_owned(), since.clone());
    }
    Some((name.to_owned(), own.into()))
}
