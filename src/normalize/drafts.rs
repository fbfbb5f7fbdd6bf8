//! The schemas of the drafts themselves, which schemas about schemas refer to.

use std::collections::BTreeSet;

use referencing::meta::{
    DRAFT4, DRAFT6, DRAFT7, DRAFT202012, DRAFT202012_APPLICATOR, DRAFT202012_CONTENT, DRAFT202012_CORE,
    DRAFT202012_FORMAT_ANNOTATION, DRAFT202012_META_DATA, DRAFT202012_UNEVALUATED, DRAFT202012_VALIDATION,
};
use serde_json::{Value, json};

use crate::diagnostic::Diagnostics;
use crate::schema::{At, Draft, Find, JsonFile, walk, walk_mut};
use crate::set::SetFile;

/// Adds the schema of each draft that the set refers to and does not have.
pub fn add(set: &SetFile, schemas: &mut Vec<JsonFile>) -> Diagnostics {
    let mut wanted = BTreeSet::new();
    for file in schemas.iter() {
        walk(&file.value, At::Root(""), &mut |schema, _| {
            let url = schema.keyword("$ref").and_then(Value::as_str).and_then(|text| text.split('#').next());
            wanted.extend(url.and_then(|url| Some(url.split_once("://json-schema.org/")?.1.to_owned())));
        });
    }
    let mut found = Diagnostics::default();
    let is_wanted = |draft: &Draft| wanted.contains(name(draft.url()));
    for draft in [Draft::Four, Draft::Six, Draft::Seven, Draft::Newest].into_iter().filter(is_wanted) {
        let is_mapped = set.references.keys().any(|known| name(known) == name(draft.url()));
        let is_it = |id: &Value| id.as_str().is_some_and(|id| name(id) == name(draft.url()));
        let has_it = |file: &JsonFile| ["$id", "id"].iter().filter_map(|key| file.value.keyword(key)).any(is_it);
        if is_mapped || schemas.iter().any(has_it) {
            continue;
        }
        for (part, schema) in parts(draft) {
            let path = format!("json-schema-{}{part}.schema.json", draft.name().replace(' ', "-"));
            match JsonFile::parse(&path, format!("{schema:#}").into_bytes()) {
                Ok(file) => schemas.push(file.built_in()),
                Err(why) => found.extend(why),
            }
        }
    }
    schemas.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Returns the part of a draft's URL that does not depend on the protocol.
fn name(url: &str) -> &str {
    let plain = url.split_once("://json-schema.org/").map_or("", |(_, name)| name);
    plain.trim_end_matches('#')
}

/// Returns the schemas that the schema of a draft consists of, each with the end of its name.
fn parts(draft: Draft) -> Vec<(&'static str, Value)> {
    match draft {
        Draft::Four => vec![("", Value::clone(&DRAFT4))],
        Draft::Six => vec![("", Value::clone(&DRAFT6))],
        Draft::Seven => vec![("", Value::clone(&DRAFT7))],
        Draft::Newest => {
            let parts: [(&str, &Value); 8] = [
                ("", &DRAFT202012),
                ("-core", &DRAFT202012_CORE),
                ("-applicator", &DRAFT202012_APPLICATOR),
                ("-unevaluated", &DRAFT202012_UNEVALUATED),
                ("-validation", &DRAFT202012_VALIDATION),
                ("-meta-data", &DRAFT202012_META_DATA),
                ("-format-annotation", &DRAFT202012_FORMAT_ANNOTATION),
                ("-content", &DRAFT202012_CONTENT),
            ];
            parts.map(|(part, schema)| (part, of_the_whole(schema.clone()))).into()
        }
    }
}

/// Makes a part of the newest draft's schema refer to the whole one. Its parts are in the set for nothing else, so that is what
/// `$dynamicRef` means in them.
fn of_the_whole(mut part: Value) -> Value {
    walk_mut(&mut part, At::Root(""), &mut |schema, _| {
        schema.shift_remove("$vocabulary");
        if let Some(reference) = schema.keyword("$dynamicRef").cloned() {
            schema.shift_remove("$dynamicRef");
            let whole = if reference == json!("#meta") { json!(Draft::Newest.url()) } else { reference };
            schema.insert("$ref".to_owned(), whole);
        }
    });
    part
}
