//! The schemas of the drafts themselves, which schemas about schemas refer to.

use std::collections::BTreeSet;

use referencing::meta::{DRAFT4, DRAFT6, DRAFT7};
use serde_json::Value;

use crate::diagnostic::Diagnostics;
use crate::schema::{At, JsonFile, walk};
use crate::set::SetFile;

/// Adds the schema of each draft that the set refers to and does not have.
pub fn add(set: &SetFile, schemas: &mut Vec<JsonFile>) -> Diagnostics {
    let all: [(&str, &Value); 3] = [("draft-04", &DRAFT4), ("draft-06", &DRAFT6), ("draft-07", &DRAFT7)];
    let mut wanted = BTreeSet::new();
    for file in schemas.iter() {
        walk(&file.value, At::Root(""), &mut |schema, _| {
            let url = schema.get("$ref").and_then(Value::as_str).and_then(|text| text.split('#').next());
            let name = url.and_then(|url| url.split_once("://json-schema.org/")?.1.strip_suffix("/schema"));
            wanted.extend(name.map(str::to_owned));
        });
    }
    let mut found = Diagnostics::default();
    for (name, schema) in all.into_iter().filter(|(name, _)| wanted.contains(*name)) {
        let path = format!("json-schema-{name}.schema.json");
        let url = format!("http://json-schema.org/{name}/schema");
        let is_it = |id: &Value| id.as_str().is_some_and(|id| id.trim_end_matches('#') == url);
        let has_it = |file: &JsonFile| {
            file.path == path || ["$id", "id"].iter().filter_map(|key| file.value.get(*key)).any(is_it)
        };
        let is_mapped = set.references.keys().any(|known| known.trim_end_matches('#') == url);
        if !is_mapped && !schemas.iter().any(has_it) {
            match JsonFile::parse(&path, format!("{schema:#}").into_bytes()) {
                Ok(file) => schemas.push(file),
                Err(why) => found.extend(why),
            }
        }
    }
    schemas.sort_by(|one, other| one.path.cmp(&other.path));
    found
}
