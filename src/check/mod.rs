//! Refuses what no later step could make sense of: nothing in a schema is ignored in silence.

mod examples;
mod keywords;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{JsonFile, SchemaSet};
use crate::set::{Level, Lint};

pub use examples::{Validators, check as check_examples};
pub use keywords::{KEYWORDS, Keyword, is_supported, map, walk};

/// Everything that is wrong with the files one by one: keywords, dialect, ids, meta-schema, descriptions; and whether
/// the catalogue and the tables are what their own schemas want.
pub fn check(set: &SchemaSet) -> Diagnostics {
    let mut found = Diagnostics::default();
    for file in &set.schemas {
        if !file.value.is_object() {
            found.push(
                Diagnostic::error(Code::NoObject, "a schema file has to be an object")
                    .at(file.place(""))
                    .instead(format!("begin with `{{\"$schema\": \"{}\", \"title\": …`", DIALECTS[0])),
            );
            continue;
        }
        dialect(file, &mut found);
        id(file, &mut found);
        keywords::check(file, &mut found);
        draft_07(file, &mut found);
        descriptions(set, file, &mut found);
    }
    if let Some(catalogue) = &set.catalogue {
        examples::check_data(catalogue, &examples::CATALOGUE, &mut found);
    }
    for table in set.tables.values() {
        examples::check_data(table, &examples::TABLE, &mut found);
    }
    found
}

const DIALECTS: [&str; 2] = ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"];

const JSON_TYPES: [&str; 7] = ["string", "boolean", "number", "integer", "array", "object", "null"];

fn dialect(file: &JsonFile, found: &mut Diagnostics) {
    let named = file.value.get("$schema").and_then(Value::as_str);
    if !named.is_some_and(|dialect| DIALECTS.contains(&dialect)) {
        found.push(
            Diagnostic::error(Code::Dialect, "the file does not name a dialect of JSON Schema that is supported")
                .at(file.place("/$schema"))
                .instead(format!("write `\"$schema\": \"{}\"`", DIALECTS[0])),
        );
        return;
    }
    let meta = jsonschema::meta::validator_for(&file.value).map(|validator| {
        for error in validator.iter_errors(&file.value) {
            let at = file.place(error.instance_path().as_str());
            let diagnostic = Diagnostic::error(Code::MetaSchema, error.to_string()).at(at);
            let diagnostic = if error.instance_path().as_str().ends_with("/type") {
                diagnostic.instead(format!("one of: {}", JSON_TYPES.join(", ")))
            } else {
                diagnostic
            };
            // The meta-schema is of several parts, and each says it.
            if !found.0.contains(&diagnostic) {
                found.push(diagnostic);
            }
        }
    });
    if let Err(error) = meta {
        found.push(Diagnostic::error(Code::MetaSchema, error.to_string()).at(file.place("")));
    }
}

/// A validator of draft-07 skips what that draft did not have.
fn draft_07(file: &JsonFile, found: &mut Diagnostics) {
    if file.value.get("$schema").and_then(Value::as_str) != Some(DIALECTS[1]) {
        return;
    }
    walk(&file.value, "", &mut |schema, pointer| {
        for key in ["unevaluatedProperties", "$defs"].into_iter().filter(|key| schema.contains_key(*key)) {
            found.push(
                Diagnostic::error(Code::Dialect, format!("draft-07 has no `{key}`"))
                    .at(file.place(&crate::load::step(pointer, key)))
                    .because("a validator would skip it without a word")
                    .instead(format!("write `\"$schema\": \"{}\"`", DIALECTS[0])),
            );
        }
    });
}

/// An id is the file's own name: references are then the same on the disk, in a registry and in an editor.
fn id(file: &JsonFile, found: &mut Diagnostics) {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    match file.value.get("$id") {
        None => {}
        Some(Value::String(id)) if id == name => {}
        Some(_) => found.push(
            Diagnostic::error(Code::Id, "`$id` is not the file's name")
                .at(file.place("/$id"))
                .because("references between the files are relative file names")
                .instead(format!("write `\"$id\": \"{name}\"`")),
        ),
    }
}

/// The `undescribed` lint: a definition and a property each say what they are.
fn descriptions(set: &SchemaSet, file: &JsonFile, found: &mut Diagnostics) {
    let level = level(set, Lint::Undescribed);
    if level == Level::Allow {
        return;
    }
    keywords::walk(&file.value, "", &mut |schema, pointer| {
        let described = schema.get("description").and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
        if described || !keywords::must_be_described(pointer) {
            return;
        }
        let diagnostic = Diagnostic::error(Code::Undescribed, "no `description`")
            .at(file.place(pointer))
            .because("it becomes the documentation in every language")
            .instead("say in a sentence what it is");
        found.push(leveled(diagnostic, level));
    });
}

/// The level of a lint: what the set says, else a warning.
pub fn level(set: &SchemaSet, lint: Lint) -> Level {
    set.file.lints.get(&lint).copied().unwrap_or(Level::Warn)
}

/// A finding of a lint, as bad as its level says.
pub fn leveled(diagnostic: Diagnostic, level: Level) -> Diagnostic {
    let bad = if level == Level::Deny { crate::diagnostic::Level::Error } else { crate::diagnostic::Level::Warning };
    Diagnostic { level: bad, ..diagnostic }
}

/// The roots of the set by the name that they give themselves.
fn roots(set: &SchemaSet) -> BTreeMap<&str, &JsonFile> {
    set.schemas.iter().filter_map(|file| Some((file.value.get("title")?.as_str()?, file))).collect()
}
