//! `$schema`: its spellings, its absence, and older drafts, which become draft-07.

use serde_json::{Map, Value};

use super::counted::Counted;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{At, Draft, Find, JsonFile};

/// Returns the draft that a file is written in. `None` for one that is not supported, which the check reports.
pub fn of(file: &JsonFile, found: &mut Counted) -> Option<Draft> {
    match file.value.as_object()?.keyword("$schema") {
        Some(Value::String(url)) if plain(url) == Some(OF_ANY_DRAFT) => Some(guessed(file)),
        Some(Value::String(url)) => named(url),
        Some(_) => None,
        None => {
            let draft = guessed(file);
            let finding = || {
                Diagnostic::warning(Code::Dialect, format!("no `$schema`: the file is read as {}", draft.name()))
                    .because("drafts differ in what some keywords mean")
                    .instead(format!("write `\"$schema\": \"{}\"`", draft.url()))
            };
            found.add(&format!("no dialect, {}", draft.name()), finding, || file.place(""));
            Some(draft)
        }
    }
}

/// Writes the dialect of a file as the later steps know it, and spells what draft-04 spells otherwise. Returns the errors.
pub fn settle(file: &mut JsonFile, draft: Draft) -> Diagnostics {
    if draft == Draft::Four {
        file.each_schema_mut(&mut |schema, _| from_draft_04(schema));
    }
    if let Value::Object(root) = &mut file.value {
        let url = Value::from(draft.dialect().url());
        match root.keyword_mut("$schema") {
            Some(written) => *written = url,
            None => drop(root.insert("$schema".to_owned(), url)),
        }
    }
    let mut others = Vec::new();
    file.each_schema_mut(&mut |schema, at| {
        // Below the root, it counts in a schema with an id alone.
        let counts = ["$id", "id"].iter().any(|key| schema.has(key));
        if matches!(at, At::Root("")) {
            return;
        }
        if let Some(url) = schema.shift_remove("$schema")
            && counts
            && url.as_str().and_then(named) != Some(draft)
        {
            others.push(at.key("$schema").pointer());
        }
    });
    let other = |pointer: String| {
        Diagnostic::error(Code::Dialect, "a schema of another draft inside of a file")
            .at(file.place(&pointer))
            .because("keywords would mean something else from here on")
            .instead("make it a file of its own, and refer to it by its id or its path")
    };
    Diagnostics(others.into_iter().map(other).collect())
}

/// The URL that each draft had while it was the newest one.
const OF_ANY_DRAFT: &str = "json-schema.org/schema";

/// Returns the draft that a URL names.
fn named(url: &str) -> Option<Draft> {
    match plain(url)? {
        "json-schema.org/draft/2020-12/schema" => Some(Draft::Newest),
        "json-schema.org/draft-07/schema" => Some(Draft::Seven),
        "json-schema.org/draft-06/schema" => Some(Draft::Six),
        "json-schema.org/draft-04/schema" => Some(Draft::Four),
        _ => None,
    }
}

/// Returns a URL without its protocol, an empty fragment, and `/` at its end: people write all of them.
fn plain(url: &str) -> Option<&str> {
    let plain = url.strip_suffix('#').unwrap_or(url);
    let plain = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"))?;
    Some(plain.trim_end_matches('/'))
}

/// Returns the draft of a file that does not say it: the one that has what the file uses.
fn guessed(file: &JsonFile) -> Draft {
    let (mut newest, mut since_06, mut before_2020, mut has_id, mut is_04) = (false, false, false, false, false);
    file.each_schema(&mut |schema, _| {
        has_id |= schema.keyword("id").is_some_and(Value::is_string) && !schema.has("$id");
        for (key, value) in schema {
            match key.as_str() {
                "exclusiveMinimum" | "exclusiveMaximum" => is_04 |= value.is_boolean(),
                "$defs" | "$anchor" | "$dynamicAnchor" => newest = true,
                "definitions" | "dependencies" | "additionalItems" => before_2020 = true,
                "items" => before_2020 |= value.is_array(),
                key => {
                    let since = Draft::Four.lacks(key);
                    newest |= since == Some(Draft::Newest);
                    since_06 |= since.is_some();
                }
            }
        }
    });
    if is_04 || (has_id && !newest && !since_06) {
        Draft::Four
    } else if before_2020 && !newest {
        Draft::Seven
    } else {
        Draft::Newest
    }
}

/// Spells a schema of draft-04 as draft-07 does.
fn from_draft_04(schema: &mut Map<String, Value>) {
    if schema.keyword("id").is_some_and(Value::is_string) && !schema.has("$id") {
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
}

/// Gives a key another name, in its place.
fn rename(schema: &mut Map<String, Value>, from: &str, to: &str) {
    let renamed = std::mem::take(schema).into_iter().map(|(key, value)| match key == from {
        true => (to.to_owned(), value),
        false => (key, value),
    });
    *schema = renamed.collect();
}
