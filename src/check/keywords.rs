//! The treatment of each keyword of JSON Schema.

use serde_json::{Map, Value};

use super::dialect::Known;
use super::{not_shown, untyped};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{At, JsonFile, SchemaSet};
use crate::nearest::{did_you_mean, nearest};

/// The treatment of a keyword by the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It shapes the types of every language, and a value can be refused for it.
    Typed,
    /// It names, describes or places what is in the types; of a value it says nothing.
    Modelled,
    /// The schemas and the validators enforce it; the types do not show it.
    Validated,
    /// The same, told by the lint `untyped` for this reason.
    Asserted(&'static str),
    /// It changes no verdict, and is told by the lint `untyped` for this reason.
    Untyped(&'static str),
    /// Of the formats that are known (`src/format.rs`) the schemas and the validators enforce it; any other changes no verdict.
    Format,
    /// It changes no verdict.
    Annotation,
    /// It is refused, for this reason.
    Refused(&'static str),
}

impl Class {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Typed | Self::Modelled => "modelled",
            Self::Validated | Self::Asserted(_) => "validated only",
            Self::Format => "validated only, or annotation",
            Self::Untyped(_) | Self::Annotation => "annotation",
            Self::Refused(_) => "refused",
        }
    }
}

/// The kind of value that a keyword has.
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
    /// The treatment of the keyword.
    pub class: Class,
    /// Which drafts have it.
    pub known: Known,
    holds: Holds,
}

const fn keyword(name: &'static str, class: Class, holds: Holds) -> Keyword {
    Keyword { name, class, known: Known::Always, holds }
}

/// One that draft-07 does not have.
const fn newer(name: &'static str, class: Class, holds: Holds) -> Keyword {
    Keyword { known: Known::Since, ..keyword(name, class, holds) }
}

/// One that only draft-07 has, with what is written today.
const fn older(name: &'static str, class: Class, holds: Holds, advice: &'static str) -> Keyword {
    Keyword { known: Known::Before(advice), ..keyword(name, class, holds) }
}

/// One that no draft has.
const fn own(name: &'static str, holds: Holds) -> Keyword {
    Keyword { known: Known::Own, ..keyword(name, Class::Modelled, holds) }
}

impl Keyword {
    /// A value can be refused for it, as JSON Schema has it; assertions have it.
    pub fn is_asserted(&self) -> bool {
        matches!(self.class, Class::Typed | Class::Validated | Class::Asserted(_))
    }

    /// A schema in which it is skipped says something else: values are refused for it, or references lead into it.
    pub(super) fn counts(&self) -> bool {
        self.is_asserted() || (self.class == Class::Modelled && self.holds == Holds::SchemaByName)
    }
}

const ONE_NAME: &str = "a type has one name, and references are made by it";
const NO_TYPE: &str = "no language has a type for it";
const BOUND: &str = "the types of the languages cannot hold it";
const AS_RULE: &str = "a rule, with `if` and `then`, has a message of its own";
const DIRECTION: &str = "the direction of a type says who writes it: `x-direction`";

/// Every keyword that may stand in a schema, and those of the standard that may not.
pub const KEYWORDS: &[Keyword] = {
    use Class::{Annotation, Asserted, Format, Modelled, Refused, Typed, Untyped, Validated};
    use Holds::{Data, Schema, SchemaByName, Schemas};
    &[
        keyword("$schema", Annotation, Data),
        keyword("$id", Annotation, Data),
        keyword("$comment", Annotation, Data),
        keyword("$ref", Typed, Data),
        newer("$defs", Modelled, SchemaByName),
        keyword("definitions", Modelled, SchemaByName),
        keyword("title", Modelled, Data),
        keyword("description", Modelled, Data),
        keyword("default", Modelled, Data),
        newer("deprecated", Modelled, Data),
        keyword("examples", Annotation, Data),
        keyword("format", Format, Data),
        keyword("type", Typed, Data),
        keyword("const", Typed, Data),
        keyword("enum", Typed, Data),
        keyword("properties", Typed, SchemaByName),
        keyword("required", Typed, Data),
        keyword("additionalProperties", Typed, Schema),
        newer("unevaluatedProperties", Typed, Schema),
        keyword("items", Typed, Schema),
        keyword("minItems", Validated, Data),
        keyword("maxItems", Validated, Data),
        keyword("minimum", Validated, Data),
        keyword("maximum", Validated, Data),
        keyword("exclusiveMinimum", Validated, Data),
        keyword("minLength", Validated, Data),
        keyword("allOf", Typed, Schemas),
        keyword("anyOf", Typed, Schemas),
        keyword("oneOf", Typed, Schemas),
        keyword("if", Typed, Schema),
        keyword("then", Typed, Schema),
        keyword("not", Typed, Schema),
        own("x-since", Data),
        own("x-until", Data),
        own("x-values", Data),
        own("x-cap", Data),
        own("x-mistakes", Data),
        own("x-missing", Data),
        own("x-strict", Data),
        own("x-keyed", Data),
        own("x-deprecated", Data),
        own("x-source", Data),
        own("x-confidence", Data),
        own("x-issues", Data),
        own("x-direction", Data),
        own("x-variant", Data),
        own("x-rule", Data),
        own("x-severity", Data),
        own("x-message", Data),
        own("x-advice", Schemas),
        keyword(
            "else",
            Asserted("a rule says what must hold when its condition does; a second one has a message of its own"),
            Schema,
        ),
        keyword("patternProperties", Asserted(NO_TYPE), SchemaByName),
        keyword("propertyNames", Asserted(NO_TYPE), Schema),
        newer("prefixItems", Asserted(NO_TYPE), Schemas),
        older("additionalItems", Asserted(NO_TYPE), Schema, "write `prefixItems` and `items`"),
        newer("unevaluatedItems", Asserted(NO_TYPE), Schema),
        keyword("contains", Asserted(NO_TYPE), Schema),
        newer("minContains", Asserted(NO_TYPE), Data),
        newer("maxContains", Asserted(NO_TYPE), Data),
        keyword("uniqueItems", Asserted(BOUND), Data),
        keyword("minProperties", Asserted(BOUND), Data),
        keyword("maxProperties", Asserted(BOUND), Data),
        keyword("maxLength", Asserted(BOUND), Data),
        keyword("pattern", Asserted(BOUND), Data),
        keyword("exclusiveMaximum", Asserted(BOUND), Data),
        keyword("multipleOf", Asserted(BOUND), Data),
        newer("dependentRequired", Asserted(AS_RULE), Data),
        newer("dependentSchemas", Asserted(AS_RULE), SchemaByName),
        older("dependencies", Asserted(AS_RULE), SchemaByName, "write `dependentRequired` or `dependentSchemas`"),
        keyword("contentEncoding", Untyped(NO_TYPE), Data),
        keyword("contentMediaType", Untyped(NO_TYPE), Data),
        newer("contentSchema", Untyped(NO_TYPE), Schema),
        keyword("readOnly", Untyped(DIRECTION), Data),
        keyword("writeOnly", Untyped(DIRECTION), Data),
        newer("$anchor", Refused(ONE_NAME), Data),
        newer("$dynamicRef", Refused(ONE_NAME), Data),
        newer("$dynamicAnchor", Refused(ONE_NAME), Data),
        newer("$vocabulary", Refused("a set describes payloads, not schemas"), Data),
    ]
};

fn lookup(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}

/// The keyword may stand in a schema: there is one of this name, and it is not refused.
pub fn is_supported(name: &str) -> bool {
    lookup(name).is_some_and(|keyword| !matches!(keyword.class, Class::Refused(_)))
}

/// The keyword is one of JSON Schema that a value can be refused for, and that assertions have.
pub fn is_asserted(name: &str) -> bool {
    lookup(name).is_some_and(Keyword::is_asserted)
}

/// The check of the keywords tells of it what the lint `untyped` tells.
pub fn is_told(name: &str) -> bool {
    lookup(name).is_some_and(|keyword| matches!(keyword.class, Class::Asserted(_) | Class::Untyped(_)))
}

/// What stands at a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    /// A schema, or, of draft-07, a list of them.
    Schema,
    /// Schemas by name.
    Named,
    /// No schema.
    Data,
}

/// What stands at the keyword of this name.
pub fn below(name: &str) -> Below {
    match lookup(name).map(|keyword| keyword.holds) {
        Some(Holds::Schema | Holds::Schemas) => Below::Schema,
        Some(Holds::SchemaByName) => Below::Named,
        Some(Holds::Data) | None => Below::Data,
    }
}

/// The form of a keyword's value, as the standard has it.
pub fn form(name: &str) -> Option<&'static str> {
    match name {
        "type" => Some("one of string, boolean, number, integer, array, object, null, or a list of them"),
        "required" => Some("a list of the names of properties, each once: `[\"name\"]`"),
        "enum" | "examples" => Some("a list of values: `[\"on\", \"off\"]`"),
        "title" | "description" | "$comment" | "format" | "pattern" | "$id" | "$ref" | "$schema" => Some("a string"),
        "deprecated" | "uniqueItems" | "readOnly" | "writeOnly" => Some("`true` or `false`"),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Some("a number"),
        "multipleOf" => Some("a number above 0"),
        "dependentRequired" => Some("a list of names for each name: `{\"name\": [\"other\"]}`"),
        "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties" | "minContains"
        | "maxContains" => Some("a whole number, 0 or above"),
        _ => match lookup(name)?.holds {
            Holds::Schema => Some("a schema: `{…}`, `true` or `false`"),
            Holds::Schemas => Some("a list of schemas with at least one in it: `[{…}, {…}]`"),
            Holds::SchemaByName => Some("an object with a schema for each name: `{\"name\": {…}}`"),
            Holds::Data => None,
        },
    }
}

/// Calls `visit` with every schema object of a file and where it stands, parents first.
pub fn walk<'a>(schema: &'a Value, at: At<'_>, visit: &mut impl FnMut(&'a Map<String, Value>, At<'_>)) {
    if let Some(object) = schema.as_object() {
        walk_object(object, at, visit);
    }
}

/// The same of a schema that is no boolean.
pub fn walk_object<'a>(
    object: &'a Map<String, Value>,
    at: At<'_>,
    visit: &mut impl FnMut(&'a Map<String, Value>, At<'_>),
) {
    visit(object, at);
    for (key, value) in object {
        let Some(holds) = lookup(key).map(|keyword| keyword.holds).filter(|holds| *holds != Holds::Data) else {
            continue;
        };
        let at = at.key(key);
        match holds {
            Holds::Schema if !value.is_array() => walk(value, at, visit),
            // `items` of draft-07 may be a list.
            Holds::Schema | Holds::Schemas => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    walk(item, at.index(index), visit);
                }
            }
            Holds::SchemaByName => {
                for (name, item) in value.as_object().into_iter().flatten() {
                    walk(item, at.key(name), visit);
                }
            }
            Holds::Data => {}
        }
    }
}

/// Calls `change` with each schema directly below this one; data stays as it is, whatever it looks like. `change` gets the
/// schema, the keyword that it stands at, and its name or index there if there are several.
pub fn each_below(
    schema: &mut Map<String, Value>,
    change: &mut impl FnMut(&mut Map<String, Value>, &str, Option<&str>),
) {
    let mut one = |value: &mut Value, keyword: &str, name: Option<&str>| {
        if let Value::Object(object) = value {
            change(object, keyword, name);
        }
    };
    for (key, value) in schema {
        match (lookup(key).map(|keyword| keyword.holds), value) {
            (Some(Holds::Schema | Holds::Schemas), Value::Array(items)) => {
                let items = items.iter_mut().enumerate();
                items.for_each(|(index, item)| one(item, key, Some(&index.to_string())));
            }
            (Some(Holds::Schema), value) => one(value, key, None),
            (Some(Holds::SchemaByName), Value::Object(schemas)) => {
                schemas.iter_mut().for_each(|(name, value)| one(value, key, Some(name)));
            }
            _ => {}
        }
    }
}

/// It is a definition or a property. Those inside of a condition describe nothing.
pub fn must_be_described(at: At<'_>) -> bool {
    let named = match at {
        At::Root(_) => true,
        At::Key(At::Key(_, outer), _) => matches!(*outer, "$defs" | "definitions" | "properties"),
        At::Key(..) | At::Index(..) => false,
    };
    named && !at.keys().any(|key| matches!(key, "if" | "then" | "not" | "x-advice"))
}

const CHANGES_NOTHING: &str = "it changes no type and no verdict";

/// Tells every keyword that is refused or unknown. `judge` says who judges what no type shows.
pub fn check(set: &SchemaSet, file: &JsonFile, judge: &str, found: &mut Diagnostics) {
    let refused = |name: &str, reason| {
        let diagnostic = Diagnostic::error(Code::RefusedKeyword, format!("`{name}` is not supported")).because(reason);
        match name {
            "$anchor" | "$dynamicAnchor" => diagnostic.instead("leave it out, and refer by the place: `#/$defs/Name`"),
            "$dynamicRef" => diagnostic.instead("write `$ref`, to the one definition that is meant: `#/$defs/Name`"),
            _ => diagnostic.instead("leave it out"),
        }
    };
    let not_shown = |name: &str, reason, becomes| {
        let diagnostic = Diagnostic::error(Code::UntypedKeyword, not_shown(set, &format!("`{name}`")));
        untyped(set, diagnostic.because(reason), becomes)
    };
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
            if name == "$id" && !is_root {
                let diagnostic = Diagnostic::error(Code::Id, "`$id` below the root").at(at());
                found.push(
                    diagnostic
                        .because("references in there would be made from another place than the file")
                        .instead("make it a file of its own"),
                );
                continue;
            }
            match lookup(name).map(|keyword| keyword.class) {
                Some(Class::Typed | Class::Modelled | Class::Validated | Class::Format | Class::Annotation) => {}
                Some(Class::Asserted(reason)) => {
                    found.0.extend(not_shown(name, reason, judge).map(|it| it.at(at())));
                }
                Some(Class::Untyped(reason)) => {
                    found.0.extend(not_shown(name, reason, CHANGES_NOTHING).map(|it| it.at(at())));
                }
                Some(Class::Refused(reason)) => found.push(refused(name, reason).at(at())),
                None => found.push(unknown(name).at(at())),
            }
        }
    });
}

/// What editors, OpenAPI and other generators have beside the standard, and what is written here in its place.
const OF_OTHERS: &[(&str, &str)] = &[
    ("allowComments", LEFT_OUT),
    ("allowTrailingCommas", LEFT_OUT),
    ("defaultSnippets", LEFT_OUT),
    ("deprecationMessage", "write `deprecated`, and what to use instead in `x-deprecated`"),
    ("discriminator", "leave it out: the members of a union are told apart by a `const` property"),
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

const LEFT_OUT: &str = "leave it out: it is no part of what a value has to be";

fn unknown(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::UnknownKeyword, format!("`{name}` is no keyword of JSON Schema"))
        .because("a validator would skip it without a word");
    if let Some((_, advice)) = OF_OTHERS.iter().find(|(known, _)| *known == name) {
        return diagnostic.instead(*advice);
    }
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
