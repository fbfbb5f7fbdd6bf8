//! Parts of `allOf` that can be written as one schema of a scalar or a list.
//!
//! ```text
//! {"allOf": [{"type": "integer"}, {"minimum": 0, "maximum": 9}]}  ─▶ {"type": "integer", "minimum": 0, "maximum": 9}
//! {"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}         ─▶ {"enum": ["b"]}
//! {"allOf": [{"allOf": [{"$ref": "#/$defs/A"}]}, {"type": "object", …}]} ─▶ {"allOf": [{"$ref": "#/$defs/A"}, {"type": "object", …}]}
//! {"$ref": "#/$defs/Pair", "unevaluatedItems": false}              ─▶ {"type": "array", "prefixItems": [the places of `Pair`], "items": false}
//! ```
//!
//! A value has to fit all parts in any case. This way the types see what they say together. Objects are put together later. A
//! reference stays, unless the other parts leave fewer types, values or items than it has.

use serde_json::{Map, Value, json};

use super::about::{Known, is_about, is_condition, types_of};
use super::both::{Places, narrowed};
use super::branches::kept;
use super::targets::{self, Respelled};
use crate::model::assertion::same;
use crate::schema::{At, DEFINITIONS, Find, JsonFile, Origin, has_shape_of_its_own, is_asserted, reference, step};

/// Joins the parts of scalars and lists, and puts the parts of a part beside it. What references lead to stays where it is.
pub fn join(schemas: &mut [JsonFile], known: &mut Known) {
    let mut targets = known.targets(schemas);
    let is_changed = targets::respell(schemas, &mut targets, &mut |_, schema, file, at| {
        if is_part(&at) { None } else { with_rest(known, schema, file, &at.pointer()) }
    });
    known.update(schemas, targets, is_changed);
    respell(schemas, known, &|_, parts, schema, _, pointer| flattened(parts, schema, pointer));
    respell(schemas, known, &joined);
}

/// Returns another spelling of a schema with these parts in a file, and the places that what is in it had before.
type Joined = dyn Fn(&Known, &[Value], &Map<String, Value>, &str, &str) -> Option<(Map<String, Value>, Places)>;

fn respell(schemas: &mut [JsonFile], known: &mut Known, joined: &Joined) {
    let mut targets = known.targets(schemas);
    let is_changed = targets::respell(schemas, &mut targets, &mut |_, schema, file, at| {
        let parts = schema.keyword("allOf")?.as_array()?;
        if is_part(&at) {
            return None;
        }
        joined(known, parts, schema, file, &at.pointer()).map(Respelled::new)
    });
    known.update(schemas, targets, is_changed);
}

/// Returns true for a part of another schema, and below a condition.
fn is_part(at: &At<'_>) -> bool {
    matches!(at, At::Index(At::Key(_, "allOf"), _)) || at.has_keyword(is_condition)
}

/// Returns a list whose places are in something else that holds for it, with what it says of the other items, which types show then.
fn with_rest(known: &Known, schema: &Map<String, Value>, file: &str, pointer: &str) -> Option<Respelled> {
    const KEY: &str = "unevaluatedItems";
    const BESIDE: [&str; 5] = ["type", "prefixItems", "minItems", "maxItems", "uniqueItems"];
    let rest = schema.get(KEY)?;
    let here = |pointer: &str| Origin { file: file.to_owned(), pointer: pointer.to_owned() };
    let is_own = |key: &str| is_asserted(key) && !["$ref", "allOf", KEY].contains(&key) && !DEFINITIONS.contains(&key);
    let mut all = vec![(here(pointer), kept(schema, is_own))];
    let reference = kept(schema, |key| key == "$ref");
    let parts = schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().enumerate();
    let parts = parts.map(|(index, part)| (here(&step(&step(pointer, "allOf"), &index.to_string())), part.as_object()));
    for (origin, part) in parts.chain([(here(pointer), Some(&reference).filter(|it| !it.is_empty()))]) {
        let Some(mut part) = part else { continue };
        let mut found = origin;
        for _ in 0..MOST_STEPS {
            let Some((next, target)) = known.lone_target(part, &found.file) else { break };
            (found, part) = (next, target);
        }
        all.push((found, kept(part, |key| is_asserted(key) && !DEFINITIONS.contains(&key))));
    }
    let mut with_places = all.iter().filter(|(_, it)| it.has("prefixItems"));
    let (origin, list) = with_places.next().filter(|_| with_places.next().is_none())?;
    if !all.iter().all(|(_, it)| it.keys().all(|key| BESIDE.contains(&key.as_str()))) {
        return None;
    }
    let at = step(&origin.pointer, "prefixItems");
    let (mut referred, mut places) = (Vec::new(), vec![(step(pointer, "items"), step(pointer, KEY))]);
    let mut place = |(index, place): (usize, &Value)| {
        let there = Origin { file: origin.file.clone(), pointer: step(&at, &index.to_string()) };
        let is_plain = |it: &Map<String, Value>| {
            !it.has("$ref") && !has_shape_of_its_own(it) && !known.shows_parts(it, &origin.file)
        };
        if place.as_object().is_none_or(is_plain) {
            return place.clone();
        }
        // A type in there is there once.
        let to = reference::to(&there, file);
        referred.push(there);
        json!({"$ref": to})
    };
    let prefix: Vec<Value> =
        list.keyword("prefixItems").and_then(Value::as_array)?.iter().enumerate().map(&mut place).collect();
    let mut both = Map::new();
    for (_, said) in &all {
        both = narrowed(&both, said)?;
    }
    if both.keyword("type").is_none_or(|of| of != "array") {
        return None;
    }
    both.insert("prefixItems".to_owned(), json!(prefix));
    both.insert("items".to_owned(), rest.clone());
    if origin.file == file {
        places.push((step(pointer, "prefixItems"), at));
    }
    let mut new = kept(schema, |key| !is_asserted(key) || DEFINITIONS.contains(&key));
    new.extend(both);
    Some(Respelled { schema: new, places, referred })
}

/// Returns a schema whose parts have no parts, and the places that they had before.
fn flattened(parts: &[Value], schema: &Map<String, Value>, pointer: &str) -> Option<(Map<String, Value>, Places)> {
    let at = step(pointer, "allOf");
    if !parts.iter().any(|part| parts_of(part).is_some()) {
        return None;
    }
    let mut flat = Vec::new();
    add_flat(parts, &at, &mut flat);
    let places = flat.iter().enumerate().map(|(index, (before, _))| (step(&at, &index.to_string()), before.clone()));
    let mut new = schema.clone();
    let places = places.collect();
    new.insert("allOf".to_owned(), flat.into_iter().map(|(_, part)| part).collect());
    Some((new, places))
}

/// Adds parts, each with its pointer: those of a part come before what else is in it.
fn add_flat(parts: &[Value], at: &str, flat: &mut Vec<(String, Value)>) {
    for (index, part) in parts.iter().enumerate() {
        let here = step(at, &index.to_string());
        let Some((inner, rest)) = parts_of(part) else {
            flat.push((here, part.clone()));
            continue;
        };
        add_flat(inner, &step(&here, "allOf"), flat);
        // References can lead to the definitions in a part.
        if rest.keys().any(|key| is_asserted(key) || DEFINITIONS.contains(&key.as_str())) {
            flat.push((here, rest.into()));
        }
    }
}

/// Returns the parts of a part, and what else is in it. What is unevaluated there is what they do not evaluate.
fn parts_of(part: &Value) -> Option<(&Vec<Value>, Map<String, Value>)> {
    let inner = part.keyword("allOf")?.as_array()?;
    let part = part.as_object()?;
    let is_one = part.keys().any(|key| key.starts_with("unevaluated") || key.starts_with("x-"));
    (!is_one).then(|| (inner, kept(part, |key| key != "allOf")))
}

/// Returns true for what types read: that is not only what validators do. The format of an integer decides its type.
fn is_said(key: &str) -> bool {
    (is_asserted(key) || key == "format") && !DEFINITIONS.contains(&key)
}

/// Returns a schema without `allOf`, and the places that its keywords had before.
fn joined(
    known: &Known,
    parts: &[Value],
    schema: &Map<String, Value>,
    file: &str,
    pointer: &str,
) -> Option<(Map<String, Value>, Places)> {
    let own = kept(schema, |key| is_said(key) && key != "allOf");
    let mut new = kept(schema, |key| !is_said(key));
    let (mut all, mut places, mut referred) = (own, Places::new(), Vec::new());
    let outer = step(pointer, "allOf");
    for (index, part) in parts.iter().enumerate() {
        let (part, at) = (part.as_object()?, step(&outer, &index.to_string()));
        let asserted = match known.lone_target(part, file) {
            Some((origin, node)) => {
                let target = of_target(known, node, &origin)?;
                referred.push(target.clone());
                target
            }
            None => kept(part, is_said),
        };
        let both = if all.is_empty() { asserted } else { narrowed(&all, &asserted)? };
        let is_new = |key: &&String| all.keyword(key) != both.keyword(key);
        places.extend(both.keys().filter(is_new).map(|key| (step(pointer, key), step(&at, key))));
        all = both;
        let description = part.keyword("description").filter(|_| !new.has("description")).cloned();
        new.extend(description.map(|text| ("description".to_owned(), text)));
    }
    list_one(&mut all);
    // A type with a name stays one where nothing else has its shape.
    let is_narrower = |of: &Map<String, Value>| SHAPE.iter().any(|key| all.keyword(key) != of.keyword(key));
    if !referred.is_empty() && !referred.iter().all(is_narrower) {
        return None;
    }
    new.extend(all);
    is_of_scalars_or_lists(&new).then_some((new, places))
}

/// The keywords of scalars and lists that types show.
const SHAPE: [&str; 6] = ["type", "enum", "const", "items", "prefixItems", "format"];

/// Returns what the target of a reference says of a scalar or a list. What is in a list is a type of its own only there.
fn of_target(known: &Known, node: &Map<String, Value>, origin: &Origin) -> Option<Map<String, Value>> {
    let (mut node, mut file) = (node, origin.file.clone());
    for _ in 0..MOST_STEPS {
        let Some((next, target)) = known.lone_target(node, &file) else { break };
        (node, file) = (target, next.file);
    }
    let said = kept(node, is_said);
    let has_types = ["items", "prefixItems", "additionalItems"].iter().any(|key| said.has(key));
    (is_of_scalars_or_lists(&said) && !has_types).then_some(said)
}

/// How many references in a row are followed.
const MOST_STEPS: usize = 8;

/// Writes a list of one value as a constant, and leaves out a list beside a constant that is in it.
fn list_one(schema: &mut Map<String, Value>) {
    let listed = schema.keyword("enum").and_then(Value::as_array);
    let is_in = |one: &Value| listed.is_some_and(|all| all.iter().any(|it| same(it, one)));
    if schema.keyword("const").is_some_and(is_in) {
        schema.shift_remove("enum");
    }
}

/// Returns true for a schema that says what its values are, and that none of them is an object.
fn is_of_scalars_or_lists(schema: &Map<String, Value>) -> bool {
    let types = schema.keyword("type").map(types_of).unwrap_or_default();
    let listed = || schema.keyword("enum").and_then(Value::as_array).map(Vec::as_slice);
    let values = schema.keyword("const").map_or_else(listed, |one| Some(std::slice::from_ref(one)));
    let is_other = match values {
        Some(values) => !values.iter().any(Value::is_object),
        None => !types.is_empty() && !types.contains(&"object"),
    };
    let is_seen = |key: &str| !is_condition(key) && !is_about(key, "object") && !key.starts_with("unevaluated");
    const OTHERS: [&str; 5] = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"];
    is_other && schema.keys().all(|key| is_seen(key) && !OTHERS.contains(&key.as_str()))
}
