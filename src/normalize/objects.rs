//! Objects and lists without `type`. JSON Schema accepts values of other types there as well, unless something else excludes
//! them.
//!
//! ```text
//! {"properties": …}                             ─▶ {"anyOf": [{"type": "object", "properties": …}, {"type": "array"}, …]}
//! {"oneOf": [{"required": …}, {"required": …}]} ─▶ the same, and "type": "object": any other value fits both branches
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::about::{Accepts, Known, is_about, is_condition};
use super::counted::Counted;
use super::targets;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{At, Find, JsonFile, Origin, each_below, is_asserted, reference, referenced};
use crate::set::LintLevel;

/// The types of JSON, with numbers for integers, and the names of the branches whose types are called after the union.
pub const TYPES: [(&str, Option<&str>); 6] = [
    ("object", Some("Object")),
    ("array", Some("Array")),
    ("string", None),
    ("number", None),
    ("boolean", None),
    ("null", None),
];

/// Writes `"type": "object"` where a schema speaks of the parts of objects alone: the owner of the set says that nothing else is
/// meant. What is under a condition stays as it is.
pub fn assume(schemas: &mut [JsonFile]) {
    let (known, referred) = (Known::of(schemas), referenced(schemas.iter()));
    for file in schemas.iter_mut().filter(|file| !file.is_built_in()) {
        let path = file.path.clone();
        each(file, &known, &referred, &mut |schema, it| {
            let is_other = it.is_unseen || it.is_part || schema.has("type") || is_one_reference(schema);
            if !is_other && known.is_about_objects(schema, &path) && known.shows_parts(schema, &path) {
                schema.insert("type".to_owned(), json!("object"));
            }
        });
    }
}

/// Writes the types. References follow: those of objects to the branch of the object, and those into a schema. Reports the
/// unions, unless the lint is allowed.
pub fn give_types(schemas: &mut [JsonFile], level: LintLevel, known: &mut Known, found: &mut Counted) {
    let mut targets = known.targets(schemas);
    let referred = targets.nodes();
    let (mut split, mut moved, mut is_changed) = (BTreeSet::new(), BTreeMap::new(), false);
    for file in schemas.iter_mut() {
        let (path, mut places, mut reported) = (file.path.clone(), Vec::new(), Vec::new());
        each(file, known, &referred, &mut |schema, it| {
            if it.is_unseen || it.is_object || schema.has("type") {
                return;
            }
            let is_about_objects = known.is_about_objects(schema, &path);
            let accepts = known.accepts_other_types(schema, &path);
            let is_object = || is_about_objects || has_untyped_object(known, schema, &path);
            if accepts == Accepts::Nothing && is_object() && excludes_others(known, schema, &path) {
                schema.insert("type".to_owned(), json!("object"));
                is_changed = true;
                return;
            }
            if it.is_part || !known.shows_parts(schema, &path) || is_one_reference(schema) {
                return;
            }
            let Some(new) = by_type(schema, is_about_objects && accepts == Accepts::All) else { return };
            let origin = Origin { file: path.clone(), pointer: it.at.pointer() };
            let (old, new) = (Value::Object(schema.clone()), Value::Object(new));
            if targets.follow(&origin, [&old, &new], &mut moved) {
                reported.push((without_type(schema), origin.pointer.clone()));
                let branches = (0..TYPES.len()).map(|at| format!("{}/anyOf/{at}", origin.pointer));
                places.extend(branches.map(|branch| (branch, origin.pointer.clone())));
                split.insert(origin);
                is_changed = true;
                if let Value::Object(new) = new {
                    *schema = new;
                }
            }
        });
        file.add_respelled(places);
        let is_reported = level == LintLevel::Warn && !file.is_built_in();
        for (finding, pointer) in reported.into_iter().filter(|_| is_reported) {
            found.add(&finding.message.clone(), || finding, || file.place(&pointer));
        }
    }
    targets::redirect(schemas, &moved);
    refer_to_objects(schemas, &split);
    known.update(schemas, targets, is_changed);
}

/// Makes references lead to the branch of the object where only objects are valid.
fn refer_to_objects(schemas: &mut [JsonFile], split: &BTreeSet<Origin>) {
    if split.is_empty() {
        return;
    }
    // Read again: by `not` or `oneOf`, a schema that was split no longer excludes other values.
    let (known, referred) = (Known::of(schemas), referenced(schemas.iter()));
    for file in schemas {
        let path = file.path.clone();
        each(file, &known, &referred, &mut |schema, it| {
            let is_object = it.is_object || schema.keyword("type").is_some_and(|of| of == "object");
            let Some(Value::String(written)) = schema.keyword_mut("$ref").filter(|_| is_object) else { return };
            if let Some(mut target) = reference::target(&path, written).filter(|target| split.contains(target)) {
                target.pointer.push_str("/anyOf/0");
                *written = reference::to(&target, &path);
            }
        });
    }
}

/// Returns true if a schema itself accepts only objects, and not just what it refers to.
fn excludes_others(known: &Known, schema: &Map<String, Value>, file: &str) -> bool {
    let refers = |schema: &Value| schema.keyword("$ref").is_some();
    let mut own = schema.iter().filter(|(key, value)| match key.as_str() {
        "oneOf" | "not" => true,
        "allOf" => !value.as_array().into_iter().flatten().any(refers),
        _ => false,
    });
    own.any(|(key, value)| {
        let alone = Map::from_iter([(key.clone(), value.clone())]);
        known.accepts_other_types(&alone, file) == Accepts::Nothing
    })
}

/// Returns true if a schema, or one of its branches, speaks of the parts of objects and has no `type`.
fn has_untyped_object(known: &Known, schema: &Map<String, Value>, file: &str) -> bool {
    let branches = ["anyOf", "oneOf"].iter().filter_map(|key| schema.keyword(key)?.as_array()).flatten();
    let mut untyped = branches.filter_map(Value::as_object).filter(|branch| !branch.has("type"));
    schema.keys().any(|key| is_about(key, "object")) || untyped.any(|branch| known.is_about_objects(branch, file))
}

/// Returns a schema with a branch for each type, if each keyword is about a single type. `is_about_objects` says that all are
/// about objects, also those that are about any value.
fn by_type(schema: &Map<String, Value>, is_about_objects: bool) -> Option<Map<String, Value>> {
    let kind = |key: &str| match TYPES.into_iter().find(|(kind, _)| is_about(key, kind)) {
        None if is_about_objects => Some("object"),
        found => found.map(|(kind, _)| kind),
    };
    if schema.keys().any(|key| is_asserted(key) && kind(key).is_none()) {
        return None;
    }
    let (asserted, mut new): (Map<String, Value>, Map<String, Value>) =
        schema.clone().into_iter().partition(|(key, _)| is_asserted(key));
    let branch = |(of, name): (&str, Option<&str>)| {
        let own = asserted.iter().filter(|(key, _)| kind(key) == Some(of));
        let mut branch = Map::from_iter([("type".to_owned(), json!(of))]);
        branch.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        branch.extend(name.map(|name| ("x-variant".to_owned(), json!(name))));
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

fn without_type(schema: &Map<String, Value>) -> Diagnostic {
    let keyword = schema.keys().find(|key| is_asserted(key)).map_or("properties", String::as_str);
    let of = if is_about(keyword, "array") { "array" } else { "object" };
    Diagnostic::warning(Code::NoObjectType, format!("`{keyword}` without `\"type\": \"{of}\"`"))
        .because("JSON Schema also accepts values of every other type here, so the type is a union")
        .instead(match of {
            "object" => {
                "write `\"type\": \"object\"` beside it, or `objects = \"assume\"` under `[types]` in `codegen.toml`"
            }
            _ => "write `\"type\": \"array\"` beside it",
        })
}

/// A schema on the way through a file.
struct Here<'a> {
    at: At<'a>,
    /// Only objects are held against it.
    is_object: bool,
    /// It is a part of `allOf`.
    is_part: bool,
    /// No type is made of it.
    is_unseen: bool,
}

/// Visits every schema of a file, parents first, as it is after the visit of its parent. `referred` are the nodes that references
/// lead to.
fn each(
    file: &mut JsonFile,
    known: &Known,
    referred: &BTreeSet<Origin>,
    visit: &mut impl FnMut(&mut Map<String, Value>, &Here<'_>),
) {
    let path = file.path.clone();
    file.each_root_mut(&mut |root, pointer| {
        let here = Here { at: At::Root(pointer), is_object: false, is_part: false, is_unseen: false };
        if let Value::Object(schema) = root {
            below(schema, &path, (known, referred), &here, visit);
        }
    });
}

fn below(
    schema: &mut Map<String, Value>,
    file: &str,
    (known, referred): (&Known, &BTreeSet<Origin>),
    here: &Here<'_>,
    visit: &mut impl FnMut(&mut Map<String, Value>, &Here<'_>),
) {
    visit(schema, here);
    let is_of_same_value = |key: &str| matches!(key, "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else");
    // Most schemas have no other one for the same value, which would have to know.
    let is_asked = schema.keys().any(|key| is_of_same_value(key));
    let is_object = is_asked && (here.is_object || known.accepts_other_types(schema, file) == Accepts::Nothing);
    each_below(schema, &mut |inner, key, name| {
        let of_key = here.at.key(key);
        let at = name.map_or(of_key, |name| of_key.key(name));
        // What depends on a key is held against objects alone.
        let depends_on_key = matches!(key, "dependentSchemas" | "dependencies");
        let is_unseen = is_condition(key) || depends_on_key || matches!(key, "contains" | "propertyNames");
        // From elsewhere, a reference can lead to it with any value.
        let is_referred_to = || referred.contains(&Origin { file: file.to_owned(), pointer: at.pointer() });
        let here = Here {
            at,
            is_object: ((is_object && is_of_same_value(key)) || depends_on_key) && !is_referred_to(),
            is_part: key == "allOf",
            is_unseen: here.is_unseen || is_unseen,
        };
        below(inner, file, (known, referred), &here, visit);
    });
}
