//! Turns a group's schema into a file of a set: adds the dialect and names. Other keywords stay as they are, except for
//! references, which follow renamed definitions.

use std::collections::BTreeSet;

use hookwire_codegen::internal::schema::each_below;
use serde_json::{Map, Value, json};

use heck::ToUpperCamelCase;

use super::source::{Group, Remote};

/// Returns the name of the group's file in a set.
pub fn file_name(group: &Group) -> String {
    format!("{}-{}.schema.json", group.file_id().to_lowercase().replace('/', "-"), group.number)
}

/// Returns the name in a set of a schema from the suite's server.
pub fn remote_name(remote: &Remote) -> String {
    format!("remote-{}.schema.json", remote.path.trim_end_matches(".json").replace('/', "-"))
}

/// Returns the schema with a name for its type and for each of its definitions. Names in a set must be unique, so those
/// of definitions begin with the name of the type.
pub fn wrap(group: &Group) -> Value {
    let (name, draft) = (group.type_name(), group.draft.known());
    let Value::Object(schema) = &group.schema else {
        // `true` and `false` cannot have a title, but the key of a definition is its name.
        return json!({"$schema": draft.url(), draft.definitions(): {name: group.schema}});
    };
    let mut named = Map::from_iter([("$schema".to_owned(), json!(draft.url())), ("title".to_owned(), json!(name))]);
    named.extend(renamed(schema, &name).into_iter().filter(|(key, _)| key != "title"));
    Value::Object(named)
}

const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];
const REFERENCES: [&str; 2] = ["$ref", "$dynamicRef"];

/// Returns a schema with renamed definitions, at any depth, and updated references.
fn renamed(schema: &Map<String, Value>, of: &str) -> Map<String, Value> {
    let mut schema = schema.clone();
    let mut own = BTreeSet::new();
    keys(&mut schema, &mut own);
    rename(&mut schema, of, &own, &mut 0);
    schema
}

/// Collects the keys of all definitions. References to those of another schema stay as they are.
fn keys(schema: &mut Map<String, Value>, own: &mut BTreeSet<String>) {
    let all = DEFINITIONS.iter().filter_map(|key| schema.get(*key)?.as_object());
    own.extend(all.flat_map(|all| all.keys().cloned()));
    each_below(schema, &mut |below, _, _| keys(below, own));
}

/// Renames the definitions of a schema. `titles` counts the added titles.
fn rename(schema: &mut Map<String, Value>, of: &str, own: &BTreeSet<String>, titles: &mut usize) {
    each_below(schema, &mut |below, _, _| rename(below, of, own, titles));
    for key in REFERENCES {
        if let Some(Value::String(reference)) = schema.get_mut(key) {
            *reference = redirected(reference, of, own);
        }
    }
    for key in DEFINITIONS {
        if let Some(Value::Object(definitions)) = schema.get_mut(key) {
            let all = std::mem::take(definitions).into_iter();
            definitions.extend(all.map(|(key, schema)| definition(key, schema, of, titles)));
        }
    }
}

/// Renames a key that is usable in a type's name. Any other key stays, because the suite tests how references spell it;
/// the definition gets a title instead.
fn definition(key: String, mut schema: Value, of: &str, titles: &mut usize) -> (String, Value) {
    if is_name(&key) {
        return (new_key(&key, of), schema);
    }
    if let Value::Object(schema) = &mut schema {
        schema.insert("title".to_owned(), json!(format!("{of}Definition{titles}")));
        *titles += 1;
    }
    (key, schema)
}

fn new_key(key: &str, of: &str) -> String {
    format!("{of}{}", key.to_upper_camel_case())
}

fn is_name(key: &str) -> bool {
    key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Updates the keys of definitions in a reference's pointer.
fn redirected(reference: &str, of: &str, own: &BTreeSet<String>) -> String {
    let Some((path, pointer)) = reference.split_once('#') else { return reference.to_owned() };
    let steps: Vec<&str> = pointer.split('/').collect();
    let step = |(at, step): (usize, &&str)| {
        let defined = at.checked_sub(1).and_then(|before| steps.get(before)).is_some_and(|it| DEFINITIONS.contains(it));
        if defined && is_name(step) && own.contains(*step) { new_key(step, of) } else { (*step).to_owned() }
    };
    format!("{path}#{}", steps.iter().enumerate().map(step).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::source::Draft;
    use super::*;

    fn wrapped(schema: Value) -> Value {
        wrap(&Group { draft: Draft::Newest, file: "if-then".to_owned(), number: 3, schema, cases: Vec::new() })
    }

    #[test]
    fn a_schema_and_its_definitions_get_names_and_references_follow() {
        let is = wrapped(json!({
            "$ref": "#/$defs/foo",
            "properties": {"$ref": {"$ref": "#/$defs/is-it/$defs/bar"}},
            "$defs": {"foo": {"const": {"$ref": "#/$defs/foo"}}, "is-it": {"$defs": {"bar": false}}},
            "items": {"$ref": "other.json#/$defs/one"},
        }));
        let due = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "IfThen3",
            "$ref": "#/$defs/IfThen3Foo",
            "properties": {"$ref": {"$ref": "#/$defs/is-it/$defs/IfThen3Bar"}},
            "$defs": {
                "IfThen3Foo": {"const": {"$ref": "#/$defs/foo"}},
                "is-it": {"$defs": {"IfThen3Bar": false}, "title": "IfThen3Definition0"},
            },
            // The definition of another schema.
            "items": {"$ref": "other.json#/$defs/one"},
        });
        assert_eq!(is, due);
    }

    #[test]
    fn each_draft_has_names_of_its_own() {
        let of = |draft| Group { draft, file: "ref".to_owned(), number: 3, schema: json!({}), cases: Vec::new() };
        let [newer, older] = [Draft::Newest, Draft::Seven].map(of);
        assert_eq!((newer.id().as_str(), newer.type_name().as_str()), ("ref/3", "Ref3"));
        assert_eq!((older.id().as_str(), older.type_name().as_str()), ("draft7/ref/3", "Draft7Ref3"));
        assert_eq!([newer, older].map(|it| file_name(&it)), ["ref-3.schema.json", "draft7-ref-3.schema.json"]);
    }

    #[test]
    fn a_boolean_schema_is_a_definition() {
        let is = wrapped(json!(false));
        assert_eq!(is["$defs"], json!({"IfThen3": false}));
    }

    #[test]
    fn a_schema_keeps_its_own_dialect() {
        assert_eq!(wrapped(json!({"$schema": "urn:x"}))["$schema"], "urn:x");
    }
}
