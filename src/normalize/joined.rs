//! Parts of `allOf` that can be written as one schema of a scalar or a list.
//!
//! ```text
//! {"allOf": [{"type": "integer"}, {"minimum": 0, "maximum": 9}]}  ─▶ {"type": "integer", "minimum": 0, "maximum": 9}
//! {"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}         ─▶ {"enum": ["b"]}
//! ```
//!
//! A value has to fit all parts in any case. This way the types see what they say together. Objects are put together later.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::about::{Known, is_about, is_condition, types_of};
use super::both::{Places, narrowed};
use super::branches::kept;
use super::targets::{self, Targets};
use crate::schema::{At, DEFINITIONS, JsonFile, Origin, is_asserted, step};

/// Joins the parts of scalars and lists. What references lead to stays where it is.
pub fn join(schemas: &mut [JsonFile], known: &mut Known) {
    let (mut targets, mut moved, mut is_changed) = (Targets::of(schemas), BTreeMap::new(), false);
    for file in schemas.iter_mut() {
        let (path, mut places) = (file.path.clone(), Vec::new());
        file.each_schema_mut(&mut |schema, at| {
            let is_part = matches!(at, At::Index(At::Key(_, "allOf"), _));
            if is_part || at.keywords().into_iter().any(is_condition) {
                return;
            }
            let origin = Origin { file: path.clone(), pointer: at.pointer() };
            let Some((new, respelled)) = joined(schema, &origin.pointer) else { return };
            let can_move = targets.respell(schema, new, &origin, &mut moved);
            places.extend(respelled.into_iter().filter(|_| can_move));
            is_changed |= can_move;
        });
        file.add_respelled(places);
    }
    targets::redirect(schemas, &moved);
    known.update(schemas, is_changed);
}

/// Returns a schema without `allOf`, and the places that its keywords had before.
fn joined(schema: &Map<String, Value>, pointer: &str) -> Option<(Map<String, Value>, Places)> {
    let parts = schema.get("allOf")?.as_array()?;
    // Not only validators read a format: that of an integer decides its type.
    let is_said = |key: &str| (is_asserted(key) || key == "format") && !DEFINITIONS.contains(&key);
    let own = kept(schema, |key| is_said(key) && key != "allOf");
    let mut new = kept(schema, |key| !is_said(key));
    let (mut all, mut places) = (own, Places::new());
    let outer = step(pointer, "allOf");
    for (index, part) in parts.iter().enumerate() {
        let (part, at) = (part.as_object()?, step(&outer, &index.to_string()));
        let asserted = kept(part, is_said);
        let both = if all.is_empty() { asserted } else { narrowed(&all, &asserted)? };
        let is_new = |key: &&String| all.get(*key) != both.get(*key);
        places.extend(both.keys().filter(is_new).map(|key| (step(pointer, key), step(&at, key))));
        all = both;
        let description = part.get("description").filter(|_| !new.contains_key("description")).cloned();
        new.extend(description.map(|text| ("description".to_owned(), text)));
    }
    new.extend(all);
    is_of_scalars_or_lists(&new).then_some((new, places))
}

/// Returns true for a schema that says what its values are, and that none of them is an object.
fn is_of_scalars_or_lists(schema: &Map<String, Value>) -> bool {
    let types = schema.get("type").map(types_of).unwrap_or_default();
    let listed = || schema.get("enum").and_then(Value::as_array).map(Vec::as_slice);
    let values = schema.get("const").map_or_else(listed, |one| Some(std::slice::from_ref(one)));
    let is_other = match values {
        Some(values) => !values.iter().any(Value::is_object),
        None => !types.is_empty() && !types.contains(&"object"),
    };
    let is_seen = |key: &str| !is_condition(key) && !is_about(key, "object") && !key.starts_with("unevaluated");
    const OTHERS: [&str; 5] = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"];
    is_other && schema.keys().all(|key| is_seen(key) && !OTHERS.contains(&key.as_str()))
}
