//! Writes new fields and values into schemas. A draft has an empty description, which the lint `undescribed` refuses: a
//! person has to write it before anything is generated.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hookwire_observe::registry::numbers;
use serde_json::{Map, Value, json};

use crate::compare::{Difference, Draft};

/// The description of a draft. The lint `undescribed` refuses it.
const PLACEHOLDER: &str = "";

/// Writes the drafts of differences into the schemas, and returns the files with the number of drafts in each. `since` is the
/// version of the host, `after` the one that the contract is of.
///
/// # Errors
/// The contract is not of an older host, or a file cannot be read or written, or is written in another form than this command
/// writes.
pub fn write<'a>(
    schemas: &Path,
    differences: &'a [Difference],
    since: &str,
    after: &str,
) -> Result<Vec<(&'a str, usize)>, String> {
    let mut by_file: BTreeMap<&str, Vec<&Difference>> = BTreeMap::new();
    for one in differences.iter().filter(|one| one.draft.is_some()) {
        by_file.entry(&one.file).or_default().push(one);
    }
    if !by_file.is_empty() && numbers(after) >= numbers(since) {
        return Err(format!(
            "`schemas/codegen.toml` has the version {after} already, so the version before {since} that a draft needs is not known: \
             set `version` back, run this again, and then set it to {since}"
        ));
    }
    let mut drafts = Vec::new();
    for (file, all) in by_file {
        let path = schemas.join(file);
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(failed)?;
        let (text, written) = edited(&text, &all, since, after).map_err(|why| format!("{}: {why}", path.display()))?;
        fs::write(&path, text).map_err(failed)?;
        drafts.push((file, written));
    }
    Ok(drafts)
}

/// Returns a sentence about a number of drafts.
pub fn counted(count: usize) -> String {
    match count {
        0 => "nothing to add: the drafts are there".to_owned(),
        1 => "1 draft".to_owned(),
        count => format!("{count} drafts"),
    }
}

/// Returns the text of a schema with the drafts in it, and their number.
fn edited(text: &str, all: &[&Difference], since: &str, after: &str) -> Result<(String, usize), String> {
    let mut schema: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if written(&schema)? != text {
        return Err(
            "the file is not formatted with two spaces and a line for each value; add the parts by hand".to_owned()
        );
    }
    let version = json!({"version": since, "exact": false, "after": after});
    let mut count = 0;
    for one in all {
        let done = match &one.draft {
            Some(Draft::Field { name, types, values, .. }) => {
                let object = one.pointer.strip_suffix(&format!("/properties/{name}"));
                let object = object.and_then(|pointer| schema.pointer_mut(pointer)).and_then(Value::as_object_mut);
                object.is_some_and(|object| add_field(object, name, (types, values), &version))
            }
            Some(Draft::Value { value }) => {
                let object = one.pointer.strip_suffix("/enum");
                let object = object.and_then(|pointer| schema.pointer_mut(pointer)).and_then(Value::as_object_mut);
                object.is_some_and(|object| add_value(object, value, &version))
            }
            None => false,
        };
        count += usize::from(done);
    }
    Ok((written(&schema)?, count))
}

fn written(schema: &Value) -> Result<String, String> {
    serde_json::to_string_pretty(schema).map(|text| format!("{text}\n")).map_err(|error| error.to_string())
}

/// Adds an optional property; false if it is there. Older hosts do not have it, so it is required only if a person says so.
fn add_field(
    object: &mut Map<String, Value>,
    name: &str,
    (types, values): (&[String], &[String]),
    version: &Value,
) -> bool {
    let properties = object.entry("properties").or_insert_with(|| json!({}));
    let Some(properties) = properties.as_object_mut().filter(|it| !it.contains_key(name)) else { return false };
    let mut field = Map::new();
    let types: Vec<&str> = types.iter().map(|it| if it == "list" { "array" } else { it.as_str() }).collect();
    match types.as_slice() {
        ["any"] | [] => {}
        [one] => _ = field.insert("type".to_owned(), json!(one)),
        several => _ = field.insert("type".to_owned(), json!(several)),
    }
    if let [value] = values {
        field.insert("const".to_owned(), json!(value));
    } else if !values.is_empty() {
        field.insert("enum".to_owned(), json!(values));
        let described = values.iter().map(|value| (value.clone(), json!({"description": PLACEHOLDER}))).collect();
        field.insert("x-values".to_owned(), Value::Object(described));
    }
    field.insert("description".to_owned(), json!(PLACEHOLDER));
    field.insert("x-since".to_owned(), version.clone());
    field.insert("x-source".to_owned(), json!(["declarations"]));
    properties.insert(name.to_owned(), field.into());
    true
}

/// Adds a word to an enum, with its description; false if it is there, or the words are not in a list.
fn add_value(object: &mut Map<String, Value>, word: &str, version: &Value) -> bool {
    let Some(list) = words(object) else { return false };
    if list.iter().any(|it| it == word) {
        return false;
    }
    list.push(json!(word));
    let described = object.entry("x-values").or_insert_with(|| json!({}));
    if let Some(described) = described.as_object_mut() {
        described.insert(word.to_owned(), json!({"description": PLACEHOLDER, "since": version}));
    }
    true
}

/// Returns the list of words of an enum, or that of the closed part of an open one.
fn words(object: &mut Map<String, Value>) -> Option<&mut Vec<Value>> {
    if object.contains_key("enum") {
        return object.get_mut("enum")?.as_array_mut();
    }
    let parts = object.get_mut("anyOf")?.as_array_mut()?;
    parts.iter_mut().find_map(|part| part.get_mut("enum")?.as_array_mut())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Kind;

    fn difference(pointer: &str, draft: Draft) -> Difference {
        let (at, what, file) = ("a".to_owned(), "b".to_owned(), "c".to_owned());
        Difference { kind: Kind::NewField, at, what, file, pointer: pointer.to_owned(), draft: Some(draft) }
    }

    #[test]
    fn a_field_and_a_value_are_added_and_nothing_else_changes() -> Result<(), String> {
        let before = json!({"properties": {"a": {"type": "string"}}, "$defs": {"W": {"anyOf": [{"enum": ["x"]}, {}]}}});
        let field = Draft::Field {
            name: "b".to_owned(),
            required: true,
            types: vec!["list".to_owned(), "null".to_owned()],
            values: Vec::new(),
        };
        let all =
            [difference("/properties/b", field), difference("/$defs/W/enum", Draft::Value { value: "y".to_owned() })];
        let text = written(&before)?;
        let (after, count) = edited(&text, &all.iter().collect::<Vec<_>>(), "2.1.2", "2.1.1")?;
        let after: Value = serde_json::from_str(&after).map_err(|error| error.to_string())?;
        assert_eq!(count, 2);
        assert_eq!(after["properties"]["b"]["type"], json!(["array", "null"]));
        assert_eq!(after["properties"]["b"]["x-since"], json!({"version": "2.1.2", "exact": false, "after": "2.1.1"}));
        assert_eq!(after["$defs"]["W"]["anyOf"][0]["enum"], json!(["x", "y"]));
        assert_eq!(after["properties"]["a"], before["properties"]["a"]);
        let (again, count) = edited(&written(&after)?, &all.iter().collect::<Vec<_>>(), "2.1.2", "2.1.1")?;
        assert_eq!((again, count), (written(&after)?, 0), "a second run adds nothing");
        Ok(())
    }

    #[test]
    fn a_file_of_another_form_is_not_reformatted() {
        assert!(edited("{\"a\": 1}", &[], "2.1.2", "2.1.1").is_err_and(|error| error.contains("by hand")));
    }
}
