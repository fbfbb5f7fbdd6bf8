//! Keywords that validators skip: those that only other drafts have, and what stands beside `$ref` before draft 2020-12.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::counted::Counted;
use super::targets::Targets;
use crate::diagnostic::{Code, Diagnostic};
use crate::naming::of_path;
use crate::schema::{Draft, Find, JsonFile, Origin, is_asserted, step};
use crate::set::LintLevel;

/// Why a keyword is skipped.
#[derive(Clone, Copy)]
enum Why {
    BesideReference,
    /// This draft has it.
    OfDraft(Draft),
}

/// The keywords besides `prefixItems` that evaluate items.
const EVALUATE_ITEMS: [&str; 11] =
    ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "items", "contains"];

/// Removes the keywords of a file that have no value left to check: `additionalProperties` and `items` have evaluated each one.
/// Where only `prefixItems` evaluates items, `unevaluatedItems` becomes `items`, which types show.
pub fn settle_unevaluated(file: &mut JsonFile, targets: &Targets) {
    let (path, mut places) = (file.path.clone(), Vec::new());
    file.each_schema_mut(&mut |schema, at| {
        let is_referred_to = |key: &str| targets.below(&path, &at.key(key).pointer()).next().is_some();
        for (key, other) in [("unevaluatedProperties", "additionalProperties"), ("unevaluatedItems", "items")] {
            let takes_each = schema.get(other).is_some_and(|it| !it.is_array());
            if takes_each && schema.has(key) && !is_referred_to(key) {
                schema.shift_remove(key);
            }
        }
        let (key, other) = ("unevaluatedItems", "items");
        let is_alone = schema.has(key) && !EVALUATE_ITEMS.iter().any(|it| schema.contains_key(*it));
        if is_alone
            && !is_referred_to(key)
            && let Some(rest) = schema.shift_remove(key)
        {
            schema.insert(other.to_owned(), rest);
            places.push((at.key(other).pointer(), at.key(key).pointer()));
        }
    });
    file.add_respelled(places);
}

/// Removes the keywords of a file that would refuse values, and that validators skip. Annotations stay: the documentation shows
/// them. What references lead to in a removed keyword moves to the definitions of the file. Returns what moved. Keywords of other
/// drafts are reported at the level of the lint `unknown-keyword`; where it is denied, they stay.
pub fn remove(
    file: &mut JsonFile,
    draft: Draft,
    level: LintLevel,
    targets: &Targets,
    found: &mut Counted,
) -> BTreeMap<Origin, Origin> {
    let mut moved = BTreeMap::new();
    // What moved may have such keywords as well.
    loop {
        let (mut skipped, mut kept) = (Vec::new(), Vec::new());
        let path = file.path.clone();
        file.each_schema_mut(&mut |schema, at| {
            for (key, why) in skipped_keys(schema, draft) {
                let pointer = at.key(&key).pointer();
                if matches!(why, Why::BesideReference) || level != LintLevel::Deny {
                    let value = schema.shift_remove(&key).unwrap_or_default();
                    let inner = |it: &str| Some((it.to_owned(), value.pointer(&it[pointer.len()..])?.clone()));
                    kept.extend(targets.below(&path, &pointer).filter_map(inner));
                }
                skipped.push((pointer, key, why));
            }
        });
        for (pointer, key, why) in skipped {
            report(file, draft, level, (&pointer, &key, why), found);
        }
        if kept.is_empty() {
            return moved;
        }
        for (pointer, value) in kept {
            let origin = |pointer: String| Origin { file: file.path.clone(), pointer };
            let (from, to) = (origin(pointer.clone()), added(&mut file.value, draft, &pointer, value));
            moved.extend(to.map(|to| (from, origin(to))));
        }
    }
}

fn skipped_keys(schema: &Map<String, Value>, draft: Draft) -> Vec<(String, Why)> {
    let is_beside = draft < Draft::Newest && schema.keyword("$ref").is_some_and(Value::is_string);
    let why = |key: &str, value: &Value| match draft.lacks(key) {
        _ if is_beside && key != "$ref" && is_asserted(key) => Some(Why::BesideReference),
        None if draft == Draft::Four && is_exclusive_number(key, value) => Some(Why::OfDraft(Draft::Six)),
        lacking => lacking.map(Why::OfDraft),
    };
    schema.iter().filter_map(|(key, value)| Some((key.clone(), why(key, value)?))).collect()
}

/// Returns true for a bound that draft-04 would have as `true` beside `minimum` or `maximum`.
fn is_exclusive_number(key: &str, value: &Value) -> bool {
    value.is_number() && matches!(key, "exclusiveMinimum" | "exclusiveMaximum")
}

fn report(
    file: &JsonFile,
    draft: Draft,
    level: LintLevel,
    (pointer, key, why): (&str, &str, Why),
    found: &mut Counted,
) {
    let (name, use_other) = written_in(file, draft);
    let place = || file.key_place(pointer);
    let has_other_form = matches!(why, Why::OfDraft(_)) && draft.lacks(key).is_none();
    let what = if has_other_form { format!("number in `{key}`") } else { format!("`{key}`") };
    match (why, level) {
        (Why::BesideReference, _) => {
            let finding = || {
                Diagnostic::warning(Code::Dialect, format!("{name} ignores `{key}` beside `$ref`"))
                    .because("validators skip it, and so do the packages")
                    .instead("write the reference as a part of `allOf`, beside the other keywords, or leave it")
            };
            found.add(&format!("beside {key}"), finding, || file.place(pointer));
        }
        (Why::OfDraft(_), LintLevel::Allow) => {}
        (Why::OfDraft(other), LintLevel::Deny) => {
            let finding = || {
                Diagnostic::error(Code::UnknownKeyword, format!("{name} has no {what}"))
                    .because("a validator would skip it silently")
                    .instead(format!("leave it out, or {}, which has it", use_other(other).1))
            };
            found.add(&format!("{} {pointer}", file.path), finding, place);
        }
        (Why::OfDraft(other), LintLevel::Warn) => {
            let finding = || {
                Diagnostic::warning(
                    Code::UnknownKeyword,
                    format!("{name} has no {what}, which {} has", use_other(other).0),
                )
                .because("validators skip it, and so do the packages; many schemas name an older or newer draft than they use")
                .instead(format!("{} if the author meant it", use_other(other).1))
            };
            found.add(&format!("{name} lacks {key}"), finding, place);
        }
    }
}

/// Returns the name of a file's draft, and that of another one with how to use it. The version of an OpenAPI document chooses it.
fn written_in(file: &JsonFile, draft: Draft) -> (&'static str, impl Fn(Draft) -> (&'static str, String)) {
    let is_document = file.is_of_document();
    let name = match draft {
        Draft::Four if is_document => "OpenAPI 3.0",
        Draft::Newest if is_document => "OpenAPI 3.1",
        draft => draft.name(),
    };
    let use_other = move |other: Draft| match (is_document, draft) {
        (true, Draft::Four) => ("OpenAPI 3.1", "write `openapi: 3.1.0`".to_owned()),
        (true, _) => (other.name(), format!("write `jsonSchemaDialect: {}`", other.url())),
        (false, _) => (other.name(), format!("write `\"$schema\": \"{}\"`", other.url())),
    };
    (name, use_other)
}

/// Adds a node to the definitions of a file, and returns its pointer there.
fn added(root: &mut Value, draft: Draft, pointer: &str, value: Value) -> Option<String> {
    let keyword = draft.definitions();
    let all = root.as_object_mut()?.entry(keyword).or_insert_with(|| Value::Object(Map::new())).as_object_mut()?;
    let name = of_path(pointer);
    let numbered = (2..).map(|number| format!("{name}{number}"));
    let key = std::iter::once(name.clone()).chain(numbered).find(|key| !all.has(key))?;
    all.insert(key.clone(), value);
    Some(step(&format!("/{keyword}"), &key))
}
