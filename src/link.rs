//! Gives every definition of the set a name, and every reference the name that it leads to.
//!
//! After this step a schema is one flat set of named definitions: files, pointers and relative references are gone. A
//! name comes from the schema (`title`, or the key in `$defs`) or, for what stands in place, from its parent's name and
//! its property's; never from a shape or a number, so that it does not change when something else does.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;
use serde_json::{Map, Value, json};

use crate::check::{is_supported, level, leveled};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{JsonFile, SchemaSet, step};
use crate::model::Origin;
use crate::set::{Level, Lint};

/// The definitions of a set, in the order of their files.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    /// Each with a name of its own.
    pub all: Vec<Definition>,
    by_name: BTreeMap<String, usize>,
}

/// A schema with a name. In it, `$ref` holds the name of another one.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The type's name.
    pub name: String,
    /// The module that it will stand in.
    pub module: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The schema.
    pub schema: Map<String, Value>,
}

impl Definitions {
    /// The definition of this name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).and_then(|index| self.all.get(*index))
    }
}

/// Names the definitions and resolves the references.
///
/// # Errors
/// Two definitions with one name, a root without a name, a reference that leads nowhere or out of the set. What stands in
/// place has a name all the same, and is told beside the definitions, even where the set denies it.
pub fn link(set: &SchemaSet) -> Result<(Definitions, Diagnostics), Diagnostics> {
    let none = Diagnostics::default();
    let mut linker = Linker { set, names: BTreeMap::new(), all: Vec::new(), found: none.clone(), lints: none };
    for file in &set.schemas {
        linker.name_those_of(file);
    }
    linker.found.extend(modules(set));
    for (origin, name) in linker.names.clone() {
        linker.define(origin, name);
    }
    let mut found = linker.found;
    let by_name = unique(set, &linker.all, &mut found);
    let definitions = Definitions { all: linker.all, by_name };
    let sound = !found.has_errors();
    found.extend(linker.lints);
    if sound { Ok((definitions, found)) } else { Err(found) }
}

/// The module of a schema file: its name without the ending and without the direction.
pub fn module_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".json").trim_end_matches(".schema");
    let plain = name.strip_suffix("-input").or_else(|| name.strip_suffix("-output"));
    plain.unwrap_or(name).to_owned()
}

/// Two files are one module only as the two directions of one thing, beside each other.
fn modules(set: &SchemaSet) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut first: BTreeMap<String, &JsonFile> = BTreeMap::new();
    for file in &set.schemas {
        let module = module_of(&file.path);
        match first.get(&module) {
            None => drop(first.insert(module, file)),
            Some(other) if are_directions(&other.path, &file.path) => {}
            Some(other) => found.push(
                Diagnostic::error(Code::SameModule, format!("the module `{module}` is in `{}` as well", other.path))
                    .in_file(&file.path)
                    .because("a module is a file of each package; only `-input` and `-output` in one folder share one")
                    .instead("rename one of the two files"),
            ),
        }
    }
    found
}

fn are_directions(one: &str, other: &str) -> bool {
    let input = |path: &str| path.strip_suffix("-input.schema.json").map(str::to_owned);
    let output = |path: &str| path.strip_suffix("-output.schema.json").map(str::to_owned);
    let pair = |one: &str, other: &str| input(one).is_some() && input(one) == output(other);
    pair(one, other) || pair(other, one)
}

struct Linker<'a> {
    set: &'a SchemaSet,
    names: BTreeMap<Origin, String>,
    all: Vec<Definition>,
    found: Diagnostics,
    lints: Diagnostics,
}

/// What a file without a type of its own can say for all that is in it.
const SAID_OF_A_FILE: [&str; 8] =
    ["$schema", "$id", "$comment", "$defs", "definitions", "description", "x-since", "x-source"];

const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

impl Linker<'_> {
    /// Only a root and what stands in `$defs` can be referred to.
    fn name_those_of(&mut self, file: &JsonFile) {
        let origin = |pointer: String| Origin { file: file.path.clone(), pointer };
        let own_defs = DEFINITIONS.iter().filter_map(|key| Some((key, file.value.get(key)?.as_object()?)));
        for (key, defs) in own_defs {
            for name in defs.keys() {
                self.names.insert(origin(step(&format!("/{key}"), name)), name.clone());
            }
        }
        if !file.value.is_object() || file.value.get("title").is_some_and(|title| !title.is_string()) {
            // What is wrong with it is told by the check.
            return;
        }
        let only_defs =
            file.value.get("title").is_none() && DEFINITIONS.iter().any(|key| file.value.get(key).is_some());
        match file.value.get("title").and_then(Value::as_str) {
            Some(title) => drop(self.names.insert(origin(String::new()), title.to_owned())),
            None if only_defs => self.nothing_but_definitions(file),
            None => self.found.push(
                Diagnostic::error(Code::NoName, "the file's type has no name")
                    .at(file.place(""))
                    .instead("add a `title`: it is the type's name in every language"),
            ),
        }
    }

    /// A root without a name is no type: what would shape one is lost.
    fn nothing_but_definitions(&mut self, file: &JsonFile) {
        for key in file.value.as_object().into_iter().flat_map(Map::keys) {
            if is_supported(key) && !SAID_OF_A_FILE.contains(&key.as_str()) {
                self.found.push(
                    Diagnostic::error(
                        Code::MisplacedKeyword,
                        format!("`{key}` at the root of a file without a `title`"),
                    )
                    .at(file.key_place(&step("", key)))
                    .because("such a file holds definitions alone; it would be dropped without a word")
                    .instead("add a `title`, or remove it"),
                );
            }
        }
    }

    fn define(&mut self, origin: Origin, name: String) {
        let Some(file) = self.set.schema(&origin.file) else { return };
        let Some(schema) = file.value.pointer(&origin.pointer).and_then(Value::as_object) else {
            self.found.push(
                Diagnostic::error(Code::NoObject, "a definition is not an object").at(file.place(&origin.pointer)),
            );
            return;
        };
        let mut schema = schema.clone();
        DEFINITIONS.iter().for_each(|key| drop(schema.remove(*key)));
        let place = Here { file, pointer: origin.pointer.clone(), name: name.clone() };
        let schema = self.resolve_object(schema, &place, Position::Definition);
        self.all.push(Definition { name, module: module_of(&origin.file), origin, schema });
    }

    fn resolve(&mut self, schema: Value, here: &Here<'_>, position: Position) -> Value {
        match schema {
            Value::Object(object) => Value::Object(self.resolve_object(object, here, position)),
            other => other,
        }
    }

    /// Rewrites the references in a schema and takes out what stands in place.
    fn resolve_object(
        &mut self,
        object: Map<String, Value>,
        here: &Here<'_>,
        position: Position,
    ) -> Map<String, Value> {
        if position == Position::Use && has_shape_of_its_own(&object) {
            return self.take_out(object, here);
        }
        if open_enum(&object).is_some() {
            // Its branches are no definitions of their own, and nothing in them refers to another one.
            return object;
        }
        let mut resolved = Map::new();
        for (key, value) in object {
            let below = here.below(&key);
            let value = match (key.as_str(), value) {
                ("$ref", Value::String(reference)) => Value::String(self.target(&reference, &below)),
                ("properties", Value::Object(properties)) => Value::Object(
                    properties
                        .into_iter()
                        .map(|(name, schema)| {
                            let schema = self.resolve(schema, &below.below(&name).named(&name), Position::Use);
                            (name, schema)
                        })
                        .collect(),
                ),
                ("items", schema) => self.resolve(schema, &below.named("Item"), Position::Use),
                ("additionalProperties", schema) => self.resolve(schema, &below.named("Value"), Position::Use),
                ("oneOf" | "anyOf", Value::Array(branches)) => Value::Array(self.branches(branches, &below, position)),
                // A part of the definition itself, or a condition: it needs no name, and a reference in it is resolved.
                ("allOf", Value::Array(parts)) => Value::Array(
                    parts
                        .into_iter()
                        .enumerate()
                        .map(|(index, part)| self.resolve(part, &below.below(&index.to_string()), Position::Definition))
                        .collect(),
                ),
                (_, value) => value,
            };
            resolved.insert(key, value);
        }
        resolved
    }

    fn branches(&mut self, branches: Vec<Value>, here: &Here<'_>, position: Position) -> Vec<Value> {
        branches
            .into_iter()
            .enumerate()
            .map(|(index, branch)| {
                let name = branch.get("x-variant").or_else(|| branch.get("title")).and_then(Value::as_str);
                let at = here.below(&index.to_string());
                let at = match (name, position) {
                    (Some(name), _) => at.named(name),
                    // The definition has the name that the branch would get.
                    (None, Position::Definition) => at.named("Value"),
                    (None, Position::Use) => at,
                };
                self.resolve(branch, &at, Position::Use)
            })
            .collect()
    }

    /// Makes a definition of what stands in place, and leaves a reference.
    fn take_out(&mut self, mut object: Map<String, Value>, here: &Here<'_>) -> Map<String, Value> {
        let name = match object.get("title").and_then(Value::as_str) {
            Some(title) => title.to_owned(),
            None => here.name.clone(),
        };
        let diagnostic = Diagnostic::error(Code::InlineObject, "an object, enum or union without a name of its own")
            .at(here.file.place(&here.pointer))
            .because(format!("it becomes a type, and the only name for it is made up: `{name}`"))
            .instead(format!("move it to `$defs` under a name and refer to it: {{\"$ref\": \"#/$defs/{name}\"}}"));
        let level = level(self.set, Lint::InlineObject);
        if level != Level::Allow {
            self.lints.push(leveled(diagnostic, level));
        }
        // What describes the use stays with it.
        let stays: Map<String, Value> =
            ["description", "x-variant", "x-since", "x-until", "default", "deprecated", "x-deprecated"]
                .into_iter()
                .filter_map(|key| Some((key.to_owned(), object.get(key)?.clone())))
                .collect();
        object.shift_remove("x-variant");
        object.shift_remove("default");
        let origin = Origin { file: here.file.path.clone(), pointer: here.pointer.clone() };
        let inner = Here { name: name.clone(), ..here.clone() };
        let schema = self.resolve_object(object, &inner, Position::Definition);
        let module = module_of(&origin.file);
        self.all.push(Definition { name: name.clone(), module, origin, schema });
        let mut reference = Map::from_iter([("$ref".to_owned(), json!(name))]);
        reference.extend(stays);
        reference
    }

    /// The name of the definition that a reference leads to; an empty one, with a diagnostic, if it leads nowhere.
    fn target(&mut self, reference: &str, here: &Here<'_>) -> String {
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let file = if path.is_empty() { Some(here.file.path.clone()) } else { join(&here.file.path, path) };
        let diagnostic = Diagnostic::error(Code::Reference, format!("`{reference}` leads to no definition"))
            .at(here.file.place(&here.pointer));
        let Some(file) = file else {
            self.found.push(
                diagnostic
                    .because("it leads out of the set, and nothing is fetched")
                    .instead("copy the schema into the set"),
            );
            return String::new();
        };
        let pointer = decode(fragment);
        match self.names.get(&Origin { file, pointer }) {
            Some(name) => name.clone(),
            None => {
                let advice = "refer to a file, or to a key in its `$defs`: `name.schema.json#/$defs/Name`";
                self.found.push(diagnostic.instead(advice));
                String::new()
            }
        }
    }
}

/// A fragment is a pointer in which a URL's escapes may stand.
fn decode(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The file that a relative reference means, from the root of the set; none if it leads out of it.
fn join(from: &str, reference: &str) -> Option<String> {
    if reference.contains(':') || reference.starts_with('/') || reference.contains('\\') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in reference.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Whether a schema is a definition of its own, or one part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Definition,
    Use,
}

/// Where a schema stands, and what it would be called if it needed a name.
#[derive(Clone)]
struct Here<'a> {
    file: &'a JsonFile,
    pointer: String,
    name: String,
}

impl Here<'_> {
    fn below(&self, key: &str) -> Self {
        Self { pointer: step(&self.pointer, key), ..self.clone() }
    }

    fn named(&self, part: &str) -> Self {
        Self { name: format!("{}{}", self.name, part.to_upper_camel_case()), ..self.clone() }
    }
}

/// A struct, an enum or a union; lists, maps, scalars, constants and nullable expressions need no name.
fn has_shape_of_its_own(schema: &Map<String, Value>) -> bool {
    schema.contains_key("properties")
        || schema.contains_key("enum")
        || schema.contains_key("allOf")
        || schema.contains_key("oneOf")
        || (schema.contains_key("anyOf") && nullable(schema).is_none())
}

/// `anyOf` of null and one schema more: that schema, and which one it is.
pub fn nullable(schema: &Map<String, Value>) -> Option<(usize, &Value)> {
    let is_null = |branch: &Value| *branch == json!({"type": "null"});
    match &schema.get("anyOf")?.as_array()?[..] {
        [one, null] if is_null(null) && !is_null(one) => Some((0, one)),
        [null, one] if is_null(null) && !is_null(one) => Some((1, one)),
        _ => None,
    }
}

/// `anyOf` of known strings and any string: the branch of the known ones, and which one it is.
pub fn open_enum(schema: &Map<String, Value>) -> Option<(usize, &Map<String, Value>)> {
    let known = |branch: &'_ Value| branch.get("enum").is_some_and(Value::is_array);
    let is_string = |branch: &Value| *branch == json!({"type": "string"});
    match &schema.get("anyOf")?.as_array()?[..] {
        [one, any] if known(one) && is_string(any) => Some((0, one.as_object()?)),
        [any, one] if known(one) && is_string(any) => Some((1, one.as_object()?)),
        _ => None,
    }
}

fn unique(set: &SchemaSet, all: &[Definition], found: &mut Diagnostics) -> BTreeMap<String, usize> {
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    let mut told = BTreeSet::new();
    for (index, definition) in all.iter().enumerate() {
        match by_name.get(&definition.name).map(|first| &all[*first]) {
            None => drop(by_name.insert(definition.name.clone(), index)),
            Some(first) if told.insert((&first.origin, &definition.origin)) => {
                let message = format!("two definitions are called `{}`", definition.name);
                let other = format!("the other one is `{}` at `{}`", first.origin.file, first.origin.pointer);
                let mut diagnostic =
                    Diagnostic::error(Code::SameName, message).because(other).instead("rename one of them");
                if let Some(file) = set.schema(&definition.origin.file) {
                    diagnostic = diagnostic.at(file.place(&definition.origin.pointer));
                }
                found.push(diagnostic);
            }
            Some(_) => {}
        }
    }
    by_name
}
