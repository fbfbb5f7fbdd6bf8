//! One object schema of two that both hold.

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value, json};

use super::about::types_of;
use crate::model::assertion::same;
use crate::schema::{Exact, Find, has_shape_of_its_own, is_asserted, step};

/// A schema, and its pointer.
pub type Part = (String, Value);

/// Pointers of nodes, each with the one that it had before.
pub type Places = Vec<(String, String)>;

type Keywords = Map<String, Value>;

/// The schema of the objects that fit what several branches share, and one of the branches.
pub struct Both {
    /// The schema.
    pub schema: Map<String, Value>,
    /// The properties that are as in the shared schema.
    pub taken: BTreeSet<String>,
    /// The keywords that are as in the shared schema.
    keys: Vec<String>,
    /// The number of parts of `allOf` in the shared schema. They come first.
    parts: usize,
    /// The places below the schema of what is as in the branch, and the pointers that it had.
    of_branch: Places,
}

/// What branches need to know of types.
pub struct Types<'a> {
    /// Returns a reference to the type of a shared property, which is written once for all branches.
    pub refer: &'a dyn Fn(&str) -> String,
    /// Returns the list of values that a schema refers to.
    pub values: &'a dyn Fn(&Keywords) -> Option<Keywords>,
    /// The shared properties, as they are before any branch.
    pub properties: Option<&'a Keywords>,
    /// The properties that branches refer to.
    pub narrowed: BTreeSet<String>,
}

/// Writes the parts of a branch into a shared schema where that says the same, and otherwise beside it.
pub fn of(shared: &Map<String, Value>, branch: &[Part], types: &mut Types<'_>) -> Both {
    let mut schema = shared.clone();
    let mut of_branch = Vec::new();
    for (pointer, part) in branch {
        let empty = Map::new();
        let object = part.as_object().unwrap_or(&empty);
        let last = |schema: &Map<String, Value>| {
            let count = schema.keyword("allOf").and_then(Value::as_array).map_or(0, Vec::len);
            step("/allOf", &count.saturating_sub(1).to_string())
        };
        match written_into(&schema, object, types).filter(|_| *part != Value::Bool(false)) {
            Some(both) => {
                schema = both;
                if object.has("$ref") {
                    of_branch.push((last(&schema), pointer.clone()));
                }
                let properties = object.keyword("properties").and_then(Value::as_object).into_iter().flatten();
                let is_same = |(name, property): &(&String, &Value)| property_of(&schema, name) == Some(property);
                let of = |name: &str| step("/properties", name);
                let own = properties.filter(is_same).map(|(name, _)| (of(name), format!("{pointer}{}", of(name))));
                of_branch.extend(own.collect::<Vec<_>>());
            }
            None => {
                let remarks = object.iter().filter(|(key, _)| !is_asserted(key)).map(cloned);
                schema.extend(remarks.collect::<Vec<_>>());
                let asserted: Map<String, Value> =
                    object.iter().filter(|(key, _)| is_asserted(key)).map(cloned).collect();
                let part = if part.is_boolean() { part.clone() } else { Value::Object(asserted) };
                if let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([])) {
                    parts.push(part);
                }
                of_branch.push((last(&schema), pointer.clone()));
            }
        }
    }
    let is_same = |key: &&String| schema.keyword(key) == shared.keyword(key);
    let keys =
        shared.keys().filter(|key| !["properties", "allOf"].contains(&key.as_str())).filter(is_same).cloned().collect();
    let names = shared.keyword("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
    let taken = names.filter(|name| property_of(&schema, name) == property_of(shared, name)).cloned().collect();
    let parts = shared.keyword("allOf").and_then(Value::as_array).map_or(0, Vec::len);
    schema.insert("type".to_owned(), json!("object"));
    Both { schema, taken, keys, parts, of_branch }
}

fn property_of<'s>(schema: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    schema.keyword("properties")?.get(name)
}

impl Both {
    /// Returns the pointers of what is in the schema, each with the one that it had: in the shared schema, of which some parts were
    /// left out, or in the branch.
    pub fn places(&self, here: &str, shared: &str, left_out: &BTreeSet<usize>) -> Places {
        let mut places: Vec<_> = self.keys.iter().map(|key| (step(here, key), step(shared, key))).collect();
        let of = |schema: &str, name: &str| step(&step(schema, "properties"), name);
        places.extend(self.taken.iter().map(|name| (of(here, name), of(shared, name))));
        let part = |schema: &str, index: usize| step(&step(schema, "allOf"), &index.to_string());
        let before = (0..).filter(|index| !left_out.contains(index));
        places.extend((0..self.parts).zip(before).map(|(index, before)| (part(here, index), part(shared, before))));
        places.extend(self.of_branch.iter().map(|(at, before)| (format!("{here}{at}"), before.clone())));
        places
    }
}

/// Returns one schema of both, if each keyword can be written beside the others without another meaning.
fn written_into(
    shared: &Map<String, Value>,
    branch: &Map<String, Value>,
    types: &mut Types<'_>,
) -> Option<Map<String, Value>> {
    let of = |schema: &Map<String, Value>, key: &str| schema.keyword(key).cloned();
    let mut schema: Map<String, Value> = branch.iter().filter(|(key, _)| !is_asserted(key)).map(cloned).collect();
    schema.extend(shared.clone());
    for (key, value) in branch.iter().filter(|(key, _)| is_asserted(key)) {
        match key.as_str() {
            "properties" | "additionalProperties" | "patternProperties" => {}
            "type" if types_of(value).contains(&"object") => {}
            "required" => {
                let names = schema.entry("required").or_insert_with(|| json!([])).as_array_mut()?;
                let new = value.as_array()?.iter().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>();
                names.extend(new);
            }
            "$ref" => schema.entry("allOf").or_insert_with(|| json!([])).as_array_mut()?.push(json!({"$ref": value})),
            "allOf" => {
                let parts = schema.entry("allOf").or_insert_with(|| json!([])).as_array_mut()?;
                parts.extend(value.as_array()?.iter().cloned());
            }
            key if key.starts_with("unevaluated") => return None,
            // They belong together.
            "if" | "then" | "else" if ["if", "then", "else"].iter().any(|key| shared.has(key)) => {
                return None;
            }
            key => match shared.keyword(key) {
                Some(known) if known != value => return None,
                _ => drop(schema.insert(key.to_owned(), value.clone())),
            },
        }
    }
    let patterns = ["patternProperties"].map(|key| [of(shared, key), of(branch, key)]);
    let rest = [of(shared, "additionalProperties"), of(branch, "additionalProperties")];
    let has_patterns = patterns.iter().flatten().any(Option::is_some);
    let limits = |rest: &Option<Value>| rest.as_ref().is_some_and(|rest| *rest != json!(true) && *rest != json!({}));
    if has_patterns {
        // Which keys another one is for depends on both.
        if rest.iter().any(limits) || patterns.iter().all(|[one, other]| one.is_some() && other.is_some()) {
            return None;
        }
        let [[one, other]] = patterns;
        schema.insert("patternProperties".to_owned(), one.or(other)?);
    }
    let empty = Map::new();
    let properties = |schema: &Map<String, Value>| schema.keyword("properties").and_then(Value::as_object).cloned();
    let (own, new) = (properties(shared).unwrap_or_default(), properties(branch).unwrap_or(empty));
    let mut all = own.clone();
    for (name, property) in &new {
        let both = own.get(name).map(|known| of_property(name, known, property, types));
        all.insert(name.clone(), both.unwrap_or_else(|| property.clone()));
    }
    for (rest, named, others) in [(&rest[0], &own, &new), (&rest[1], &new, &own)] {
        match rest {
            // What the one does not name, it refuses.
            Some(Value::Bool(false)) => all.retain(|name, _| named.contains_key(name)),
            rest if limits(rest) && others.keys().any(|name| !named.contains_key(name)) => return None,
            _ => {}
        }
    }
    schema.shift_remove("additionalProperties");
    match rest {
        [Some(Value::Bool(false)), _] | [_, Some(Value::Bool(false))] => {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        [Some(one), Some(other)] if limits(&Some(one.clone())) && limits(&Some(other.clone())) && one != other => {
            return None;
        }
        [one, other] => {
            let limited = [one, other].into_iter().flatten().find(|it| limits(&Some(it.clone())));
            schema.extend(limited.map(|it| ("additionalProperties".to_owned(), it)));
        }
    }
    if !all.is_empty() || shared.has("properties") || branch.has("properties") {
        schema.insert("properties".to_owned(), Value::Object(all));
    }
    Some(schema)
}

/// Keywords that have a meaning only together.
const GROUPS: [&[&str]; 4] = [
    &["properties", "additionalProperties", "patternProperties", "unevaluatedProperties"],
    &["items", "prefixItems", "additionalItems", "unevaluatedItems"],
    &["contains", "minContains", "maxContains"],
    &["if", "then", "else"],
];

/// Returns a schema of the values that fit a shared property and that of a branch. Remarks are those of the branch.
fn of_property(name: &str, shared: &Value, branch: &Value, types: &mut Types<'_>) -> Value {
    let (shared, branch) = match (shared, branch) {
        (Value::Object(shared), Value::Object(branch)) => (shared, branch),
        (Value::Bool(false), _) | (_, Value::Bool(false)) => return json!(false),
        (Value::Bool(_), other) | (other, _) => return other.clone(),
    };
    let asserted = |schema: &Map<String, Value>| -> Map<String, Value> {
        schema.iter().filter(|(key, _)| is_asserted(key)).map(cloned).collect()
    };
    let (of_shared, of_branch) = (asserted(shared), asserted(branch));
    // An earlier part of the branch can have narrowed it.
    let is_first = types.properties.and_then(|all| all.get(name)).and_then(Value::as_object) == Some(shared);
    let remarks = [shared, branch].into_iter().flatten().filter(|(key, _)| !is_asserted(key)).map(cloned);
    let mut both: Map<String, Value> = remarks.collect();
    if of_branch.is_empty() || of_shared == of_branch {
        both.extend(of_shared);
    } else if of_shared.is_empty() {
        both.extend(of_branch);
    } else if let Some(values) = fewer_values(&of_shared, &of_branch, types) {
        both.extend(values);
    } else if is_list(&of_branch) && of_shared.has("$ref") {
        both.extend(of_branch);
        both.insert("allOf".to_owned(), json!([of_shared]));
    } else if has_shape_of_its_own(shared) && is_first {
        types.narrowed.insert(name.to_owned());
        let reference = json!({"$ref": (types.refer)(name)});
        if of_branch.has("allOf") {
            both.insert("allOf".to_owned(), json!([reference, of_branch]));
        } else {
            both.extend(of_branch);
            both.insert("allOf".to_owned(), json!([reference]));
        }
    } else if let Some(narrowed) = narrowed(&of_shared, &of_branch) {
        both.extend(narrowed);
    } else {
        both.insert("allOf".to_owned(), json!([of_shared, of_branch]));
    }
    Value::Object(both)
}

/// Returns true for a schema of listed values alone.
pub fn is_list(schema: &Map<String, Value>) -> bool {
    let mut asserted = schema.keys().filter(|key| is_asserted(key));
    (schema.has("enum") || schema.has("const")) && asserted.all(|key| ["type", "enum", "const"].contains(&key.as_str()))
}

/// Returns the values that both list, in the order of the branch. A reference to just those stays.
fn fewer_values(
    shared: &Map<String, Value>,
    branch: &Map<String, Value>,
    types: &Types<'_>,
) -> Option<Map<String, Value>> {
    let lists = [(types.values)(shared)?, (types.values)(branch)?];
    let listed = |schema: &Map<String, Value>| match (schema.keyword("const"), schema.keyword("enum")) {
        (Some(value), None) => Some(vec![value.clone()]),
        (None, Some(values)) => values.as_array().cloned(),
        _ => None,
    };
    let [all, some] = [listed(&lists[0])?, listed(&lists[1])?];
    let common: Vec<_> = some.iter().filter(|value| all.contains(value)).collect();
    let of = of_types(lists[0].keyword("type"), lists[1].keyword("type"))?;
    if common.len() == some.len() && lists[1].keyword("type").is_none_or(|it| *it == of) {
        return Some(branch.clone());
    } else if common.len() == all.len() && lists[0].keyword("type").is_none_or(|it| *it == of) {
        return Some(shared.clone());
    }
    let of = Some(("type".to_owned(), of)).filter(|(_, of)| !of.is_null());
    let values = match common[..] {
        [] => return None,
        [one] => ("const".to_owned(), one.clone()),
        _ => ("enum".to_owned(), json!(common)),
    };
    Some(of.into_iter().chain([values]).collect())
}

/// Returns the types that both allow, and null if neither says any. Returns none if there is no such type.
fn of_types(shared: Option<&Value>, branch: Option<&Value>) -> Option<Value> {
    let (Some(shared), Some(branch)) = (shared, branch) else {
        return Some(shared.or(branch).cloned().unwrap_or_default());
    };
    let (all, some) = (types_of(shared), types_of(branch));
    let has = |types: &[&str], of: &str| types.contains(&of) || (of == "integer" && types.contains(&"number"));
    if some.iter().all(|of| has(&all, of)) {
        return Some(branch.clone());
    } else if all.iter().all(|of| has(&some, of)) {
        return Some(shared.clone());
    }
    // Every integer is a number.
    let mut both: Vec<&str> = some.iter().chain(&all).copied().filter(|of| has(&all, of) && has(&some, of)).collect();
    let mut seen = BTreeSet::new();
    both.retain(|of| seen.insert(*of));
    match both[..] {
        [] => None,
        [one] => Some(json!(one)),
        _ => Some(json!(both)),
    }
}

/// Returns the keywords of both, if they can stand beside each other.
pub fn narrowed(shared: &Map<String, Value>, branch: &Map<String, Value>) -> Option<Map<String, Value>> {
    let has = |schema: &Map<String, Value>, keys: &[&str]| keys.iter().any(|key| schema.has(key));
    let (is_split, refers) = (|keys: &&[&str]| has(shared, keys) && has(branch, keys), ["$ref"]);
    if GROUPS.iter().any(is_split) || has(shared, &refers) || has(branch, &refers) {
        return None;
    }
    let mut both = shared.clone();
    for (key, value) in branch {
        let new = match shared.keyword(key) {
            None => value.clone(),
            Some(known) if known == value => continue,
            Some(known) => of_keyword(key, known, value)?,
        };
        both.insert(key.clone(), new);
    }
    Some(both)
}

/// Returns the value of a keyword that says what two values of it say, if there is one.
fn of_keyword(key: &str, shared: &Value, branch: &Value) -> Option<Value> {
    let numbers = || Some((Exact::of(number(shared)?), Exact::of(number(branch)?)));
    let is_own = match key {
        "type" => return of_types(Some(shared), Some(branch)),
        "enum" => {
            let (all, some) = (shared.as_array()?, branch.as_array()?);
            let common: Vec<_> = some.iter().filter(|value| all.iter().any(|it| same(it, value))).collect();
            return (!common.is_empty()).then(|| json!(common));
        }
        "uniqueItems" => branch.as_bool()?,
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" => numbers().map(|(one, other)| other > one)?,
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" => numbers().map(|(one, other)| other < one)?,
        _ => return None,
    };
    Some(if is_own { branch.clone() } else { shared.clone() })
}

fn number(value: &Value) -> Option<&Number> {
    if let Value::Number(number) = value { Some(number) } else { None }
}

fn cloned((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}
