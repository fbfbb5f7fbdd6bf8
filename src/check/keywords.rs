//! Refuses keywords that are unknown or not supported, and reports those that no type shows.

use serde_json::{Map, Value};

use super::{level, not_shown, untyped};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Loss};
use crate::load::SchemaSet;
use crate::normalize::unknown_keyword;
use crate::schema::{At, Class, Find, JsonFile, has_fixed_places, is_asserted, lookup, walk};
use crate::set::{Lint, LintLevel};

/// Returns true if it is a definition or a property, and not inside a condition.
pub fn must_be_described(at: At<'_>) -> bool {
    let keywords = at.keywords();
    let is_named = keywords.last().is_none_or(|last| matches!(*last, "$defs" | "definitions" | "properties"));
    is_named && !keywords.iter().any(|key| matches!(*key, "if" | "then" | "not" | "x-advice"))
}

const CHANGES_NOTHING: &str = "it changes no type and no verdict";

/// Returns true for the keywords of what is at each place of a list.
fn is_place(name: &str) -> bool {
    matches!(name, "prefixItems" | "additionalItems")
}

/// Returns the schema, or the one that it is a part of.
fn whole<'a>(file: &'a JsonFile, schema: &'a Map<String, Value>, here: At<'_>) -> &'a Map<String, Value> {
    let outer = match here {
        At::Index(At::Key(outer, "allOf"), _) => file.value.pointer(&outer.pointer()).and_then(Value::as_object),
        _ => None,
    };
    outer.unwrap_or(schema)
}

/// Returns true for a map that lists its keys, and asks nothing else of them.
fn lists_its_keys(file: &JsonFile, map: &Map<String, Value>) -> bool {
    let is_map = map.keyword("type").is_some_and(|it| it == "object") && !STRUCT_KEYS.iter().any(|key| map.has(key));
    let Some(names) = map.keyword("propertyNames") else { return false };
    let local = names.keyword("$ref").and_then(Value::as_str).and_then(|to| file.value.pointer(to.strip_prefix('#')?));
    let lists = |key: &str| matches!(key, "const" | "enum");
    let is_list = |names: &Map<String, Value>| {
        names.keys().any(|key| lists(key)) && names.keys().all(|key| lists(key) || key == "type" || !is_asserted(key))
    };
    is_map && local.unwrap_or(names).as_object().is_some_and(is_list)
}

/// Keywords with which an object is more than a map.
const STRUCT_KEYS: [&str; 5] = ["properties", "allOf", "anyOf", "oneOf", "$ref"];

/// Reports every keyword that is refused or unknown. `enforced` describes who enforces what no type expresses.
pub fn check(set: &SchemaSet, file: &JsonFile, enforced: &str, found: &mut Diagnostics) {
    let refused = |name: &str, reason| {
        let diagnostic = Diagnostic::error(Code::RefusedKeyword, format!("`{name}` is not supported")).because(reason);
        diagnostic.instead("leave it out")
    };
    let unresolved = |name: &str, reason| {
        let message = format!("`{name}` does not always lead to the same schema");
        let diagnostic = Diagnostic::error(Code::RefusedKeyword, message).because(reason);
        diagnostic.instead("write `$ref`, to the one definition that is meant: `#/$defs/Name`")
    };
    let not_shown = |name: &str, reason, becomes| {
        let diagnostic = Diagnostic::error(Code::UntypedKeyword, not_shown(set, &format!("`{name}`")));
        untyped(set, diagnostic.because(reason), becomes)
    };
    let has_views = !set.file.types.views.is_empty();
    let denies_unknown = level(set, Lint::UnknownKeyword) == LintLevel::Deny;
    walk(&file.value, At::Root(""), &mut |schema, here| {
        let is_root = matches!(here, At::Root(_));
        for name in schema.keys() {
            let at = || file.key_place(&here.key(name).pointer());
            if matches!(name.as_str(), "$defs" | "definitions") && !is_root {
                let diagnostic =
                    Diagnostic::error(Code::NestedDefinitions, format!("`{name}` below the root")).at(at());
                let diagnostic = diagnostic.instead("move these definitions to the root of the file");
                found.0.extend(untyped(set, diagnostic, "only those that are referred to become types"));
                continue;
            }
            match lookup(name).map(|keyword| keyword.class) {
                Some(Class::Typed | Class::Modelled | Class::Validated | Class::Format | Class::Annotation) => {}
                // Lowering reads the tests of advice, and reports those that it does not support.
                Some(Class::Asserted(_)) if here.keys().any(|key| key == "x-advice") => {}
                // Each language has a tuple.
                Some(Class::Asserted(_)) if is_place(name) && has_fixed_places(schema, whole(file, schema, here)) => {}
                // Languages with literals have maps of listed keys.
                Some(Class::Asserted(_)) if name == "propertyNames" && lists_its_keys(file, schema) => {}
                Some(Class::Asserted(reason)) => {
                    let finding = not_shown(name, reason, enforced);
                    found.0.extend(finding.map(|it| it.at(at()).losing(Loss::Check)));
                }
                // The views show them.
                Some(Class::Untyped(_)) if has_views && matches!(name.as_str(), "readOnly" | "writeOnly") => {}
                Some(Class::Untyped(reason)) => {
                    found.0.extend(not_shown(name, reason, CHANGES_NOTHING).map(|it| it.at(at())));
                }
                // The check of forms reports any other value.
                Some(Class::Resolved(reason)) if schema[name].is_string() => {
                    found.push(unresolved(name, reason).at(at()));
                }
                Some(Class::Resolved(_)) => {}
                Some(Class::Refused(reason)) => found.push(refused(name, reason).at(at())),
                // Where the lint is not denied, what is left is part of a path to a definition.
                None if denies_unknown => found.push(unknown_keyword(name).at(at())),
                None => {}
            }
        }
    });
}
