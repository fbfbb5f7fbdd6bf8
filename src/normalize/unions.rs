//! Null and several types in their many spellings, which become those that the later steps know as types: `anyOf` with null, and
//! `anyOf` with a branch for each type.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::schema::{At, JsonFile, from_fragment, is_asserted, reference};

/// Respells unions. A schema that a reference leads into stays, because its path would be another one.
pub fn respell(schemas: &mut [JsonFile], targets: &BTreeSet<String>) {
    let known = Known { files: schemas.iter().map(|file| (file.path.clone(), file.value.clone())).collect() };
    for file in schemas {
        let (path, mut moved) = (file.path.clone(), Vec::new());
        file.each_schema_mut(&mut |schema, at| {
            let is_condition = |key: &str| matches!(key, "if" | "then" | "else" | "not" | "x-advice");
            let is_part = matches!(at, At::Index(At::Key(_, "allOf"), _));
            if is_part || at.keys().any(is_condition) {
                return;
            }
            give_type_to_branches(schema);
            let Some(new) = known.respelled(schema, &path) else { return };
            let below = format!("{}/", at.pointer());
            if !targets.range(below.clone()..).next().is_some_and(|it| it.starts_with(&below)) {
                moved.extend(moved_in(schema, &new, &at.pointer()));
                *schema = new;
            }
        });
        file.add_respelled(moved);
    }
}

/// Returns the pointers of the branches of a respelled union, each with what it was in the schema: one of its branches, or the
/// schema itself.
fn moved_in(old: &Map<String, Value>, new: &Map<String, Value>, at: &str) -> Vec<(String, String)> {
    let mut moved = Vec::new();
    let source = |branch: &Value| {
        ["oneOf", "anyOf"].into_iter().find_map(|key| {
            let index = old.get(key)?.as_array()?.iter().position(|it| it == branch)?;
            Some(format!("{at}/{key}/{index}"))
        })
    };
    for key in ["allOf", "anyOf"].into_iter().filter(|key| old.get(*key) != new.get(*key)) {
        for (index, branch) in new.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
            let place = format!("{at}/{key}/{index}");
            for inner in ["oneOf", "anyOf"].into_iter().filter(|_| source(branch).is_none()) {
                for (index, branch) in branch.get(inner).and_then(Value::as_array).into_iter().flatten().enumerate() {
                    let from = source(branch).unwrap_or_else(|| at.to_owned());
                    moved.push((format!("{place}/{inner}/{index}"), from));
                }
            }
            moved.push((place, source(branch).unwrap_or_else(|| at.to_owned())));
        }
    }
    moved
}

/// Writes the type of a union of objects at the branches with properties that leave it out. Nothing else would say that
/// they are objects.
fn give_type_to_branches(schema: &mut Map<String, Value>) {
    if schema.get("type").is_none_or(|of| of != "object") || schema.contains_key("properties") {
        return;
    }
    for key in ["oneOf", "anyOf"] {
        let branches = schema.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
        for branch in branches.filter_map(Value::as_object_mut) {
            if branch.contains_key("properties") && !branch.contains_key("type") && !branch.contains_key("$ref") {
                branch.insert("type".to_owned(), json!("object"));
            }
        }
    }
}

/// The schemas as they were.
struct Known {
    files: Vec<(String, Value)>,
}

/// How many references are followed to see whether a schema accepts null.
const MOST_STEPS: usize = 8;

impl Known {
    /// Returns another spelling of a schema, if it needs one. Both accept the same values.
    fn respelled(&self, schema: &Map<String, Value>, file: &str) -> Option<Map<String, Value>> {
        let asserted: Vec<&str> = schema.keys().map(String::as_str).filter(|key| is_asserted(key)).collect();
        match asserted[..] {
            ["oneOf" | "anyOf"] => self.of_branches(schema, asserted[0], file),
            _ if schema.contains_key("enum") => of_enum(schema, &asserted),
            _ => of_types(schema, &asserted),
        }
    }

    /// Respells a union that has null among its branches, or only one branch.
    fn of_branches(&self, schema: &Map<String, Value>, key: &str, file: &str) -> Option<Map<String, Value>> {
        let branches = schema.get(key)?.as_array()?;
        if let [Value::Object(only)] = branches.as_slice() {
            let is_reference = only.len() == 1 && only.contains_key("$ref");
            return is_reference.then(|| with(schema, key, "allOf", json!([only])));
        }
        let (nulls, others): (Vec<&Value>, Vec<&Value>) = branches.iter().partition(|it| is_null(it));
        let is_exact = key == "anyOf" || others.iter().all(|it| self.excludes_null(it, file, 0));
        if nulls.len() != 1 || others.is_empty() || !is_exact {
            return None;
        }
        match others.as_slice() {
            [_] if key == "anyOf" => None,
            [one] => Some(with(schema, key, "anyOf", or_null((*one).clone()))),
            _ => Some(with(schema, key, "anyOf", or_null(json!({key: others})))),
        }
    }

    /// Returns true if a schema surely does not accept null.
    fn excludes_null(&self, schema: &Value, file: &str, steps: usize) -> bool {
        let Value::Object(schema) = schema else { return *schema == Value::Bool(false) };
        let all = |key: &str| schema.get(key).and_then(Value::as_array);
        let each = |it: &Value| self.excludes_null(it, file, steps + 1);
        schema.get("type").is_some_and(|types| !types_of(types).contains(&"null"))
            || schema.get("const").is_some_and(|value| !value.is_null())
            || all("enum").is_some_and(|values| !values.contains(&Value::Null))
            || (steps < MOST_STEPS
                && (all("allOf").is_some_and(|parts| parts.iter().any(each))
                    || ["anyOf", "oneOf"].into_iter().filter_map(all).any(|branches| branches.iter().all(each))
                    || schema
                        .get("$ref")
                        .and_then(Value::as_str)
                        .is_some_and(|to| self.target_excludes_null(to, file, steps))))
    }

    fn target_excludes_null(&self, to: &str, from: &str, steps: usize) -> bool {
        let (path, fragment) = to.split_once('#').unwrap_or((to, ""));
        let path = if path.is_empty() { Some(from.to_owned()) } else { reference::join(from, path) };
        let target = path.and_then(|path| self.files.iter().find(|(known, _)| *known == path));
        target.is_some_and(|(file, root)| {
            let node = root.pointer(&from_fragment(fragment));
            node.is_some_and(|node| self.excludes_null(node, file, steps + 1))
        })
    }
}

/// Respells an enum that null is a value of, or whose type allows it without effect.
fn of_enum(schema: &Map<String, Value>, asserted: &[&str]) -> Option<Map<String, Value>> {
    let values = schema.get("enum")?.as_array()?;
    if asserted.iter().any(|key| !["enum", "type"].contains(key)) || schema.contains_key("x-values") {
        return None;
    }
    let types = schema.get("type").map(types_of);
    let may_be_null = types.as_ref().is_none_or(|types| types.contains(&"null"));
    let rest: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
    let has_null = rest.len() < values.len();
    if rest.is_empty() || !(has_null || types.is_some_and(|types| types.len() > 1 && may_be_null)) {
        return None;
    }
    let mut inner = Map::new();
    let types =
        schema.get("type").map(|types| types_of(types).into_iter().filter(|it| *it != "null").collect::<Vec<_>>());
    match types.as_deref() {
        Some([one]) => drop(inner.insert("type".to_owned(), json!(one))),
        Some(several) if !several.is_empty() => drop(inner.insert("type".to_owned(), json!(several))),
        None if rest.iter().all(|value| value.is_string()) => drop(inner.insert("type".to_owned(), json!("string"))),
        Some(_) | None => {}
    }
    inner.insert("enum".to_owned(), json!(rest));
    if has_null && may_be_null {
        return Some(with(&without(schema, "type"), "enum", "anyOf", or_null(Value::Object(inner))));
    }
    let mut new = schema.clone();
    new.extend(inner);
    Some(new)
}

/// Respells a list of types: each gets a branch with the keywords that are about it.
fn of_types(schema: &Map<String, Value>, asserted: &[&str]) -> Option<Map<String, Value>> {
    let types = types_of(schema.get("type").filter(|types| types.is_array())?);
    let has_null = types.contains(&"null");
    let mut types: Vec<&str> = types.into_iter().filter(|it| *it != "null").collect();
    if types.contains(&"number") {
        types.retain(|it| *it != "integer");
    }
    let keywords: Vec<&str> = asserted.iter().copied().filter(|key| *key != "type").collect();
    let is_plain =
        keywords.iter().all(|key| ["string", "number", "array", "object"].iter().any(|kind| is_about(key, kind)));
    // One type and null is known, except for an object with properties.
    let needs = types.len() > 1 || (types == ["object"] && has_null && !keywords.is_empty());
    if !needs || !is_plain {
        return None;
    }
    let branch = |kind: &&str| {
        let mut inner = Map::from_iter([("type".to_owned(), json!(kind))]);
        let own = schema.iter().filter(|(key, _)| is_about(key, kind));
        inner.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        Value::Object(inner)
    };
    let branches: Vec<Value> = types.iter().map(branch).collect();
    let mut new = schema.clone();
    new.retain(|key, _| {
        *key != "type" && !types.iter().any(|kind| is_about(key, kind)) && !keywords.contains(&key.as_str())
    });
    let union = match (branches.as_slice(), has_null) {
        ([one], true) => or_null(one.clone()),
        (_, true) => or_null(json!({"anyOf": branches})),
        _ => json!(branches),
    };
    new.insert("anyOf".to_owned(), union);
    Some(new)
}

/// Returns true if a keyword says something about values of this type alone.
fn is_about(key: &str, kind: &str) -> bool {
    match kind {
        "string" => {
            matches!(key, "minLength" | "maxLength" | "pattern" | "format" | "contentEncoding" | "contentMediaType")
        }
        "number" | "integer" => {
            matches!(key, "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf")
        }
        "array" => matches!(
            key,
            "items"
                | "prefixItems"
                | "additionalItems"
                | "unevaluatedItems"
                | "minItems"
                | "maxItems"
                | "uniqueItems"
                | "contains"
                | "minContains"
                | "maxContains"
        ),
        "object" => matches!(
            key,
            "properties"
                | "required"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "patternProperties"
                | "propertyNames"
                | "minProperties"
                | "maxProperties"
                | "dependentRequired"
                | "dependentSchemas"
                | "dependencies"
        ),
        _ => false,
    }
}

fn types_of(types: &Value) -> Vec<&str> {
    match types {
        Value::String(one) => vec![one],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Returns true for a schema of null alone.
fn is_null(schema: &Value) -> bool {
    let Value::Object(schema) = schema else { return false };
    let mut asserted = schema.iter().filter(|(key, _)| is_asserted(key));
    match (asserted.next(), asserted.next()) {
        (Some((key, value)), None) => match key.as_str() {
            "type" => types_of(value) == ["null"],
            "const" => value.is_null(),
            "enum" => *value == json!([null]),
            _ => false,
        },
        _ => false,
    }
}

fn or_null(schema: Value) -> Value {
    json!([schema, {"type": "null"}])
}

/// Returns a schema with another keyword in the place of one.
fn with(schema: &Map<String, Value>, key: &str, other: &str, value: Value) -> Map<String, Value> {
    let mut new = without(schema, key);
    new.insert(other.to_owned(), value);
    new
}

fn without(schema: &Map<String, Value>, key: &str) -> Map<String, Value> {
    schema.iter().filter(|(known, _)| *known != key).map(|(known, value)| (known.clone(), value.clone())).collect()
}
