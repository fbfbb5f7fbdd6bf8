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

use super::Catalogue;
use super::catalogue::EventEntry;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::Origin;
use crate::schema::{At, DEFINITIONS, JsonFile, each_below, reference, step, walk_object};

/// The keyword.
const KEYWORD: &str = "x-each-event";

/// Puts the events of the catalogue of a set into its schemas that list them.
pub fn derive(set: &mut SchemaSet, catalogue: &Catalogue) -> Diagnostics {
    let mut found = Diagnostics::default();
    for at in 0..set.schemas.len() {
        // Only a few files have the keyword, and the others are not copied.
        let Value::Object(schema) = &set.schemas[at].value else { continue };
        if !has_keyword(schema) {
            continue;
        }
        let mut schema = schema.clone();
        Deriver { set, file: &set.schemas[at], catalogue, found: &mut found }.walk(&mut schema, "");
        set.schemas[at].value = schema.into();
    }
    found
}

/// Returns true if the keyword is in a schema, or in one below it.
fn has_keyword(schema: &Map<String, Value>) -> bool {
    let mut has = false;
    walk_object(schema, At::Root(""), &mut |schema, _| has |= schema.contains_key(KEYWORD));
    has
}

struct Deriver<'a> {
    set: &'a SchemaSet,
    file: &'a JsonFile,
    catalogue: &'a Catalogue,
    found: &'a mut Diagnostics,
}

impl Deriver<'_> {
    /// Replaces the keyword in a schema and in all schemas below it.
    fn walk(&mut self, schema: &mut Map<String, Value>, at: &str) {
        if schema.contains_key(KEYWORD) {
            let keys: Vec<String> = schema.keys().cloned().collect();
            let pairs = std::mem::take(schema).into_iter();
            *schema = pairs.filter_map(|pair| self.derived(pair, at, &keys)).collect();
        }
        each_below(schema, &mut |inner, keyword, name| {
            let above = step(at, keyword);
            self.walk(inner, &name.map_or_else(|| above.clone(), |name| step(&above, name)));
        });
    }

    /// Returns the pair of an object with these keys, or its replacement.
    fn derived(&mut self, (key, value): (String, Value), at: &str, keys: &[String]) -> Option<(String, Value)> {
        if key != KEYWORD {
            return Some((key, value));
        }
        let (written, list) = self.list(value, at)?;
        if keys.contains(&written) {
            let diagnostic = Diagnostic::error(Code::Annotation, format!("`{KEYWORD}` beside `{written}`"))
                .at(self.file.place(&step(at, KEYWORD)))
                .because(format!("`{KEYWORD}` writes `{written}` itself, from the catalogue"))
                .instead(format!("take `{written}` out, or write the whole list there without `{KEYWORD}`"));
            self.found.push(diagnostic);
            return None;
        }
        Some((written, list))
    }

    /// Returns the keyword that replaces `x-each-event` with this value, and its list.
    fn list(&mut self, value: Value, at: &str) -> Option<(String, Value)> {
        if self.set.catalogue.is_none() {
            let diagnostic = Diagnostic::error(Code::Annotation, format!("`{KEYWORD}` in a set without a catalogue"))
                .at(self.file.place(&step(at, KEYWORD)))
                .because("the catalogue has the events that it lists")
                .instead("name a catalogue in `[files]`, or write the list");
            self.found.push(diagnostic);
            return None;
        }
        let all = &self.catalogue.events;
        let own = || all.iter().filter(|event| self.set.has(&event.name));
        match &value {
            Value::String(word) if word == "input" => {
                let types: Vec<Value> = own().filter_map(|event| self.reference(&event.input)).collect();
                Some(("oneOf".to_owned(), types.into()))
            }
            Value::String(word) if word == "specific" => {
                let types = own().filter_map(|event| self.reference(event.specific.as_ref()?));
                Some(("oneOf".to_owned(), types.collect::<Vec<_>>().into()))
            }
            Value::String(word) if word == "name" => {
                Some(("enum".to_owned(), own().map(|event| event.name.as_str()).collect::<Vec<_>>().into()))
            }
            Value::Object(schema) => {
                let fields: Map<String, Value> = all.iter().map(|event| self.field(schema, event)).collect();
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

    /// Returns the property of an event.
    fn field(&self, schema: &Map<String, Value>, event: &EventEntry) -> (String, Value) {
        let mut own = schema.clone();
        if let Some(Value::String(text)) = own.get_mut("description") {
            *text = text.replace("{event}", &event.name);
        }
        if let Some(since) = self.catalogue.facts(event).get("since").filter(|since| !since.is_null()) {
            own.insert("x-since".to_owned(), since.clone());
        }
        (event.name.clone(), own.into())
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
