//! Objects in a property that a base has, too: they extend the object of the base.
//!
//! ```text
//! {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"a": {"properties": {"b": …}}}}]}
//!   ─▶ {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"a": {"allOf": [{"$ref": "#/$defs/Base/properties/a"}], "properties": {"b": …}}}}]}
//! ```
//!
//! A value has to fit both in any case. This way its type has the fields of both. What is stated again without its type gets the
//! type of the base: `{"items": …}` is a list where the base has one.

use serde_json::{Map, Value, json};

use super::about::{Known, is_about};
use crate::schema::{Find, JsonFile, Origin, is_asserted, reference, step};

/// How deep an object in an object in a property of a base is extended.
const MOST_ROUNDS: usize = 4;

/// Extends the objects of the bases.
pub fn extend(schemas: &mut [JsonFile], known: &mut Known) {
    for _ in 0..MOST_ROUNDS {
        let (targets, mut is_changed) = (known.targets(schemas), false);
        for file in schemas.iter_mut() {
            let path = file.path.clone();
            file.each_schema_mut(&mut |schema, at| {
                // What a reference leads to does not have to fit the base.
                let is_target = |pointer: &[String]| {
                    let outermost = if pointer.len() > 2 { &pointer[..1] } else { pointer };
                    let place = outermost.iter().fold(at.pointer(), |place, key| step(&place, key));
                    targets.below(&path, &place).next().is_some()
                };
                let mut typed = without_type(known, schema, &path);
                typed.retain(|(pointer, _)| !is_target(pointer));
                is_changed |= !typed.is_empty();
                for (pointer, of) in typed {
                    pointed(schema, &pointer).map(|property| property.insert("type".to_owned(), json!(of)));
                }
                let mut found = overridden(known, schema, &path);
                found.retain(|(pointer, _)| !is_target(pointer));
                is_changed |= !found.is_empty();
                for (pointer, base) in found {
                    let property = pointed(schema, &pointer);
                    property.map(|it| it.insert("allOf".to_owned(), json!([{"$ref": reference::to(&base, &path)}])));
                }
            });
        }
        known.update(schemas, targets, is_changed);
        if !is_changed {
            break;
        }
    }
}

/// Returns a schema and the parts of its `allOf`, each with its pointer.
fn with_parts(schema: &Map<String, Value>) -> impl Iterator<Item = (Vec<String>, &Map<String, Value>)> {
    let parts = schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().enumerate();
    let inline =
        parts.filter_map(|(index, part)| Some((vec!["allOf".to_owned(), index.to_string()], part.as_object()?)));
    std::iter::once((Vec::new(), schema)).chain(inline)
}

/// Returns where in a schema a property is stated without its type, and the type that something else gives it.
fn without_type(known: &Known, schema: &Map<String, Value>, file: &str) -> Vec<(Vec<String>, &'static str)> {
    let mut found = Vec::new();
    if !schema.has("allOf") {
        return found;
    }
    for (pointer, part) in with_parts(schema) {
        for (name, property) in part.keyword("properties").and_then(Value::as_object).into_iter().flatten() {
            let Some(own) = property.as_object() else { continue };
            let mut asserted = own.keys().filter(|key| is_asserted(key)).peekable();
            if asserted.peek().is_none() {
                continue;
            }
            let asserted: Vec<&String> = asserted.collect();
            let is_about = |of: &&str| asserted.iter().all(|key| is_about(key, of));
            let has_type = |of: &&str| {
                let is_it = |it: &Map<String, Value>| it.keyword("type").is_some_and(|own| own == of);
                let is_sure = |property: &Value, file: &str| known.is_sure(property, file, &is_it);
                with_parts(schema).any(|(_, other)| {
                    !std::ptr::eq(other, part) && states(known, other, file, name, MOST_ROUNDS, &is_sure)
                })
            };
            let types = ["array", "object", "string", "integer", "number"].into_iter();
            let of = types.filter(is_about).find(has_type);
            found.extend(of.map(|of| {
                let below = ["properties", name].map(str::to_owned);
                (pointer.iter().cloned().chain(below).collect(), of)
            }));
        }
    }
    found
}

/// Returns true if a schema states a property of which something is true: itself, in a part, or in what it refers to.
fn states(
    known: &Known,
    schema: &Map<String, Value>,
    file: &str,
    name: &str,
    most: usize,
    is: &dyn Fn(&Value, &str) -> bool,
) -> bool {
    let own = schema.keyword("properties").and_then(|all| all.get(name));
    let below = |schema: &Map<String, Value>, file: &str| most > 0 && states(known, schema, file, name, most - 1, is);
    let mut parts = schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten();
    own.is_some_and(|own| is(own, file))
        || parts.any(|part| part.as_object().is_some_and(|part| below(part, file)))
        || known.target(schema, file).is_some_and(|(at, node)| node.as_object().is_some_and(|it| below(it, &at.file)))
}

/// Returns where in a schema a property has an object, and where the base has one.
fn overridden(known: &Known, schema: &Map<String, Value>, file: &str) -> Vec<(Vec<String>, Origin)> {
    let Some(Value::Array(parts)) = schema.keyword("allOf") else { return Vec::new() };
    let bases: Vec<_> = parts.iter().filter_map(|part| known.lone_target(part.as_object()?, file)).collect();
    let mut found = Vec::new();
    for (pointer, part) in with_parts(schema) {
        for (name, property) in part.keyword("properties").and_then(Value::as_object).into_iter().flatten() {
            let Some(own) = property.as_object().filter(|it| is_override(it)) else { continue };
            let of_base =
                bases.iter().find_map(|(origin, base)| property_of(known, base, origin, (name, own), MOST_ROUNDS));
            if let Some(base) = of_base {
                let below = ["properties", name].map(str::to_owned);
                found.push((pointer.iter().cloned().chain(below).collect(), base));
            }
        }
    }
    found
}

/// Returns true for the properties of an object, which nothing else extends or closes.
fn is_override(schema: &Map<String, Value>) -> bool {
    const OTHERS: [&str; 8] =
        ["$ref", "allOf", "anyOf", "oneOf", "if", "additionalProperties", "unevaluatedProperties", "patternProperties"];
    schema.has("properties")
        && schema.keyword("type").is_none_or(|of| of == "object")
        && !OTHERS.iter().any(|key| schema.has(key))
}

/// Returns the place of the object that a property of a base has, if it can have the properties of the own one.
fn property_of(
    known: &Known,
    base: &Map<String, Value>,
    origin: &Origin,
    (name, own): (&str, &Map<String, Value>),
    most: usize,
) -> Option<Origin> {
    if let Some(property) = base.keyword("properties").and_then(|all| all.get(name)) {
        let here = Origin { file: origin.file.clone(), pointer: step(&step(&origin.pointer, "properties"), name) };
        let mut found = (here, property.as_object()?);
        for _ in 0..MOST_ROUNDS {
            let Some(next) = known.lone_target(found.1, &found.0.file) else { break };
            found = next;
        }
        let (place, object) = found;
        let properties =
            object.keyword("properties").filter(|_| object.keyword("type").is_some_and(|of| of == "object"))?;
        let is_open = !["additionalProperties", "unevaluatedProperties"].iter().any(|key| object.has(key));
        let mut names =
            own.keyword("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
        return (is_open || names.all(|name| properties.get(name).is_some())).then_some(place);
    }
    // A later part can extend what an earlier one has.
    let parts = base.keyword("allOf").and_then(Value::as_array).filter(|_| most > 0)?;
    parts.iter().enumerate().rev().find_map(|(index, part)| {
        let part = part.as_object()?;
        let here =
            || Origin { file: origin.file.clone(), pointer: step(&step(&origin.pointer, "allOf"), &index.to_string()) };
        let (place, base) = known.lone_target(part, &origin.file).unwrap_or_else(|| (here(), part));
        property_of(known, base, &place, (name, own), most - 1)
    })
}

/// Returns what is at a place of a schema.
fn pointed<'a>(schema: &'a mut Map<String, Value>, pointer: &[String]) -> Option<&'a mut Map<String, Value>> {
    let (first, rest) = pointer.split_first()?;
    let inner = rest.iter().try_fold(schema.get_mut(first)?, |node, step| match node {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        node => node.get_mut(step),
    });
    inner?.as_object_mut()
}
