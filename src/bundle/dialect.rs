//! Rewrites keywords of draft-07 for draft 2020-12, the dialect of all published schemas.

use crate::schema::Find;
use serde_json::{Map, Value};

/// Replaces the keywords at a schema's own level by their newer names.
pub fn modernise(schema: &mut Map<String, Value>) {
    if !schema.keys().any(|key| matches!(key.as_str(), "items" | "additionalItems" | "dependencies")) {
        return;
    }
    let listed = schema.keyword("items").is_some_and(Value::is_array);
    for (key, value) in std::mem::take(schema) {
        match key.as_str() {
            "items" if listed => drop(schema.insert("prefixItems".to_owned(), value)),
            "additionalItems" if listed => drop(schema.insert("items".to_owned(), value)),
            // It is about items after those of a list.
            "additionalItems" => {}
            "dependencies" => dependencies(&value, schema),
            _ => drop(schema.insert(key, value)),
        }
    }
}

/// Converts what a key requires: other keys, or a schema for the whole object.
fn dependencies(value: &Value, modern: &mut Map<String, Value>) {
    let all = value.as_object().into_iter().flatten();
    let (keys, schemas): (Map<_, _>, Map<_, _>) =
        all.map(|(key, it)| (key.clone(), it.clone())).partition(|(_, it)| it.is_array());
    for (keyword, of) in [("dependentRequired", keys), ("dependentSchemas", schemas)] {
        if !of.is_empty() {
            modern.insert(keyword.to_owned(), Value::Object(of));
        }
    }
}
