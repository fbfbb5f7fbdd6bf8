//! Finds the definitions that cannot be lowered before a reference is fixed.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::link::{Definition, Definitions};
use crate::schema::Find;

/// Returns the names of the definitions with a broken reference, and of those that extend one of them.
pub fn broken(definitions: &Definitions) -> BTreeSet<&str> {
    let mut broken = BTreeSet::new();
    let mut open: Vec<&str> = names(definitions.all.iter().filter(|it| has_broken_reference(&it.schema)));
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
fn has_broken_reference(schema: &Map<String, Value>) -> bool {
    schema.keyword("$ref").is_some_and(|it| it == "") || schema.values().any(contains_broken_reference)
}

fn contains_broken_reference(value: &Value) -> bool {
    match value {
        Value::Object(object) => has_broken_reference(object),
        Value::Array(items) => items.iter().any(contains_broken_reference),
        _ => false,
    }
}

fn extends(definition: &Definition, name: &str) -> bool {
    let parts = definition.schema.keyword("allOf").and_then(Value::as_array);
    parts.into_iter().flatten().any(|part| part.keyword("$ref").is_some_and(|it| it == name))
}
