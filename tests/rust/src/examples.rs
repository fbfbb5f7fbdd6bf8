//! The examples of the schemas: `valid` and `invalid` ones, in a file for each type.

use std::fs;

use serde_json::Value;

const FOLDER: &str = "../../schemas/examples";

/// An example of a type.
pub struct Example {
    /// The name for reports: `StopInput/valid/full`.
    pub name: String,
    /// The type's name.
    pub of: String,
    /// The payload.
    pub value: Value,
    /// The expected problems; null for a valid example.
    pub problems: Value,
}

/// Returns the valid or the invalid examples of a type, by the name of the type and of the kind.
///
/// # Panics
/// The type has no file, or the file is not JSON.
pub fn of(of: &str, kind: &str) -> Vec<Example> {
    let path = format!("{FOLDER}/{of}.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let entries = file[kind].as_object().cloned().unwrap_or_default();
    let example = |(scenario, entry): (String, Value)| Example {
        name: format!("{of}/{kind}/{scenario}"),
        of: of.to_owned(),
        value: entry["value"].clone(),
        problems: entry["problems"].clone(),
    };
    entries.into_iter().map(example).collect()
}

/// Returns the valid or the invalid examples of every type.
///
/// # Panics
/// A file is not JSON.
pub fn all(kind: &str) -> Vec<Example> {
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    files.flat_map(|path| of(path.file_stem().unwrap().to_str().unwrap(), kind)).collect()
}

/// Returns the payload of an example: `StopInput/valid/full`.
///
/// # Panics
/// There is no such example.
pub fn value(name: &str) -> Value {
    let parts: Vec<&str> = name.split('/').collect();
    let [type_name, kind, _] = parts[..] else { panic!("{name} has to be a type, a kind and a scenario") };
    let found = of(type_name, kind).into_iter().find(|it| it.name == name);
    found.unwrap_or_else(|| panic!("there is no example {name}")).value
}
