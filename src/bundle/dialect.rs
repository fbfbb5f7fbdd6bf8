//! Keywords of draft-07 as draft 2020-12 has them: the published schemas are all of one dialect.

use serde_json::{Map, Value};

/// Puts the keywords of the schema's own level under their later names.
pub fn modernise(schema: &mut Map<String, Value>) {
    if !schema.keys().any(|key| matches!(key.as_str(), "items" | "additionalItems" | "dependencies")) {
        return;
    }
    let listed = schema.get("items").is_some_and(Value::is_array);
    for (key, value) in std::mem::take(schema) {
        match key.as_str() {
            "items" if listed => drop(schema.insert("prefixItems".to_owned(), value)),
            "additionalItems" if listed => drop(schema.insert("items".to_owned(), value)),
            // It speaks of items behind those of a list.
            "additionalItems" => {}
            "dependencies" => dependencies(&value, schema),
            _ => drop(schema.insert(key, value)),
        }
    }
}

/// The requirement of a key: other keys, or a schema of the whole object.
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
