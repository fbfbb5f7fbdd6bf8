//! What becomes of each keyword of JSON Schema.

use serde_json::{Map, Value};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{JsonFile, step};
use crate::nearest::{did_you_mean, nearest};

/// What the generator does with a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It shapes the types of every language.
    Modelled,
    /// The schemas and the validators enforce it; the types do not show it.
    Validated,
    /// It changes no verdict.
    Annotation,
    /// It is refused, for this reason.
    Refused(&'static str),
}

/// What the value of a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Data,
    Schema,
    Schemas,
    SchemaByName,
}

/// A keyword, and what becomes of it.
#[derive(Debug, Clone, Copy)]
pub struct Keyword {
    /// As it is written.
    pub name: &'static str,
    /// What the generator does with it.
    pub class: Class,
    holds: Holds,
}

const fn keyword(name: &'static str, class: Class, holds: Holds) -> Keyword {
    Keyword { name, class, holds }
}

const ONE_NAME: &str = "a type has one name, and references are made by it";
const NO_TYPE: &str = "no language has a type for it";
const BOUND: &str = "the types of the languages cannot hold it, and validators that all agree on it are not there yet";

/// Every keyword that may stand in a schema, and those of the standard that may not.
pub const KEYWORDS: &[Keyword] = {
    use Class::{Annotation, Modelled, Refused, Validated};
    use Holds::{Data, Schema, SchemaByName, Schemas};
    &[
        keyword("$schema", Annotation, Data),
        keyword("$id", Annotation, Data),
        keyword("$comment", Annotation, Data),
        keyword("$ref", Modelled, Data),
        keyword("$defs", Modelled, SchemaByName),
        keyword("definitions", Modelled, SchemaByName),
        keyword("title", Modelled, Data),
        keyword("description", Modelled, Data),
        keyword("default", Modelled, Data),
        keyword("deprecated", Modelled, Data),
        keyword("examples", Annotation, Data),
        keyword("format", Annotation, Data),
        keyword("type", Modelled, Data),
        keyword("const", Modelled, Data),
        keyword("enum", Modelled, Data),
        keyword("properties", Modelled, SchemaByName),
        keyword("required", Modelled, Data),
        keyword("additionalProperties", Modelled, Schema),
        keyword("unevaluatedProperties", Modelled, Schema),
        keyword("items", Modelled, Schema),
        keyword("minItems", Validated, Data),
        keyword("maxItems", Validated, Data),
        keyword("minimum", Validated, Data),
        keyword("maximum", Validated, Data),
        keyword("exclusiveMinimum", Validated, Data),
        keyword("minLength", Validated, Data),
        keyword("allOf", Modelled, Schemas),
        keyword("anyOf", Modelled, Schemas),
        keyword("oneOf", Modelled, Schemas),
        keyword("if", Modelled, Schema),
        keyword("then", Modelled, Schema),
        keyword("not", Modelled, Schema),
        keyword("x-since", Modelled, Data),
        keyword("x-until", Modelled, Data),
        keyword("x-values", Modelled, Data),
        keyword("x-cap", Modelled, Data),
        keyword("x-mistakes", Modelled, Data),
        keyword("x-missing", Modelled, Data),
        keyword("x-strict", Modelled, Data),
        keyword("x-keyed", Modelled, Data),
        keyword("x-deprecated", Modelled, Data),
        keyword("x-source", Modelled, Data),
        keyword("x-confidence", Modelled, Data),
        keyword("x-issues", Modelled, Data),
        keyword("x-direction", Modelled, Data),
        keyword("x-variant", Modelled, Data),
        keyword("x-rule", Modelled, Data),
        keyword("x-severity", Modelled, Data),
        keyword("x-message", Modelled, Data),
        keyword("x-advice", Modelled, Schemas),
        keyword("else", Refused("a rule says what must hold when its condition does; write a second rule"), Schema),
        keyword("patternProperties", Refused(NO_TYPE), SchemaByName),
        keyword("propertyNames", Refused(NO_TYPE), Schema),
        keyword("prefixItems", Refused(NO_TYPE), Schemas),
        keyword("unevaluatedItems", Refused(NO_TYPE), Schema),
        keyword("contains", Refused(NO_TYPE), Schema),
        keyword("minContains", Refused(NO_TYPE), Data),
        keyword("maxContains", Refused(NO_TYPE), Data),
        keyword("uniqueItems", Refused(BOUND), Data),
        keyword("minProperties", Refused(BOUND), Data),
        keyword("maxProperties", Refused(BOUND), Data),
        keyword("maxLength", Refused(BOUND), Data),
        keyword("pattern", Refused(BOUND), Data),
        keyword("exclusiveMaximum", Refused(BOUND), Data),
        keyword("multipleOf", Refused(BOUND), Data),
        keyword("dependentRequired", Refused("write it as a rule, with `if` and `then`"), Data),
        keyword("dependentSchemas", Refused("write it as a rule, with `if` and `then`"), SchemaByName),
        keyword("dependencies", Refused("write it as a rule, with `if` and `then`"), Data),
        keyword("contentEncoding", Refused(NO_TYPE), Data),
        keyword("contentMediaType", Refused(NO_TYPE), Data),
        keyword("contentSchema", Refused(NO_TYPE), Schema),
        keyword("readOnly", Refused("the direction of a type says who writes it: `x-direction`"), Data),
        keyword("writeOnly", Refused("the direction of a type says who writes it: `x-direction`"), Data),
        keyword("$anchor", Refused(ONE_NAME), Data),
        keyword("$dynamicRef", Refused(ONE_NAME), Data),
        keyword("$dynamicAnchor", Refused(ONE_NAME), Data),
        keyword("$vocabulary", Refused("a set describes payloads, not schemas"), Data),
    ]
};

fn lookup(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}

/// The keyword may stand in a schema: there is one of this name, and it is not refused.
pub fn is_supported(name: &str) -> bool {
    lookup(name).is_some_and(|keyword| !matches!(keyword.class, Class::Refused(_)))
}

/// Calls `visit` with every schema object of a file and its pointer, parents first.
pub fn walk<'a>(schema: &'a Value, pointer: &str, visit: &mut impl FnMut(&'a Map<String, Value>, &str)) {
    let Some(object) = schema.as_object() else { return };
    visit(object, pointer);
    for (key, value) in object {
        let at = step(pointer, key);
        match lookup(key).map(|keyword| keyword.holds) {
            Some(Holds::Schema) => walk(value, &at, visit),
            Some(Holds::Schemas) => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    walk(item, &step(&at, &index.to_string()), visit);
                }
            }
            Some(Holds::SchemaByName) => {
                for (name, item) in value.as_object().into_iter().flatten() {
                    walk(item, &step(&at, name), visit);
                }
            }
            Some(Holds::Data) | None => {}
        }
    }
}

/// The schema with each schema directly below it replaced; data stays as it is, whatever it looks like.
pub fn map(
    schema: &Map<String, Value>,
    replace: &mut impl FnMut(&Map<String, Value>) -> Map<String, Value>,
) -> Map<String, Value> {
    let mut one = |value: &Value| match value {
        Value::Object(object) => Value::Object(replace(object)),
        other => other.clone(),
    };
    let below = |(key, value): (&String, &Value)| {
        let value = match (lookup(key).map(|keyword| keyword.holds), value) {
            (Some(Holds::Schema), value) => one(value),
            (Some(Holds::Schemas), Value::Array(items)) => Value::Array(items.iter().map(&mut one).collect()),
            (Some(Holds::SchemaByName), Value::Object(schemas)) => {
                Value::Object(schemas.iter().map(|(name, value)| (name.clone(), one(value))).collect())
            }
            (_, value) => value.clone(),
        };
        (key.clone(), value)
    };
    schema.iter().map(below).collect()
}

/// A pointer that ends in a definition or a property. Those inside of a condition describe nothing.
pub fn must_be_described(pointer: &str) -> bool {
    let steps: Vec<&str> = pointer.split('/').collect();
    let named = steps.len() < 2 || matches!(steps[steps.len() - 2], "$defs" | "definitions" | "properties");
    named && !steps.iter().any(|step| matches!(*step, "if" | "then" | "not" | "x-advice"))
}

/// Tells every keyword that is refused or unknown.
pub fn check(file: &JsonFile, found: &mut Diagnostics) {
    walk(&file.value, "", &mut |schema, pointer| {
        for name in schema.keys() {
            let at = file.key_place(&step(pointer, name));
            if matches!(name.as_str(), "$defs" | "definitions") && !pointer.is_empty() {
                let advice = "move these definitions to the root of the file";
                found.push(
                    Diagnostic::error(Code::NestedDefinitions, format!("`{name}` below the root"))
                        .at(at)
                        .instead(advice),
                );
                continue;
            }
            match lookup(name).map(|keyword| keyword.class) {
                Some(Class::Modelled | Class::Validated | Class::Annotation) => {}
                Some(Class::Refused(reason)) => found.push(
                    Diagnostic::error(Code::RefusedKeyword, format!("`{name}` is not supported"))
                        .at(at)
                        .because(reason),
                ),
                None => found.push(unknown(name).at(at)),
            }
        }
    });
}

fn unknown(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::UnknownKeyword, format!("`{name}` is no keyword of JSON Schema"))
        .because("a validator would skip it without a word");
    let near = nearest(name, KEYWORDS.iter().map(|keyword| keyword.name), 1);
    match did_you_mean(&near) {
        Some(question) => diagnostic.instead(question),
        None => diagnostic.instead("remove it, or write `$comment`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_for_authors_names_each_keyword_that_may_stand_and_no_other() {
        let page = include_str!("../../docs/schemas.md");
        let (_, table) = page.split_once("### All keywords").unwrap_or_default();
        let (table, _) = table.split_once("\n## ").unwrap_or_default();
        let first_cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
        let mut written: Vec<&str> = first_cells.flat_map(|cell| cell.split("`, `")).collect();
        written.iter_mut().for_each(|name| *name = name.trim_end_matches('`'));
        written.sort_unstable();
        let mut known: Vec<&str> =
            KEYWORDS.iter().map(|keyword| keyword.name).filter(|name| is_supported(name)).collect();
        known.sort_unstable();
        assert_eq!(written, known, "mend the table under `All keywords` in docs/schemas.md, or KEYWORDS beside this");
    }
}
