//! Recognises the shape of a schema: nullable, an open enum, a shape without a type of its own.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::find::Find;
use super::keywords::{Below, DEFINITIONS, below, is_asserted};

/// Returns the schema without its definitions.
pub fn without_definitions(schema: &Map<String, Value>) -> Map<String, Value> {
    let own = schema.iter().filter(|(key, _)| !DEFINITIONS.contains(&key.as_str()));
    own.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Returns the reference of an `allOf` of one reference, if nothing else shapes the schema.
///
/// Draft-07 ignores what is next to a `$ref`, so a reference with a description is written this way.
pub fn lone_reference(schema: &Map<String, Value>) -> Option<String> {
    const SHAPES: [&str; 8] =
        ["type", "properties", "required", "additionalProperties", "unevaluatedProperties", "enum", "oneOf", "anyOf"];
    let [Value::Object(part)] = &schema.keyword("allOf")?.as_array()?[..] else { return None };
    let alone = part.len() == 1 && SHAPES.iter().all(|key| !schema.has(key));
    part.keyword("$ref").and_then(Value::as_str).filter(|_| alone).map(str::to_owned)
}

/// Returns true if the schema is a struct, an enum or a union. Lists, maps, scalars, constants and nullable expressions
/// need no name.
pub fn has_shape_of_its_own(schema: &Map<String, Value>) -> bool {
    schema.keys().any(|key| match key.as_str() {
        "properties" | "enum" | "oneOf" => true,
        "allOf" => composes_objects(schema),
        "anyOf" => nullable(schema).is_none() && or_any(schema).is_none(),
        _ => false,
    })
}

/// Returns true if the parts of `allOf` may say more about the properties of an object. Beside another `type` they are checks, and
/// so are those that [`is_by_place_or_pattern`].
pub fn composes_objects(schema: &Map<String, Value>) -> bool {
    let parts = schema.keyword("allOf").and_then(Value::as_array);
    parts.is_some_and(|parts| !parts.iter().all(is_by_place_or_pattern))
        && schema.keyword("type").is_none_or(|of| of == "object" || of.is_array())
}

/// Returns true if a schema says only which items have a schema, by their place, or which values, by a pattern of their key.
pub fn is_by_place_or_pattern(schema: &Value) -> bool {
    const KEYS: [[&str; 3]; 2] =
        [["prefixItems", "items", "additionalItems"], ["patternProperties", "additionalProperties", ""]];
    let Some(schema) = schema.as_object() else { return false };
    let is_one = schema.has("patternProperties")
        || schema.has("prefixItems")
        || schema.keyword("items").is_some_and(Value::is_array);
    is_one && KEYS.iter().any(|keys| schema.keys().all(|key| keys.contains(&key.as_str())))
}

/// The most items of a list that is a tuple in every language. Rust has traits for tuples of so many.
pub const MOST_PLACES: usize = 12;

/// Returns true if a schema says what is at each place of a list, and a list cannot have another number of items. `whole` says how
/// many there are: the schema itself, or the one that it is a part of.
pub fn has_fixed_places(schema: &Map<String, Value>, whole: &Map<String, Value>) -> bool {
    let list = |key: &str| schema.keyword(key).and_then(Value::as_array).map(Vec::len);
    let (places, rest) = match list("prefixItems") {
        Some(places) => (places, "items"),
        None => (list("items").unwrap_or_default(), "additionalItems"),
    };
    let size =
        |key: &str| whole.keyword(key).and_then(Value::as_u64).map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    let most = size("maxItems").unwrap_or(usize::MAX);
    let is_closed = schema.get(rest) == Some(&Value::Bool(false)) || most <= places;
    is_tuple(places.min(most), size("minItems").unwrap_or(0), is_closed)
}

/// Returns true if each language has a tuple for a list with a schema for the first places, of `least` items at least.
pub fn is_tuple(places: usize, least: usize, is_closed: bool) -> bool {
    is_closed && least == places && (1..=MOST_PLACES).contains(&places)
}

/// Returns the only string that a schema accepts, as `const` or as the one value of `enum`.
pub fn only_string(schema: &Value) -> Option<&str> {
    only_value(schema)?.as_str()
}

/// Returns the only value that a schema accepts, as `const` or as the one value of `enum`.
pub fn only_value(schema: &Value) -> Option<&Value> {
    let only = || schema.keyword("enum")?.as_array().filter(|all| all.len() == 1)?.first();
    schema.keyword("const").or_else(only)
}

/// Returns the other branch of an `anyOf` of null and one more schema, with its index.
pub fn nullable(schema: &Map<String, Value>) -> Option<(usize, &Value)> {
    let is_null = |branch: &Value| is_plain(branch, "null");
    match &schema.keyword("anyOf")?.as_array()?[..] {
        [one, null] if is_null(null) && !is_null(one) => Some((0, one)),
        [null, one] if is_null(null) && !is_null(one) => Some((1, one)),
        _ => None,
    }
}

/// Returns the first branch of an `anyOf` of one schema and any value: a value that fits it has its type, and others can be there.
pub fn or_any(schema: &Map<String, Value>) -> Option<&Value> {
    match &schema.keyword("anyOf")?.as_array()?[..] {
        [one @ Value::Object(_), Value::Bool(true)] => Some(one),
        _ => None,
    }
}

/// Returns the branch of the known strings of an `anyOf` of known strings and any string, with its index.
pub fn open_enum(schema: &Map<String, Value>) -> Option<(usize, &Map<String, Value>)> {
    // One that says more of its values is a member of a union.
    let says_more = |key: &String| is_asserted(key) && key != "enum" && key != "type";
    enum_beside_any(schema).filter(|(_, known)| !known.keys().any(says_more))
}

/// Returns the branch of known strings beside any string, with its index, whatever else the branch says.
pub fn enum_beside_any(schema: &Map<String, Value>) -> Option<(usize, &Map<String, Value>)> {
    let of_strings = |values: &Value| values.as_array().is_some_and(|all| all.iter().all(Value::is_string));
    // A branch with a name is a member of a union.
    let known =
        |branch: &'_ Value| branch.keyword("enum").is_some_and(of_strings) && branch.keyword("x-variant").is_none();
    let is_string = |branch: &Value| is_plain(branch, "string");
    match &schema.keyword("anyOf")?.as_array()?[..] {
        [one, any] if known(one) && is_string(any) => Some((0, one.as_object()?)),
        [any, one] if known(one) && is_string(any) => Some((1, one.as_object()?)),
        _ => None,
    }
}

/// Returns the keyword and the branches of a `oneOf` or `anyOf` of strings: an enum with a description for each branch.
pub fn enum_by_branches(schema: &Map<String, Value>) -> Option<(&'static str, Vec<&Map<String, Value>>)> {
    let (key, branches) = match (schema.keyword("oneOf"), schema.keyword("anyOf")) {
        (Some(branches), None) => ("oneOf", branches.as_array()?),
        (None, Some(branches)) => ("anyOf", branches.as_array()?),
        _ => return None,
    };
    let of_strings = |branch: &Map<String, Value>| match (branch.keyword("const"), branch.keyword("enum")) {
        (Some(value), None) => value.is_string(),
        (None, Some(values)) => values.as_array().is_some_and(|it| !it.is_empty() && it.iter().all(Value::is_string)),
        _ => false,
    };
    // A branch with a name is a member of a union.
    let says_more = |key: &String| key == "$ref" || key == "x-variant" || below(key) != Below::Data;
    let branch = |it: &'_ Value| it.as_object().is_some_and(|it| of_strings(it) && !it.keys().any(says_more));
    if branches.is_empty() || !branches.iter().all(branch) {
        return None;
    }
    let branches: Vec<_> = branches.iter().filter_map(Value::as_object).collect();
    // `oneOf` refuses a value that two of its branches accept.
    let mut seen = HashSet::new();
    let mut values = branches.iter().flat_map(|branch| branch_values(branch));
    values.all(|(_, value)| seen.insert(value.as_str())).then_some((key, branches))
}

/// Returns the values of a branch of an enum, each with its pointer below the branch.
pub fn branch_values(branch: &Map<String, Value>) -> impl Iterator<Item = (String, &Value)> {
    let listed = branch.keyword("enum").and_then(Value::as_array).into_iter().flatten().enumerate();
    let alone = branch.keyword("const").map(|value| (String::new(), value));
    alone.into_iter().chain(listed.map(|(index, value)| (format!("/enum/{index}"), value)))
}

/// Returns true if a keyword gives schemas to the properties, values or items of a value. A type shows them.
pub fn shows_parts(key: &str, value: &Value) -> bool {
    let is_any = |schema: &Value| *schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty);
    match key {
        "properties" | "prefixItems" => true,
        "additionalProperties" | "items" => !is_any(value),
        "patternProperties" => value.as_object().is_some_and(|all| !all.values().all(is_any)),
        _ => false,
    }
}

/// The values of an object whose keys match a pattern, beside its properties if it has some.
#[derive(Debug, Clone, Copy)]
pub struct ByPattern<'a> {
    /// The pattern.
    pub pattern: &'a str,
    /// The schema of the values whose keys match it.
    pub values: &'a Value,
    /// Another key is refused. Otherwise, its value is any.
    pub is_only: bool,
}

/// Returns a pattern of the keys that match one of several patterns.
pub fn any_pattern<'a>(patterns: impl Iterator<Item = &'a String>) -> String {
    patterns.map(|pattern| format!("(?:{pattern})")).collect::<Vec<_>>().join("|")
}

/// Returns the values of an object if one pattern of keys limits them. Beside properties, there can be patterns whose values may
/// be anything.
pub fn values_by_pattern(schema: &Map<String, Value>) -> Option<ByPattern<'_>> {
    let patterns = schema.keyword("patternProperties")?.as_object()?;
    if schema.keyword("type").is_none_or(|of| of != "object") {
        return None;
    }
    let has_properties = schema.has("properties");
    if has_properties && (schema.has("unevaluatedProperties") || composes_objects(schema)) {
        return None;
    }
    let is_limited = |(_, values): &(&String, &Value)| match values {
        Value::Object(values) => !has_properties || values.keys().any(|key| is_asserted(key)),
        _ => !has_properties,
    };
    let mut limited = patterns.iter().filter(is_limited);
    let (Some((pattern, values)), None) = (limited.next(), limited.next()) else { return None };
    let is_alone = patterns.len() == 1;
    let is_every = is_alone && ["", "^", "$", ".*", "^.*", ".*$", "^.*$"].contains(&pattern.as_str());
    let (is_only, is_open) = match schema.keyword("additionalProperties") {
        None | Some(Value::Bool(true)) => (is_every, !schema.has("unevaluatedProperties")),
        Some(Value::Bool(false)) => (is_alone, has_properties),
        Some(_) => (is_every, false),
    };
    (is_only || is_open).then_some(ByPattern { pattern, values, is_only })
}

/// Returns true if the schema has this type and no other keyword.
fn is_plain(schema: &Value, name: &str) -> bool {
    schema.as_object().is_some_and(|it| it.len() == 1 && it.keyword("type").is_some_and(|it| it == name))
}
