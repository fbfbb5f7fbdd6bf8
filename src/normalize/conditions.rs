//! Properties under conditions that are no [union](super::tags): fields that can be absent.
//!
//! Where nothing else allows such a key, a value of it has the type that the condition gives it, and what the schema said becomes
//! a check. Elsewhere it has that type or is any other value: `{"anyOf": [{"type": "string"}, true]}`.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::about::Known;
use super::both::Places;
use super::branches::kept;
use crate::schema::{At, DEFINITIONS, JsonFile, Origin, is_asserted, step};

/// How deep conditions are followed into each other.
const DEEPEST: usize = 8;

/// The most schemas that are read for the fields of one. Many paths can lead to a schema.
const MOST_SCHEMAS: usize = 4096;

/// Returns the schemas that one with `unevaluatedProperties` looks at: what is about the same value, also in what it refers to. A
/// property that one of them states is evaluated there.
pub fn seen_by_others(known: &Known, schemas: &[JsonFile]) -> BTreeSet<Origin> {
    let (mut found, mut open) = (BTreeSet::new(), Vec::new());
    for file in schemas {
        file.each_schema(&mut |schema, at| {
            if schema.contains_key("unevaluatedProperties") {
                open.push((Origin { file: file.path.clone(), pointer: at.pointer() }, schema.clone()));
            }
        });
    }
    while let Some((here, schema)) = open.pop() {
        if !found.insert(here.clone()) {
            continue;
        }
        let below = |steps: &[&str]| {
            let pointer = steps.iter().fold(here.pointer.clone(), |at, key| step(&at, key));
            Origin { file: here.file.clone(), pointer }
        };
        for (key, value) in &schema {
            match (key.as_str(), value) {
                ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => {
                    let all = all.iter().enumerate();
                    open.extend(
                        all.filter_map(|(at, it)| Some((below(&[key, &at.to_string()]), it.as_object()?.clone()))),
                    );
                }
                ("dependentSchemas" | "dependencies", Value::Object(all)) => {
                    open.extend(
                        all.iter().filter_map(|(name, it)| Some((below(&[key, name]), it.as_object()?.clone()))),
                    );
                }
                ("if" | "then" | "else" | "not", Value::Object(inner)) => open.push((below(&[key]), inner.clone())),
                _ => {}
            }
        }
        let target = known.target(&schema, &here.file);
        open.extend(target.and_then(|(at, node)| Some((at, node.as_object()?.clone()))));
    }
    found
}

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
    // Without anything beside them, branches are a union.
    let has_branches =
        schema.contains_key("anyOf") && ["properties", "$ref"].iter().any(|key| schema.contains_key(*key));
    let keys = ["if", "dependentSchemas", "dependencies", "allOf"];
    let states_more = has_branches || keys.iter().any(|key| schema.contains_key(*key));
    if is_limited || (!is_closed && !is_alone) || !states_more {
        return None;
    }
    let mut stated = Stated { known, file, all: IndexMap::new(), patterns: Vec::new(), is_open: false, read: 0 };
    let mut names = BTreeSet::new();
    known.names(schema, file, &mut names);
    stated.add(schema, &at.pointer(), &names, When::Always, 0);
    if stated.all.is_empty()
        || stated.read > MOST_SCHEMAS
        || !known.is_sure(&Value::Object(schema.clone()), file, &is_object)
    {
        return None;
    }
    let is_typed = |name: &str| is_closed && !stated.is_open && !stated.patterns.iter().any(|it| may_match(it, name));
    let new: Vec<(String, String, Value)> = stated
        .all
        .iter()
        .map(|(name, all)| {
            let is_typed = is_typed(name);
            // A closed object has what a condition asks for only where it holds.
            let holding = all.iter().filter(|it| is_typed || !it.is_asked);
            let schemas: Vec<&Map<String, Value>> = holding.map(|it| &it.schema).collect();
            let mut property = type_of_all(known, file, &schemas);
            if !is_typed && !property.is_empty() {
                property = Map::from_iter([("anyOf".to_owned(), json!([property, true]))]);
            }
            let description = schemas.iter().find_map(|it| it.get("description"));
            property.extend(description.map(|text| ("description".to_owned(), text.clone())));
            let first = all.iter().find(|it| !it.is_asked).unwrap_or(&all[0]);
            (name.clone(), first.pointer.clone(), Value::Object(property))
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
    if all.is_empty() {
        return Map::new();
    }
    let is_said = |key: &str| is_asserted(key) || key == "format" || key == "title";
    let said: Vec<Map<String, Value>> = all.iter().map(|it| kept(it, is_said)).collect();
    let mut different: Vec<Map<String, Value>> = Vec::new();
    for one in &said {
        if different.iter().all(|it| kept(it, is_asserted) != kept(one, is_asserted)) {
            different.push(one.clone());
        }
    }
    if let [one] = &different[..] {
        return one.clone();
    }
    let is_of = |of: &str| {
        let is_it = |schema: &Map<String, Value>| {
            let types = known.values(schema, file).and_then(|it| it.get("enum")?.as_array().cloned());
            let is_string = || of == "string" && types.is_some_and(|all| all.iter().all(Value::is_string));
            schema.get("type").is_some_and(|it| it == of) || is_string()
        };
        different.iter().all(|it| known.is_sure(&Value::Object(it.clone()), file, &is_it))
    };
    let of = ["string", "boolean", "integer", "number"].into_iter().find(|of| is_of(of));
    let is_limited = |schema: &Map<String, Value>| {
        ["type", "const", "enum", "$ref", "allOf", "anyOf", "oneOf"].iter().any(|key| schema.contains_key(*key))
    };
    match of {
        Some(of) => Map::from_iter([("type".to_owned(), json!(of))]),
        None if different.iter().all(is_limited) => Map::from_iter([("anyOf".to_owned(), json!(different))]),
        None => Map::new(),
    }
}

/// Returns true if a key may match a pattern. Only literal beginnings are read.
fn may_match(pattern: &str, name: &str) -> bool {
    let literal =
        pattern.strip_prefix('^').filter(|rest| rest.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it)));
    literal.is_none_or(|literal| name.starts_with(literal))
}

/// When a schema holds for a value for which the one around it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    Sometimes,
    /// It is what a condition asks for, or is in it.
    Asked,
}

/// A property that is stated under a condition.
struct Property {
    pointer: String,
    schema: Map<String, Value>,
    /// It is in the condition itself: the schema is what is asked, and not what holds.
    is_asked: bool,
}

/// The properties that a schema states under conditions.
struct Stated<'a> {
    known: &'a Known,
    file: &'a str,
    /// Their schemas, each with its pointer.
    all: IndexMap<String, Vec<Property>>,
    /// The patterns of other keys.
    patterns: Vec<String>,
    /// Something allows any other key.
    is_open: bool,
    /// The number of schemas that were read.
    read: usize,
}

impl Stated<'_> {
    /// Adds those of a schema. `names` are stated wherever it holds.
    fn add(&mut self, schema: &Map<String, Value>, pointer: &str, names: &BTreeSet<String>, when: When, depth: usize) {
        self.read += 1;
        if depth > DEEPEST || self.read > MOST_SCHEMAS {
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
        if when != When::Always {
            for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let schema = match property {
                    Value::Object(schema) => schema.clone(),
                    Value::Bool(true) => Map::new(),
                    _ => continue,
                };
                if !names.contains(name) {
                    let pointer = step(&step(pointer, "properties"), name);
                    let is_asked = when == When::Asked;
                    self.all.entry(name.clone()).or_default().push(Property { pointer, schema, is_asked });
                }
            }
            self.known.names(schema, self.file, &mut names);
        }
        let mut below = |at: String, inner: &Value, names: &BTreeSet<String>, when| {
            if let Value::Object(inner) = inner {
                self.add(inner, &at, names, when, depth + 1);
            }
        };
        let sometimes = if when == When::Asked { when } else { When::Sometimes };
        // Where `if` holds, its properties are stated, too.
        for key in ["if", "then", "else"].into_iter().filter(|_| schema.contains_key("if")) {
            let when = if key == "if" { When::Asked } else { sometimes };
            schema.get(key).into_iter().for_each(|inner| below(step(pointer, key), inner, &names, when));
        }
        for key in ["dependentSchemas", "dependencies"] {
            for (name, inner) in schema.get(key).and_then(Value::as_object).into_iter().flatten() {
                below(step(&step(pointer, key), name), inner, &names, sometimes);
            }
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            for (index, inner) in schema.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
                let (names, when) = if key == "allOf" { (outer, when) } else { (&names, sometimes) };
                below(step(&step(pointer, key), &index.to_string()), inner, names, when);
            }
        }
        match target {
            Some((origin, target)) if origin.file == file => below(origin.pointer, target, outer, when),
            Some(_) => self.is_open = true,
            None => {}
        }
    }
}
