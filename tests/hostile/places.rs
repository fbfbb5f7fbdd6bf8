//! Every place of a set that holds a string. Most are found by walking through the set; groups of places that must have
//! the same string are listed here.

use serde_json::{Map, Value};

use super::set::Set;

/// A place, and the way to put a string there.
#[derive(Clone)]
pub struct Place {
    pub name: String,
    put: How,
    written: Written,
}

/// The notation of a string in a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    AsItIs,
    /// An escaped regular expression that matches the string.
    Escaped,
    /// The string as a regular expression, which may be invalid.
    Expression,
}

/// The schema with assertions that no type can express.
const ASSERTED: &str = "lock.schema.json";

/// Puts a string into a set.
type Put = fn(&mut Set, &str);

#[derive(Clone)]
enum How {
    /// The string at this pointer into a file.
    Value(String, Vec<String>),
    /// The key at this pointer into a file.
    Key(String, Vec<String>),
    /// Several places that must have the same string.
    Linked(Put),
}

impl Place {
    /// Puts a string there.
    pub fn put(&self, set: &mut Set, text: &str) {
        match &self.put {
            How::Value(file, steps) => {
                if let Some(value) = set.0.get_mut(file).and_then(|root| at(root, steps)) {
                    *value = text.into();
                }
            }
            How::Key(file, steps) => {
                let Some((key, parent)) = steps.split_last() else { return };
                if let Some(Value::Object(object)) = set.0.get_mut(file).and_then(|root| at(root, parent)) {
                    rename(object, key, text);
                }
            }
            How::Linked(put) => put(set, text),
        }
    }

    /// Returns the text for a place. Where values have to be unique, each has a name before it.
    pub fn written(&self, text: &str, index: usize) -> String {
        let text = if self.written == Written::Escaped { escaped(text) } else { text.to_owned() };
        if self.is_identity() { format!("k{index} {text}") } else { text }
    }

    /// Returns true if the place only takes regular expressions.
    pub fn is_expression(&self) -> bool {
        self.written == Written::Expression
    }

    /// Returns true if the validators of each language check this place.
    pub fn is_asserted(&self) -> bool {
        match &self.put {
            How::Value(file, steps) => {
                let said = ["$comment", "$id", "$ref", "$schema", "description", "title"];
                file == ASSERTED && !steps.last().is_some_and(|last| said.contains(&last.as_str()))
            }
            How::Key(file, _) => file == ASSERTED,
            How::Linked(_) => false,
        }
    }

    /// Returns true for strings that must be unique: keys, values of an enum, names.
    pub fn is_identity(&self) -> bool {
        match &self.put {
            How::Key(..) | How::Linked(_) => true,
            How::Value(_, steps) => {
                let last = steps.last().map(String::as_str).unwrap_or_default();
                let above = steps.iter().rev().nth(1).map(String::as_str).unwrap_or_default();
                matches!(last, "title" | "const" | "x-rule" | "x-variant" | "name" | "prefix")
                    || matches!(above, "enum" | "aliases" | "required" | "events")
            }
        }
    }
}

/// Returns all places. Keys come last in their file, the deepest first, so that a renamed key hides no place.
pub fn all(set: &Set) -> Vec<Place> {
    let mut places = linked();
    // The schema of problems is fixed, and has no keywords that other schemas lack.
    for (file, value) in set.0.iter().filter(|(file, _)| *file != "problem.schema.json") {
        let mut keys = Vec::new();
        walk(value, &mut Vec::new(), &mut |steps, is_key| {
            let name = format!("{} {file}#/{}", if is_key { "key" } else { "value" }, steps.join("/"));
            let (file, steps) = (file.clone(), steps.to_vec());
            let is_pattern = holds_a_pattern(&steps, is_key);
            let put = if is_key { How::Key(file, steps) } else { How::Value(file, steps) };
            let found = if is_key { &mut keys } else { &mut places };
            if is_pattern {
                let name = format!("{name} itself");
                found.push(Place { name, put: put.clone(), written: Written::Expression });
            }
            found.push(Place { name, put, written: if is_pattern { Written::Escaped } else { Written::AsItIs } });
        });
        keys.reverse();
        places.extend(keys);
    }
    places
}

/// Returns true if the string is a regular expression.
fn holds_a_pattern(steps: &[String], is_key: bool) -> bool {
    match steps {
        [.., above, _] if is_key => above == "patternProperties",
        [.., last] => !is_key && last == "pattern",
        [] => false,
    }
}

/// Returns the regular expression that matches this text.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if r"\^$.*+?()[]{}|/-".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

fn walk(value: &Value, steps: &mut Vec<String>, found: &mut impl FnMut(&[String], bool)) {
    match value {
        Value::String(_) => found(steps, false),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                steps.push(index.to_string());
                walk(item, steps, found);
                steps.pop();
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                steps.push(key.clone());
                found(steps, true);
                walk(value, steps, found);
                steps.pop();
            }
        }
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, steps: &[String]) -> Option<&'a mut Value> {
    let mut here = value;
    for step in steps {
        here = match here {
            Value::Object(object) => object.get_mut(step)?,
            Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(here)
}

/// Renames a key, and keeps its position.
fn rename(object: &mut Map<String, Value>, from: &str, to: &str) {
    let entries = std::mem::take(object);
    object.extend(entries.into_iter().map(|(key, value)| (if key == from { to.to_owned() } else { key }, value)));
}

/// Returns the strings that several places have to share.
fn linked() -> Vec<Place> {
    let all: &[(&str, Put)] = &[
        ("the name of an event", |set, text| words(set, "Rung", text)),
        ("the name of a type", |set, text| {
            words(set, "Bell", text);
            move_files(set, "examples/Bell.json", &format!("examples/{text}.json"));
        }),
        ("the name of a definition", |set, text| {
            words(set, "Word", text);
            words(set, "#/$defs/Word", &format!("#/$defs/{}", fragment(text)));
        }),
        ("the name of a definition that an assertion refers to", |set, text| {
            words(set, "#/$defs/Guild", &format!("#/$defs/{}", fragment(text)));
            words(set, "Guild", text);
        }),
        ("the name of a property that assertions are about", |set, text| words(set, "latch", text)),
        ("the name of a schema file", |set, text| {
            words(set, "bell.schema.json", &format!("{text}.schema.json"));
            move_files(set, "bell.schema.json", &format!("{text}.schema.json"));
        }),
        ("the name of an event's files", |set, text| {
            for direction in ["input", "output"] {
                let (from, to) = (format!("opened-{direction}.schema.json"), format!("{text}-{direction}.schema.json"));
                words(set, &from, &to);
                words(set, &format!("{from}#/$defs/OpenedSpecific"), &format!("{to}#/$defs/OpenedSpecific"));
                move_files(set, &from, &to);
            }
        }),
        ("the name of a folder of schemas", |set, text| {
            words(set, "bell.schema.json", &format!("{text}/bell.schema.json"));
            if let Some(mut file) = set.0.remove("bell.schema.json") {
                words_of(&mut file, &format!("{text}/bell.schema.json"), "bell.schema.json");
                set.0.insert(format!("{text}/bell.schema.json"), file);
            }
        }),
        ("the name of a required property", |set, text| words(set, "maker", text)),
        ("the name of the key that says which event it is", |set, text| words(set, "hook_event_name", text)),
        ("the name of a property that a rule is about", |set, text| words(set, "why", text)),
        ("the name of a property that chooses a row", |set, text| words(set, "chime", text)),
        ("the tag of a union", |set, text| words(set, "form", text)),
        ("a value with notes", |set, text| words(set, "call", text)),
        ("a value that a rule is about", |set, text| words(set, "leave", text)),
        ("the name of a table", |set, text| words(set, "chimes", text)),
        ("the name of a column", |set, text| words(set, "tune", text)),
        ("the name of a row", |set, text| words(set, "silent", text)),
        ("the name of a profile", |set, text| move_files(set, "profiles/quiet/", &format!("profiles/{text}/"))),
        ("the path of the catalogue", |set, text| {
            words(set, "events.json", &format!("{text}.json"));
            move_files(set, "events.json", &format!("{text}.json"));
            move_files(set, "events.schema.json", &format!("{text}.schema.json"));
        }),
        ("the folder of the examples", |set, text| {
            if let Some(folder) = set.0.get_mut("codegen.toml").and_then(|file| file.pointer_mut("/files/examples")) {
                *folder = text.into();
            }
            move_files(set, "examples/", &format!("{text}/"));
        }),
    ];
    let place = |(name, put): &(&str, Put)| Place {
        name: (*name).to_owned(),
        put: How::Linked(*put),
        written: Written::AsItIs,
    };
    all.iter().map(place).collect()
}

/// Replaces a word in every key and every string that is equal to it.
fn words(set: &mut Set, from: &str, to: &str) {
    set.0.values_mut().for_each(|value| words_of(value, from, to));
}

fn words_of(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) if text == from => to.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| words_of(item, from, to)),
        Value::Object(object) => {
            object.values_mut().for_each(|value| words_of(value, from, to));
            // Keys that start with `x-` are annotations and keep their names.
            if object.contains_key(from) {
                rename(object, from, to);
            }
        }
        _ => {}
    }
}

fn move_files(set: &mut Set, from: &str, to: &str) {
    let paths: Vec<String> = set.0.keys().filter(|path| path.starts_with(from)).cloned().collect();
    for path in paths {
        if let Some(value) = set.0.remove(&path) {
            set.0.insert(format!("{to}{}", &path[from.len()..]), value);
        }
    }
}

/// Escapes a key as a step of a pointer in a URL.
fn fragment(key: &str) -> String {
    let escaped = key.replace('~', "~0").replace('/', "~1");
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    escaped
        .bytes()
        .map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
