//! Objects and lists without `type`. JSON Schema accepts values of other types there as well, unless something else excludes
//! them.
//!
//! ```text
//! {"properties": …}                         ─▶ anyOf: [{"type": "object", "properties": …}, {"type": "array"}, …]
//! {"oneOf": [{"required": …}, {"required": …}]} ─▶ the same, and "type": "object": any other value fits both
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::about::{Answer, Known, is_about};
use super::counted::Counted;
use super::targets::{self, Targets};
use crate::diagnostic::{Code, Diagnostic, Level};
use crate::schema::{At, JsonFile, Origin, each_below, is_asserted, reference, step};
use crate::set::LintLevel;

/// The types of JSON, with numbers for integers.
const TYPES: [&str; 6] = ["object", "array", "string", "number", "boolean", "null"];

/// Writes the types. References follow: those of objects to the branch of the object, and those into a schema.
pub fn give_types(schemas: &mut [JsonFile], level: LintLevel, found: &mut Counted) {
    let (known, mut targets) = (Known::of(schemas), Targets::of(schemas));
    let (mut split, mut moved) = (BTreeSet::new(), BTreeMap::new());
    for file in schemas.iter_mut() {
        let (path, mut places) = (file.path.clone(), Vec::new());
        let mut reported = Vec::new();
        each(file, &known, &mut |schema, it| {
            if it.is_condition || schema.contains_key("type") {
                return;
            }
            let is_about_objects = known.is_about_objects(schema, &path, 0);
            let answer = known.of_others(schema, &path);
            if is_about_objects && !it.is_object && answer == Answer::None && excludes_others(&known, schema, &path) {
                schema.insert("type".to_owned(), json!("object"));
                return;
            }
            let is_part = it.is_part || it.is_object;
            let Some(new) = by_type(schema, is_about_objects && answer == Answer::Each).filter(|_| !is_part) else {
                return;
            };
            if !known.shows_a_type(schema, &path, 0) || is_one_reference(schema) {
                return;
            }
            let origin = Origin { file: path.clone(), pointer: it.pointer.to_owned() };
            let (old, new) = (Value::Object(schema.clone()), Value::Object(new));
            if !targets.follow(&origin, [&old, &new], &mut moved) {
                return;
            }
            reported.push(it.pointer.to_owned());
            places
                .extend((0..TYPES.len()).map(|index| (format!("{}/anyOf/{index}", it.pointer), it.pointer.to_owned())));
            split.insert(origin);
            if let Value::Object(new) = new {
                *schema = new;
            }
        });
        let is_told = level == LintLevel::Warn && !file.is_built_in();
        for pointer in reported.into_iter().filter(|_| is_told) {
            found.add("type", without_type, || file.place(&pointer));
        }
        file.add_respelled(places);
    }
    targets::redirect(schemas, &moved);
    refer_to_objects(schemas, &split);
}

/// Makes references lead to the branch of the object where only objects are valid.
fn refer_to_objects(schemas: &mut [JsonFile], split: &BTreeSet<Origin>) {
    if split.is_empty() {
        return;
    }
    let known = Known::of(schemas);
    for file in schemas {
        let path = file.path.clone();
        each(file, &known, &mut |schema, it| {
            let is_object = it.is_object || schema.get("type").is_some_and(|of| of == "object");
            let Some(Value::String(written)) = schema.get_mut("$ref").filter(|_| is_object) else { return };
            if let Some(mut target) = reference::target(&path, written).filter(|target| split.contains(target)) {
                target.pointer.push_str("/anyOf/0");
                *written = reference::to(&target, &path);
            }
        });
    }
}

/// Returns true if a schema itself accepts only objects, and not just what it refers to.
fn excludes_others(known: &Known, schema: &Map<String, Value>, file: &str) -> bool {
    let refers = |schema: &Value| schema.get("$ref").is_some();
    let is_own = |key: &str, value: &Value| match key {
        "oneOf" | "not" => true,
        "allOf" => !value.as_array().into_iter().flatten().any(refers),
        _ => false,
    };
    let own = schema.iter().filter(|(key, value)| is_own(key, value));
    own.into_iter().any(|(key, value)| {
        let alone = Map::from_iter([(key.clone(), value.clone())]);
        known.of_others(&alone, file) == Answer::None
    })
}

/// Returns a schema with a branch for each type, if each keyword is about a single type. `is_about_objects` says that all are
/// about objects, also those that are about any value.
fn by_type(schema: &Map<String, Value>, is_about_objects: bool) -> Option<Map<String, Value>> {
    let kind = |key: &str| match TYPES.into_iter().find(|kind| is_about(key, kind)) {
        None if is_about_objects => Some("object"),
        kind => kind,
    };
    let (asserted, mut new): (Map<String, Value>, Map<String, Value>) =
        schema.clone().into_iter().partition(|(key, _)| is_asserted(key));
    if asserted.keys().any(|key| kind(key).is_none()) {
        return None;
    }
    let branch = |of: &str| {
        let own = asserted.iter().filter(|(key, _)| kind(key) == Some(of));
        let mut branch = Map::from_iter([("type".to_owned(), json!(of))]);
        branch.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        if of == "object" {
            // Its type is that of the union, and this word.
            branch.insert("x-variant".to_owned(), json!("Object"));
        }
        Value::Object(branch)
    };
    new.insert("anyOf".to_owned(), TYPES.into_iter().map(branch).collect());
    Some(new)
}

/// Returns true if a schema only refers to another one.
fn is_one_reference(schema: &Map<String, Value>) -> bool {
    let mut asserted = schema.iter().filter(|(key, _)| is_asserted(key));
    match (asserted.next(), asserted.next()) {
        (Some((key, _)), None) if key == "$ref" => true,
        (Some((key, Value::Array(parts))), None) => {
            ["allOf", "anyOf", "oneOf"].contains(&key.as_str())
                && matches!(&parts[..], [Value::Object(only)] if is_one_reference(only))
        }
        _ => false,
    }
}

fn without_type() -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::NoObjectType, "the properties or items of a schema without `type`")
        .because("JSON Schema accepts there values of every other type as well, and so does the type: it is a union")
        .instead("write `\"type\": \"object\"` or `\"type\": \"array\"` beside them");
    Diagnostic { level: Level::Warning, ..diagnostic }
}

/// A schema on the way through a file.
struct Here<'a> {
    pointer: &'a str,
    /// A schema around it accepts only objects, and is about the same value.
    is_object: bool,
    /// It is a part of `allOf`.
    is_part: bool,
    /// It is a condition, or depends on one.
    is_condition: bool,
}

/// Visits every schema of a file, parents first, as it is after the visit of its parent.
fn each(file: &mut JsonFile, known: &Known, visit: &mut impl FnMut(&mut Map<String, Value>, &Here<'_>)) {
    let path = file.path.clone();
    file.each_schema_mut(&mut |schema, at| {
        if let At::Root(pointer) = at {
            below(
                schema,
                &path,
                known,
                &Here { pointer, is_object: false, is_part: false, is_condition: false },
                visit,
            );
        }
    });
}

fn below(
    schema: &mut Map<String, Value>,
    file: &str,
    known: &Known,
    here: &Here<'_>,
    visit: &mut impl FnMut(&mut Map<String, Value>, &Here<'_>),
) {
    visit(schema, here);
    let is_object = here.is_object || known.of_others(schema, file) == Answer::None;
    each_below(schema, &mut |inner, key, name| {
        let of_key = step(here.pointer, key);
        let pointer = name.map_or_else(|| of_key.clone(), |name| step(&of_key, name));
        let is_same_value =
            matches!(key, "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" | "dependentSchemas");
        let is_condition = matches!(key, "if" | "then" | "else" | "not" | "x-advice");
        let here = Here {
            pointer: &pointer,
            is_object: is_object && is_same_value,
            is_part: key == "allOf",
            is_condition: here.is_condition || is_condition,
        };
        below(inner, file, known, &here, visit);
    });
}
