//! `$schema`: its spellings, its absence, and older drafts, which become draft-07.

use serde_json::{Map, Value};

use super::counted::Counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{At, Dialect, JsonFile};

/// A draft as `$schema` names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Supported(Dialect),
    /// Nearly draft-07: `id`, and bounds that are exclusive by a boolean.
    Draft04,
    /// Draft-07 has all of its keywords.
    Draft06,
}

/// Writes the dialect of a file as the later steps know it, and what older drafts spell otherwise.
pub fn settle(file: &mut JsonFile, found: &mut Counted) {
    let Value::Object(root) = &file.value else { return };
    let named = match root.get("$schema") {
        Some(Value::String(url)) => named(url),
        Some(_) => None,
        None => Some(Named::Supported(guessed(root))),
    };
    // The check reports any other one.
    let Some(named) = named else { return };
    if !root.contains_key("$schema") {
        let Named::Supported(dialect) = named else { return };
        let finding = || {
            Diagnostic::warning(Code::Dialect, format!("no `$schema`: the file is read as {}", dialect.name()))
                .because("drafts differ in what some keywords mean")
                .instead(format!("write `\"$schema\": \"{}\"`", dialect.url()))
        };
        found.add("no dialect", finding, || file.place(""));
    }
    if named == Named::Draft04 {
        from_draft_04(file);
    }
    let dialect = match named {
        Named::Supported(dialect) => dialect,
        Named::Draft04 | Named::Draft06 => Dialect::Draft07,
    };
    if let Value::Object(root) = &mut file.value {
        match root.get_mut("$schema") {
            Some(written) => *written = Value::from(dialect.url()),
            None => drop(root.insert("$schema".to_owned(), Value::from(dialect.url()))),
        }
    }
    file.each_schema_mut(&mut |schema, at| {
        let is_same = |url: &Value| url.as_str().and_then(self::named) == Some(named);
        if !matches!(at, At::Root(_)) && schema.get("$schema").is_some_and(is_same) {
            schema.shift_remove("$schema");
        }
    });
}

/// Returns the draft that a URL names, with or without an empty fragment, and by either protocol.
fn named(url: &str) -> Option<Named> {
    let plain = url.strip_suffix('#').unwrap_or(url);
    let plain = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"))?;
    match plain.trim_end_matches('/') {
        "json-schema.org/draft/2020-12/schema" => Some(Named::Supported(Dialect::Draft202012)),
        "json-schema.org/draft-07/schema" => Some(Named::Supported(Dialect::Draft07)),
        "json-schema.org/draft-06/schema" => Some(Named::Draft06),
        // Without a number it can be any draft. What draft-04 spells otherwise is respelled only where it is there.
        "json-schema.org/draft-04/schema" | "json-schema.org/schema" => Some(Named::Draft04),
        _ => None,
    }
}

/// Returns the dialect of a file that does not say it: `definitions` is that of draft-07.
fn guessed(root: &Map<String, Value>) -> Dialect {
    if root.contains_key("definitions") && !root.contains_key("$defs") {
        Dialect::Draft07
    } else {
        Dialect::Draft202012
    }
}

/// Spells a file of draft-04 as draft-07 does.
fn from_draft_04(file: &mut JsonFile) {
    file.each_schema_mut(&mut |schema, _| {
        if schema.get("id").is_some_and(Value::is_string) && !schema.contains_key("$id") {
            rename(schema, "id", "$id");
        }
        for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            match schema.get(exclusive) {
                Some(Value::Bool(true)) if schema.contains_key(bound) => {
                    schema.shift_remove(exclusive);
                    rename(schema, bound, exclusive);
                }
                // Without the bound it means nothing.
                Some(Value::Bool(_)) => drop(schema.shift_remove(exclusive)),
                _ => {}
            }
        }
    });
}

/// Gives a key another name, in its place.
fn rename(schema: &mut Map<String, Value>, from: &str, to: &str) {
    let renamed = std::mem::take(schema).into_iter().map(|(key, value)| match key == from {
        true => (to.to_owned(), value),
        false => (key, value),
    });
    *schema = renamed.collect();
}
