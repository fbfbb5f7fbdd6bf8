//! Refuses schemas that no later step could handle: nothing in a schema is ignored silently.

mod examples;
mod keywords;
mod limits;
mod meta;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::problem;
use crate::naming::of_title;
use crate::schema::{At, Dialect, Find, JsonFile, walk};
use crate::set::{Defaults, Lint, LintLevel};

pub use examples::{Validators, check as check_examples};

/// Checks the files one by one: keywords, dialect, ids, meta-schema and descriptions. Also checks the catalogue, the
/// tables and the changes of the host against their own schemas.
pub fn check(set: &SchemaSet) -> Diagnostics {
    let mut found = Diagnostics::default();
    let enforced = problem::enforcement(set.file.package.validators);
    for file in set.schemas.iter().filter(|file| !file.is_built_in()) {
        if !file.value.is_object() {
            found.push(
                Diagnostic::error(Code::NoObject, "a schema file has to be an object")
                    .at(file.place(""))
                    .instead(format!("begin with `{{{}, \"title\": …`", newest())),
            );
            continue;
        }
        dialect(file, &mut found);
        id(set, file, &mut found);
        keywords::check(set, file, enforced, &mut found);
        limits::check(set, file, enforced, &mut found);
        descriptions(set, file, &mut found);
    }
    if let Some(catalogue) = &set.catalogue {
        examples::check_data(catalogue, &examples::CATALOGUE, &mut found);
    }
    if let Some(changes) = &set.changes {
        examples::check_data(changes, &examples::CHANGES, &mut found);
    }
    for table in set.tables.values() {
        examples::check_data(table, &examples::TABLE, &mut found);
    }
    found
}

/// Returns the first line of a schema file.
fn newest() -> String {
    format!("\"$schema\": \"{}\"", Dialect::ALL[0].url())
}

fn dialect(file: &JsonFile, found: &mut Diagnostics) {
    let Some(dialect) = Dialect::of(&file.value) else {
        found.push(
            Diagnostic::error(Code::Dialect, "the file does not name a dialect of JSON Schema that is supported")
                .at(file.place("/$schema"))
                .instead(format!("write `{}`", newest())),
        );
        return;
    };
    meta::check(file, dialect, found);
}

/// Reports an id that is not the file's name. With such ids, references are the same on the disk, in a registry and in
/// an editor.
fn id(set: &SchemaSet, file: &JsonFile, found: &mut Diagnostics) {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    match file.value.keyword("$id") {
        None => {}
        Some(Value::String(id)) if id == name => {}
        Some(_) => {
            let diagnostic = Diagnostic::error(Code::Id, "`$id` is not the file's name")
                .at(file.place("/$id"))
                .because("references between the files are relative file names")
                .instead(format!("write `\"$id\": \"{name}\"`"));
            found.0.extend(untyped(set, diagnostic, "they can be made by this id as well"));
        }
    }
}

/// Reports definitions, properties and values without a description, at the level of the lint `undescribed`.
fn descriptions(set: &SchemaSet, file: &JsonFile, found: &mut Diagnostics) {
    let level = level(set, Lint::Undescribed);
    if level == LintLevel::Allow {
        return;
    }
    let is_described = |facts: &Map<String, Value>| {
        facts.keyword("description").and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
    };
    let mut report = |pointer: &str| {
        let diagnostic = Diagnostic::error(Code::Undescribed, "no `description`")
            .at(file.place(pointer))
            .because("it becomes the documentation in every language")
            .instead("say in a sentence what it is");
        found.push(leveled(diagnostic, level));
    };
    walk(&file.value, At::Root(""), &mut |schema, at| {
        if !is_described(schema) && keywords::must_be_described(at) {
            report(&at.pointer());
        }
        // A profile says `null` of a value that it does not have.
        for (value, facts) in schema.keyword("x-values").and_then(Value::as_object).into_iter().flatten() {
            if facts.as_object().is_some_and(|facts| !is_described(facts)) {
                report(&at.key("x-values").key(value).pointer());
            }
        }
    });
}

/// Returns the level of a lint: that of the set, or a warning by default.
pub fn level(set: &SchemaSet, lint: Lint) -> LintLevel {
    set.file.level(lint)
}

/// Returns the level of a mistake in a `default`. Where types are filled with defaults, it is an error.
pub fn level_of_defaults(set: &SchemaSet) -> LintLevel {
    let fills = set.file.types.defaults == Defaults::Fill;
    if fills { LintLevel::Deny } else { level(set, Lint::DefaultRefused) }
}

/// Returns a diagnostic with the severity of a lint's level.
pub fn leveled(diagnostic: Diagnostic, level: LintLevel) -> Diagnostic {
    let bad =
        if level == LintLevel::Deny { crate::diagnostic::Level::Error } else { crate::diagnostic::Level::Warning };
    Diagnostic { level: bad, ..diagnostic }
}

/// Returns a diagnostic of the lint `untyped`: an error if it is denied, or a warning that also describes the outcome,
/// `becomes`.
pub fn untyped(set: &SchemaSet, diagnostic: Diagnostic, becomes: &str) -> Option<Diagnostic> {
    let reason = match &diagnostic.reason {
        Some(reason) => format!("{reason}; {becomes}"),
        None => becomes.to_owned(),
    };
    match level(set, Lint::Untyped) {
        LintLevel::Deny => Some(diagnostic),
        LintLevel::Warn => Some(leveled(diagnostic.because(reason), LintLevel::Warn)),
        LintLevel::Allow => None,
    }
}

/// Returns the message of the lint `untyped` about a keyword, which is refused only if the lint is denied.
pub fn not_shown(set: &SchemaSet, what: &str) -> String {
    match level(set, Lint::Untyped) {
        LintLevel::Deny => format!("{what} is not supported"),
        LintLevel::Warn | LintLevel::Allow => format!("no type shows {what}"),
    }
}

/// Returns the root schemas of the set by their titles.
fn roots(set: &SchemaSet) -> BTreeMap<Cow<'_, str>, &JsonFile> {
    set.schemas.iter().filter_map(|file| Some((of_title(file.value.keyword("title")?.as_str()?), file))).collect()
}
