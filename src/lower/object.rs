//! Finds the definitions that accept only objects.

use std::collections::BTreeSet;

use foldhash::{HashSet, HashSetExt};

use serde_json::{Map, Value};

use super::graph::{Graph, reached};
use crate::link::Definitions;
use crate::schema::Find;

/// Returns the names of the definitions that require `"type": "object"`, directly, in a part of their `allOf`, or
/// through a reference there.
pub fn objects(definitions: &Definitions) -> BTreeSet<String> {
    let mut users = Graph::new();
    let mut says = Vec::new();
    for definition in definitions.all.iter() {
        let mut open = vec![&definition.schema];
        while let Some(schema) = open.pop() {
            if schema.keyword("type").is_some_and(|it| it == "object") {
                says.push(definition.name.as_str());
            }
            if let Some(name) = schema.keyword("$ref").and_then(Value::as_str) {
                users.entry(name).or_default().push(&definition.name);
            }
            open.extend(parts(schema));
        }
    }
    let mut seen = HashSet::new();
    says.into_iter().for_each(|name| drop(reached(name, &users, &mut seen)));
    seen.into_iter().map(str::to_owned).collect()
}

fn parts(schema: &Map<String, Value>) -> impl Iterator<Item = &Map<String, Value>> {
    schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}
