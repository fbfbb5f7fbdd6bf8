//! Finds the definitions that cannot be lowered before a reference is fixed.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::link::{Definition, Definitions};

/// Returns the names of the definitions with a broken reference, and of those that extend one of them.
pub fn broken(definitions: &Definitions) -> BTreeSet<&str> {
    let mut broken = BTreeSet::new();
    let mut open: Vec<&str> = names(definitions.all.iter().filter(|it| leads_nowhere(&it.schema)));
    while let Some(name) = open.pop() {
        if broken.insert(name) {
            open.extend(names(definitions.all.iter().filter(|it| extends(it, name))));
        }
    }
    broken
}

fn names<'a>(definitions: impl Iterator<Item = &'a Definition>) -> Vec<&'a str> {
    definitions.map(|it| it.name.as_str()).collect()
}

/// Returns true if the schema has a broken reference: the linker writes an empty name for it.
fn leads_nowhere(schema: &Map<String, Value>) -> bool {
    schema.get("$ref").is_some_and(|it| it == "") || schema.values().any(holds_one)
}

fn holds_one(value: &Value) -> bool {
    match value {
        Value::Object(object) => leads_nowhere(object),
        Value::Array(items) => items.iter().any(holds_one),
        _ => false,
    }
}

fn extends(definition: &Definition, name: &str) -> bool {
    let parts = definition.schema.get("allOf").and_then(Value::as_array);
    parts.into_iter().flatten().any(|part| part.get("$ref").is_some_and(|it| it == name))
}
