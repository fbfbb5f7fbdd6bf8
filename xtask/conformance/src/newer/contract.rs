//! The contract of a newer host: a copy of the schemas with the files and the changes of tests/newer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hookwire_codegen::generate::{Options, generate};
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::write::apply_all;
use serde::Deserialize;
use serde_json::Value;

use crate::vector::{self, Seed};
use hookwire_harness::{Root, copy_folder};

/// A change to a schema file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    file: String,
    /// A JSON Pointer; `-` is the end of a list.
    at: String,
    add: Option<Value>,
    replace: Option<Value>,
}

/// Creates the newer schemas. Returns a root with the same layout as the repository.
pub fn make(root: &Root) -> Result<Root, String> {
    let newer = Root::new(root.path("target/newer"));
    let schemas = newer.path("schemas");
    if newer.path("").exists() {
        fs::remove_dir_all(newer.path("")).map_err(|error| error.to_string())?;
    }
    let copied = copy_folder(&root.path("schemas"), &schemas);
    copied
        .and_then(|()| copy_folder(&root.path("tests/newer/schemas"), &schemas))
        .map_err(|error| error.to_string())?;
    for change in vector::read_json::<Vec<Change>>(&root.path("tests/newer/changes.json"))? {
        change
            .make(&schemas)
            .map_err(|why| format!("tests/newer/changes.json: {}#{}: {why}", change.file, change.at))?;
    }
    Ok(newer)
}

impl Change {
    fn make(&self, schemas: &Path) -> Result<(), String> {
        let path = schemas.join(&self.file);
        let mut document: Value = vector::read_json(&path)?;
        self.change(&mut document)?;
        fs::write(&path, format!("{document:#}\n")).map_err(|error| error.to_string())
    }

    /// Applies a change. An added part must be new, and a replaced one must differ: otherwise the change tests nothing.
    fn change(&self, document: &mut Value) -> Result<(), String> {
        let (parent, key) = self.at.rsplit_once('/').ok_or("no pointer")?;
        match (document.pointer_mut(parent).ok_or("leads nowhere")?, &self.add, &self.replace) {
            (Value::Array(items), Some(value), None) if key == "-" && !items.contains(value) => {
                items.push(value.clone())
            }
            (Value::Object(object), Some(value), None) if !object.contains_key(key) => {
                object.insert(key.to_owned(), value.clone());
            }
            (Value::Object(object), None, Some(value)) if object.get(key).is_some_and(|it| it != value) => {
                object.insert(key.to_owned(), value.clone());
            }
            _ => {
                return Err(
                    "cannot be added or replaced there: today's contract has it, or has no such place".to_owned()
                );
            }
        }
        Ok(())
    }
}

/// Renders the newer contract for every target. The output of each target must mention every new event.
pub fn render(root: &Root, newer: &Root) -> Result<(), String> {
    let options = Options {
        schemas: newer.path("schemas"),
        templates: root.path("templates"),
        only: Vec::new(),
        name: None,
        single_file: false,
    };
    let generated = generate(&options).map_err(messages)?;
    let targets = fs::read_dir(&options.templates).map_err(|error| error.to_string())?.count();
    let known = events(root)?;
    let new: Vec<String> = events(newer)?.into_iter().filter(|name| !known.contains(name)).collect();
    println!("a contract with {} rendered for {} targets", new.join(", "), generated.outputs.len());
    for output in &generated.outputs {
        let lacks = |name: &&String| !output.artifacts.iter().any(|file| file.contents.contains(*name));
        if let Some(name) = new.iter().find(lacks) {
            return Err(format!("{} has nothing of {name}", output.target));
        }
    }
    if generated.outputs.len() != targets || new.is_empty() {
        return Err(format!("{} of {targets} targets rendered, {} new events", generated.outputs.len(), new.len()));
    }
    let (plans, found) = generated.compare(&newer.path("generated"));
    found.or(()).map_err(messages)?;
    apply_all(&plans, false).map_err(messages).map(|_| ())
}

/// Returns the names of the events of a set.
fn events(root: &Root) -> Result<Vec<String>, String> {
    let catalogue: Value = vector::read_json(&root.path("schemas/events.json"))?;
    let events = catalogue["events"].as_array().ok_or("schemas/events.json has no events")?;
    Ok(events.iter().filter_map(|event| event["name"].as_str()).map(str::to_owned).collect())
}

fn messages(found: Diagnostics) -> String {
    found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Returns the valid inputs among the newer examples that the current examples lack, or have with another payload.
pub fn news(root: &Root, newer: &Root) -> Result<Vec<Seed>, String> {
    let today = vector::examples(root)?.into_iter().map(|it| (it.vector.id, it.payload));
    let today: BTreeMap<String, Value> = today.collect();
    let is_new =
        |it: &Seed| it.conforms() && it.vector.of.ends_with("Input") && today.get(&it.vector.id) != Some(&it.payload);
    Ok(vector::examples(newer)?.into_iter().filter(is_new).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(change: Value) -> Result<Value, String> {
        let mut document = json!({"type": "string", "enum": ["a"]});
        serde_json::from_value::<Change>(change).map_err(|error| error.to_string())?.change(&mut document)?;
        Ok(document)
    }

    #[test]
    fn what_is_new_is_added_or_replaced() {
        let with = |at: &str, how: &str, value: Value| changed(json!({"file": "", "at": at, how: value}));
        assert_eq!(with("/enum/-", "add", json!("b")), Ok(json!({"type": "string", "enum": ["a", "b"]})));
        assert_eq!(with("/x", "add", json!(1)), Ok(json!({"type": "string", "enum": ["a"], "x": 1})));
        assert_eq!(with("/type", "replace", json!("integer")), Ok(json!({"type": "integer", "enum": ["a"]})));
    }

    #[test]
    fn what_is_there_is_no_news() {
        for (at, how, value) in [
            ("/enum/-", "add", "a"),
            ("/enum/0", "add", "b"),
            ("/type", "add", "string"),
            ("/type", "replace", "string"),
            ("/x", "replace", "b"),
            ("/x/y", "add", "b"),
        ] {
            assert!(changed(json!({"file": "", "at": at, how: value})).is_err(), "{at} {how} {value}");
        }
    }
}
