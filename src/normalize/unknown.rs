//! Keywords that are not in the standard: annotations, which say nothing about values.

use serde_json::{Map, Value};

use super::counted::Counted;
use super::targets::Targets;
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::{did_you_mean, nearest};
use crate::schema::{DEFINITIONS, JsonFile, KEYWORDS, lookup};
use crate::set::LintLevel;

/// Removes unknown keywords, and definitions that are not schemas, and reports them at the level of the lint `unknown-keyword`.
/// Where it is denied, they stay, and the check reports each of them. One that a reference leads through stays as well, and so do
/// extensions.
pub fn remove(file: &mut JsonFile, level: LintLevel, targets: &Targets, found: &mut Counted) {
    if level == LintLevel::Deny {
        return;
    }
    let (mut removed, path) = (Vec::new(), file.path.clone());
    let (mut no_schemas, is_referred_to) = (Vec::new(), |pointer: &str| targets.below(&path, pointer).next().is_some());
    file.each_schema_mut(&mut |schema, at| {
        for key in unknown_keys(schema) {
            let pointer = at.key(&key).pointer();
            if !is_referred_to(&pointer) {
                schema.shift_remove(&key);
                removed.push((pointer, key));
            }
        }
        for keyword in DEFINITIONS {
            let Some(Value::Object(all)) = schema.get_mut(keyword) else { continue };
            all.retain(|key, value| {
                let pointer = at.key(keyword).key(key).pointer();
                let stays = value.is_object() || value.is_boolean() || is_referred_to(&pointer);
                if !stays {
                    no_schemas.push((pointer, format!("`{key}` in `{keyword}` is not a schema")));
                }
                stays
            });
        }
    });
    if level == LintLevel::Allow {
        return;
    }
    for (pointer, key) in removed {
        found.add(&format!("unknown {key}"), || warning(&key), || file.key_place(&pointer));
    }
    for (pointer, message) in no_schemas {
        let finding =
            || Diagnostic::warning(Code::NoObject, &*message).because("nothing refers to it, so it is skipped");
        found.add(&message, || finding().instead("write a schema, or remove it"), || file.key_place(&pointer));
    }
}

/// The names of extensions begin so: whoever wrote one knows that it is not in the standard.
const OF_EXTENSIONS: &str = "x-";

fn unknown_keys(schema: &Map<String, Value>) -> Vec<String> {
    schema.keys().filter(|key| lookup(key).is_none() && !key.starts_with(OF_EXTENSIONS)).cloned().collect()
}

/// Keywords of editors, OpenAPI and other generators that are not in the standard, with their replacements.
const OF_OTHERS: &[(&str, &str)] = &[
    ("allowComments", LEFT_OUT),
    ("allowTrailingCommas", LEFT_OUT),
    ("defaultSnippets", LEFT_OUT),
    ("deprecationMessage", "write `deprecated`, and what to use instead in `x-deprecated`"),
    ("discriminator", "leave it out: a `const` property selects the member of a union"),
    ("doNotSuggest", LEFT_OUT),
    ("enumDescriptions", "write them in `x-values`: `{\"on\": {\"description\": \"…\"}}`"),
    ("example", "write a list, in `examples`"),
    ("externalDocs", LEFT_OUT),
    ("id", "write `$id`"),
    ("javaType", LEFT_OUT),
    ("markdownDescription", "write `description`: it is CommonMark"),
    ("markdownEnumDescriptions", "write them in `x-values`: `{\"on\": {\"description\": \"…\"}}`"),
    (
        "nullable",
        "write null as a type: `\"type\": [\"string\", \"null\"]`, or `anyOf` of the reference and `{\"type\": \"null\"}`",
    ),
    ("tsEnumNames", LEFT_OUT),
    ("tsType", LEFT_OUT),
    ("xml", LEFT_OUT),
];

const LEFT_OUT: &str = "remove it: it does not restrict the value";

/// Returns the finding about a keyword that is denied.
pub fn unknown(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::UnknownKeyword, format!("`{name}` is not a keyword of JSON Schema"))
        .because("a validator would skip it silently");
    diagnostic.instead(advice(name).unwrap_or_else(|| "remove it, or write `$comment`".to_owned()))
}

fn warning(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::warning(Code::UnknownKeyword, format!("`{name}` is not a keyword of JSON Schema"))
        .because("validators skip it, and so do the packages");
    let quiet = "set `unknown-keyword = \"allow\"` in `[lints]` if the author meant it";
    diagnostic.instead(advice(name).unwrap_or_else(|| quiet.to_owned()))
}

/// Returns the replacement of a keyword, or the one that was meant.
fn advice(name: &str) -> Option<String> {
    if let Some((_, advice)) = OF_OTHERS.iter().find(|(known, _)| *known == name) {
        return Some((*advice).to_owned());
    }
    did_you_mean(&nearest(name, KEYWORDS.iter().map(|keyword| keyword.name), 1))
}
