//! Walks the schemas in a schema, and skips data.

use serde_json::{Map, Value};

use super::keywords::{Holds, lookup};
use super::pointer::{At, unescaped};

/// Calls `visit` with every schema object of a file and its path, parents first.
pub fn walk<'a>(schema: &'a Value, at: At<'_>, visit: &mut impl FnMut(&'a Map<String, Value>, At<'_>)) {
    if let Some(object) = schema.as_object() {
        walk_object(object, at, visit);
    }
}

/// Calls `visit` with this schema object and every one below it, parents first.
pub fn walk_object<'a>(
    object: &'a Map<String, Value>,
    at: At<'_>,
    visit: &mut impl FnMut(&'a Map<String, Value>, At<'_>),
) {
    visit(object, at);
    for (key, value) in object.iter().filter(|(_, value)| has_parts(value)) {
        let Some(holds) = lookup(key).map(|keyword| keyword.holds).filter(|holds| *holds != Holds::Data) else {
            continue;
        };
        let at = at.key(key);
        match holds {
            Holds::Schema if !value.is_array() => walk(value, at, visit),
            // `items` of draft-07 may be a list.
            Holds::Schema | Holds::Schemas => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    walk(item, at.index(index), visit);
                }
            }
            Holds::SchemaByName => {
                for (name, item) in value.as_object().into_iter().flatten() {
                    walk(item, at.key(name), visit);
                }
            }
            Holds::Data => {}
        }
    }
}

/// Returns true if a walk visits the node at a pointer.
pub fn is_visited(schema: &Value, pointer: &str) -> bool {
    let mut steps = pointer.split('/').skip(1).map(unescaped);
    let mut here = schema;
    while let Some(key) = steps.next() {
        let Some(value) = here.get(&key) else { return false };
        let below = match (lookup(&key).map(|keyword| keyword.holds), value) {
            // `items` of draft-07 may be a list.
            (Some(Holds::Schema | Holds::Schemas), Value::Array(items)) => {
                steps.next().and_then(|index| items.get(index.parse::<usize>().ok()?))
            }
            (Some(Holds::Schema), value) => Some(value),
            (Some(Holds::SchemaByName), Value::Object(schemas)) => steps.next().and_then(|name| schemas.get(&name)),
            _ => None,
        };
        let Some(below) = below else { return false };
        here = below;
    }
    here.is_object()
}

/// Calls `change` with each schema directly below this one; data is skipped, even if it looks like a schema. `change`
/// gets the schema, its keyword, and its name or index there if there are several.
pub fn each_below(
    schema: &mut Map<String, Value>,
    change: &mut impl FnMut(&mut Map<String, Value>, &str, Option<&str>),
) {
    let mut one = |value: &mut Value, keyword: &str, name: Option<&str>| {
        if let Value::Object(object) = value {
            change(object, keyword, name);
        }
    };
    for (key, value) in schema.iter_mut().filter(|(_, value)| has_parts(value)) {
        match (lookup(key).map(|keyword| keyword.holds), value) {
            (Some(Holds::Schema | Holds::Schemas), Value::Array(items)) => {
                let items = items.iter_mut().enumerate();
                items.for_each(|(index, item)| one(item, key, Some(&index.to_string())));
            }
            (Some(Holds::Schema), value) => one(value, key, None),
            (Some(Holds::SchemaByName), Value::Object(schemas)) => {
                schemas.iter_mut().for_each(|(name, value)| one(value, key, Some(name)));
            }
            _ => {}
        }
    }
}

/// Calls `visit` with every schema object of a file and its path, parents first. It may change them: what is below an object
/// is walked as it is after the visit.
pub fn walk_mut(schema: &mut Value, at: At<'_>, visit: &mut impl FnMut(&mut Map<String, Value>, At<'_>)) {
    let Value::Object(object) = schema else { return };
    visit(object, at);
    for (key, value) in object.iter_mut().filter(|(_, value)| has_parts(value)) {
        let at = at.key(key);
        match (lookup(key).map(|keyword| keyword.holds), value) {
            // `items` of draft-07 may be a list.
            (Some(Holds::Schema | Holds::Schemas), Value::Array(items)) => {
                items.iter_mut().enumerate().for_each(|(index, item)| walk_mut(item, at.index(index), visit));
            }
            (Some(Holds::Schema), value) => walk_mut(value, at, visit),
            (Some(Holds::SchemaByName), Value::Object(schemas)) => {
                schemas.iter_mut().for_each(|(name, value)| walk_mut(value, at.key(name), visit));
            }
            _ => {}
        }
    }
}

/// Returns true if schemas can be below a value. Most values are scalars, and their keywords need no lookup.
fn has_parts(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;
    use crate::schema::step;

    fn add_pointers(value: &Value, pointer: String, all: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, it)| add_pointers(it, step(&pointer, key), all)),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.for_each(|(index, it)| add_pointers(it, step(&pointer, &index.to_string()), all));
            }
            _ => {}
        }
        all.insert(pointer);
    }

    #[test]
    fn the_visited_nodes_are_those_of_a_walk() {
        let schema = json!({
            "$defs": {"A/b": {"items": [{}, {"not": {"type": "null"}}], "default": {"properties": {"a": {}}}}, "not": true},
            "properties": {"enum": {"enum": [{"items": {}}]}, "items": {"items": {"0": {}, "allOf": [{}, {"if": {}}]}}},
            "allOf": {"not": {}},
            "unknown": {"properties": {"a": {}}},
        });
        let (mut all, mut visited) = (BTreeSet::new(), BTreeSet::new());
        add_pointers(&schema, String::new(), &mut all);
        walk(&schema, At::Root(""), &mut |_, at| visited.extend([at.pointer()]));
        assert!(visited.len() > 10 && visited.is_subset(&all));
        for pointer in &all {
            assert_eq!(is_visited(&schema, pointer), visited.contains(pointer), "{pointer}");
        }
    }
}
