//! Properties under conditions that are no [union](super::tags): fields that can be absent.
//!
//! Where nothing else allows such a key, a value of it has the type that the condition gives it, and what the schema said becomes
//! a check. Elsewhere it may be any value.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::about::Known;
use super::both::Places;
use super::branches::kept;
use crate::schema::{At, DEFINITIONS, is_asserted, step};

/// How deep conditions are followed into each other.
const DEEPEST: usize = 8;

/// Returns a schema with the properties under conditions that only some objects have, and the places of what is new in it before.
/// `is_alone` says that no other schema looks at which properties this one has.
pub fn with_fields(
    known: &Known,
    schema: &Map<String, Value>,
    file: &str,
    at: At<'_>,
    is_alone: bool,
) -> Option<(Map<String, Value>, Places)> {
    let is_limited = schema.get("additionalProperties").is_some_and(|it| *it != json!(true));
    let is_closed = schema.get("unevaluatedProperties") == Some(&Value::Bool(false));
    let is_object = |it: &Map<String, Value>| it.get("type").is_some_and(|of| of == "object");
    if is_limited
        || (!is_closed && !is_alone)
        || !["if", "dependentSchemas", "allOf"].iter().any(|key| schema.contains_key(*key))
    {
        return None;
    }
    let mut stated = Stated { known, file, all: BTreeMap::new(), patterns: Vec::new(), is_open: false };
    let mut names = BTreeSet::new();
    known.names(schema, file, &mut names);
    stated.add(schema, &at.pointer(), &names, false, 0);
    if stated.all.is_empty() || !known.is_sure(&Value::Object(schema.clone()), file, &is_object) {
        return None;
    }
    let is_typed = |name: &str| is_closed && !stated.is_open && !stated.patterns.iter().any(|it| may_match(it, name));
    let new: Vec<(String, String, Value)> = stated
        .all
        .iter()
        .map(|(name, all)| {
            let schemas: Vec<&Map<String, Value>> = all.iter().map(|(_, it)| it).collect();
            let mut property = if is_typed(name) { type_of_all(known, file, &schemas) } else { Map::new() };
            let description = schemas.iter().find_map(|it| it.get("description"));
            property.extend(description.map(|text| ("description".to_owned(), text.clone())));
            (name.clone(), all[0].0.clone(), Value::Object(property))
        })
        .collect();
    let (mut with, mut places) = (schema.clone(), Vec::new());
    if is_closed {
        let check = json!({"if": true, "then": kept(schema, is_asserted)});
        let fields = ["type", "properties", "required", "allOf", "$ref"];
        with.retain(|key, _| {
            !is_asserted(key) || DEFINITIONS.contains(&key.as_str()) || fields.contains(&key.as_str())
        });
        if let Value::Array(parts) = with.entry("allOf").or_insert_with(|| json!([])) {
            parts.retain(|part| part.get("$ref").is_some() || part.get("properties").is_some());
            parts.push(check);
            let check = step(&step(&at.pointer(), "allOf"), &(parts.len() - 1).to_string());
            places.push((step(&check, "then"), at.pointer()));
        }
    }
    if let Value::Object(properties) = with.entry("properties").or_insert_with(|| json!({})) {
        for (name, pointer, property) in new {
            places.push((step(&step(&at.pointer(), "properties"), &name), pointer));
            properties.insert(name, property);
        }
    }
    Some((with, places))
}

/// Returns a schema that every value has to fit that fits one of several.
fn type_of_all(known: &Known, file: &str, all: &[&Map<String, Value>]) -> Map<String, Value> {
    let asserted: Vec<Map<String, Value>> = all.iter().map(|it| kept(it, is_asserted)).collect();
    if asserted.iter().all(|it| *it == asserted[0]) {
        return asserted.into_iter().next().unwrap_or_default();
    }
    let is_of = |of: &str| {
        let is_it = |schema: &Map<String, Value>| {
            let types = known.values(schema, file).and_then(|it| it.get("enum")?.as_array().cloned());
            let is_string = || of == "string" && types.is_some_and(|all| all.iter().all(Value::is_string));
            schema.get("type").is_some_and(|it| it == of) || is_string()
        };
        asserted.iter().all(|it| known.is_sure(&Value::Object(it.clone()), file, &is_it))
    };
    let of = ["string", "boolean", "integer", "number", "array", "object"].into_iter().find(|of| is_of(of));
    of.into_iter().map(|of| ("type".to_owned(), json!(of))).collect()
}

/// Returns true if a key may match a pattern. Only literal beginnings are read.
fn may_match(pattern: &str, name: &str) -> bool {
    let literal =
        pattern.strip_prefix('^').filter(|rest| rest.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it)));
    literal.is_none_or(|literal| name.starts_with(literal))
}

/// The schema of a property, and its pointer.
type Property = (String, Map<String, Value>);

/// The properties that a schema states under conditions.
struct Stated<'a> {
    known: &'a Known,
    file: &'a str,
    /// Their schemas, each with its pointer.
    all: BTreeMap<String, Vec<Property>>,
    /// The patterns of other keys.
    patterns: Vec<String>,
    /// Something allows any other key.
    is_open: bool,
}

impl Stated<'_> {
    /// Adds those of a schema. `names` are stated wherever it holds.
    fn add(
        &mut self,
        schema: &Map<String, Value>,
        pointer: &str,
        names: &BTreeSet<String>,
        is_conditional: bool,
        depth: usize,
    ) {
        if depth > DEEPEST {
            self.is_open = true;
            return;
        }
        self.patterns.extend(
            schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten().map(|(it, _)| it.clone()),
        );
        let allows = |key: &str| schema.get(key).is_some_and(|it| *it != Value::Bool(false));
        self.is_open |= depth > 0 && (allows("additionalProperties") || allows("unevaluatedProperties"));
        // What always holds with the schema is read like the schema: it can state a name that nothing around it states.
        let (outer, mut names) = (names, names.clone());
        let (target, file) = (self.known.target(schema, self.file), self.file);
        if is_conditional {
            for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let schema = match property {
                    Value::Object(schema) => schema.clone(),
                    Value::Bool(true) => Map::new(),
                    _ => continue,
                };
                if !names.contains(name) {
                    let at = step(&step(pointer, "properties"), name);
                    self.all.entry(name.clone()).or_default().push((at, schema));
                }
            }
            self.known.names(schema, self.file, &mut names);
        }
        let mut below = |at: String, inner: &Value, names: &BTreeSet<String>, is_conditional| {
            if let Value::Object(inner) = inner {
                self.add(inner, &at, names, is_conditional, depth + 1);
            }
        };
        // Where `if` holds, its properties are stated, too.
        for key in ["if", "then", "else"].into_iter().filter(|_| schema.contains_key("if")) {
            schema.get(key).into_iter().for_each(|inner| below(step(pointer, key), inner, &names, true));
        }
        for (name, inner) in schema.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten() {
            below(step(&step(pointer, "dependentSchemas"), name), inner, &names, true);
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            for (index, inner) in schema.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
                let names = if key == "allOf" { outer } else { &names };
                below(step(&step(pointer, key), &index.to_string()), inner, names, is_conditional || key != "allOf");
            }
        }
        match target {
            Some((origin, target)) if origin.file == file => below(origin.pointer, target, outer, is_conditional),
            Some(_) => self.is_open = true,
            None => {}
        }
    }
}
