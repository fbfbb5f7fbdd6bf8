//! What a pattern that is left out changes elsewhere: a schema without it accepts more, and so may whatever refers to it.
//!
//! * In a condition (`not`, `if`) a schema must not accept more, as the condition would refuse more. Its patterns stay.
//! * Branches of `oneOf` that accept more could both accept a value, which is then refused. The union becomes `anyOf`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::targets::{self, Targets};
use crate::schema::{Find, JsonFile, Origin, reference, step};

/// A reference: the schema with it, its target, and whether it is in a condition.
struct Reference {
    from: Origin,
    to: Origin,
    is_in_condition: bool,
}

/// Returns the schemas that a condition refers to, by whatever way.
pub fn in_conditions(schemas: &[JsonFile]) -> BTreeSet<Origin> {
    let references = references(schemas);
    let mut found: BTreeSet<Origin> =
        references.iter().filter(|it| it.is_in_condition).map(|it| it.to.clone()).collect();
    grow(&mut found, |found| {
        let is_inside = |it: &&Reference| found.iter().any(|outer| it.from.is_in(outer));
        references.iter().filter(is_inside).map(|it| it.to.clone()).collect()
    });
    found
}

/// Makes `anyOf` of each `oneOf` with a branch that accepts more without one of these patterns.
pub fn respell_unions(schemas: &mut [JsonFile], left_out: BTreeSet<Origin>, targets: &Targets) {
    if left_out.is_empty() {
        return;
    }
    let (references, mut loosened) = (references(schemas), left_out);
    grow(&mut loosened, |loosened| {
        let leads_there = |it: &&Reference| loosened.iter().any(|inner| inner.is_in(&it.to));
        references.iter().filter(leads_there).map(|it| it.from.clone()).collect()
    });
    let mut moved = BTreeMap::new();
    for file in schemas.iter_mut() {
        let (path, mut places) = (file.path.clone(), Vec::new());
        file.each_schema_mut(&mut |schema, at| {
            let here = Origin { file: path.clone(), pointer: at.pointer() };
            let union = Origin { pointer: step(&here.pointer, "oneOf"), ..here.clone() };
            if schema.has("oneOf") && loosened.iter().any(|it| it.is_in(&union)) {
                let new = Origin { pointer: any_of(schema, &here.pointer), ..here };
                for target in targets.below(&path, &union.pointer) {
                    let moves = |pointer: String| Origin { file: path.clone(), pointer };
                    let rest = &target[union.pointer.len()..];
                    moved.insert(moves(target.to_owned()), moves(format!("{}{rest}", new.pointer)));
                }
                places.push((new.pointer, union.pointer));
            }
        });
        file.add_respelled(places);
    }
    targets::redirect(schemas, &moved);
}

/// Writes `anyOf` instead of `oneOf`, and returns its pointer.
fn any_of(schema: &mut Map<String, Value>, pointer: &str) -> String {
    let branches = schema.shift_remove("oneOf").unwrap_or_default();
    if !schema.has("anyOf") {
        schema.insert("anyOf".to_owned(), branches);
        return step(pointer, "anyOf");
    }
    let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([])) else { return pointer.to_owned() };
    parts.push(json!({"anyOf": branches}));
    format!("{pointer}/allOf/{}/anyOf", parts.len() - 1)
}

/// Adds what `next` finds, until it finds nothing new.
fn grow(found: &mut BTreeSet<Origin>, next: impl Fn(&BTreeSet<Origin>) -> BTreeSet<Origin>) {
    loop {
        let count = found.len();
        found.extend(next(found));
        if found.len() == count {
            return;
        }
    }
}

fn references(schemas: &[JsonFile]) -> Vec<Reference> {
    let mut found = Vec::new();
    for file in schemas {
        file.each_schema(&mut |schema, at| {
            let written = schema.keyword("$ref").and_then(Value::as_str);
            if let Some(to) = written.and_then(|written| reference::target(&file.path, written)) {
                let is_in_condition = at.keys().any(|key| matches!(key, "not" | "if"));
                found.push(Reference {
                    from: Origin { file: file.path.clone(), pointer: at.pointer() },
                    to,
                    is_in_condition,
                });
            }
        });
    }
    found
}
