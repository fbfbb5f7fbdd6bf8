//! The keywords of JSON Schema, and how the generator treats each.

use std::sync::LazyLock;

use foldhash::HashMap;

use super::dialect::{Draft, Known};

/// The keywords that hold definitions, one in each dialect.
pub const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// The treatment of a keyword in the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It shapes the types of every language, and can refuse a value.
    Typed,
    /// It names, describes or places parts of the types, and never refuses a value.
    Modelled,
    /// The schemas and the validators enforce it; the types do not show it.
    Validated,
    /// Like [`Self::Validated`], and reported by the lint `untyped` for this reason.
    Asserted(&'static str),
    /// It never refuses a value, and is reported by the lint `untyped` for this reason.
    Untyped(&'static str),
    /// The schemas and the validators enforce known formats (`src/model/format.rs`); other formats never refuse a
    /// value.
    Format,
    /// It never refuses a value.
    Annotation,
    /// References are made to the place that it names instead, before keywords are read. Where that is not possible, it is
    /// refused for this reason.
    Resolved(&'static str),
    /// It is refused, for this reason.
    Refused(&'static str),
}

impl Class {
    /// Returns the name in `docs/keywords.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Typed | Self::Modelled => "modelled",
            Self::Validated | Self::Asserted(_) => "validated only",
            Self::Format => "validated only, or annotation",
            Self::Untyped(_) | Self::Annotation => "annotation",
            Self::Resolved(_) => "resolved",
            Self::Refused(_) => "refused",
        }
    }
}

/// The content of a keyword's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Data,
    Schema,
    Schemas,
    SchemaByName,
}

/// A keyword and its treatment.
#[derive(Debug, Clone, Copy)]
pub struct Keyword {
    /// The keyword itself.
    pub name: &'static str,
    /// Its treatment.
    pub class: Class,
    /// The drafts that have it.
    pub known: Known,
    pub(super) holds: Holds,
}

const fn keyword(name: &'static str, class: Class, holds: Holds) -> Keyword {
    since(Draft::Four, name, class, holds)
}

/// Creates a keyword that the drafts before this one do not have.
const fn since(first: Draft, name: &'static str, class: Class, holds: Holds) -> Keyword {
    Keyword { name, class, known: Known::Since(first), holds }
}

/// Creates a keyword that only the newest draft has.
const fn newer(name: &'static str, class: Class, holds: Holds) -> Keyword {
    since(Draft::Newest, name, class, holds)
}

/// Creates a keyword that the newest draft does not have.
const fn older(name: &'static str, class: Class, holds: Holds) -> Keyword {
    Keyword { known: Known::Before(Draft::Seven), ..keyword(name, class, holds) }
}

/// Creates a keyword that no draft has.
const fn own(name: &'static str, holds: Holds) -> Keyword {
    Keyword { known: Known::Own, ..keyword(name, Class::Modelled, holds) }
}

impl Keyword {
    /// Returns true if JSON Schema refuses values because of it. Assertions have all such keywords.
    pub fn is_asserted(&self) -> bool {
        matches!(self.class, Class::Typed | Class::Validated | Class::Asserted(_))
    }
}

const DYNAMIC: &str = "where it leads depends on the schema that validation begins with, and it cannot be copied for each: there are too \
                       many, or a schema of another draft is between";
const KEYS: &str =
    "types can have the keys of a map that lists them, but no language has a type for other constraints of keys";
const NO_TYPE: &str = "no language has a type for it";
const BY_PLACE: &str = "not every language has a type for lists of any length with other items at each place";
const BOUND: &str = "the types of the languages cannot hold it";
const AS_RULE: &str = "a rule, with `if` and `then`, has a message of its own";
const DIRECTION: &str = "without `views` under `[types]`, one type is for what is read and what is written";

/// Every keyword that a schema may have, and those of the standard that are refused.
pub const KEYWORDS: &[Keyword] = {
    use Class::{Annotation, Asserted, Format, Modelled, Refused, Resolved, Typed, Untyped, Validated};
    use Draft::{Seven, Six};
    use Holds::{Data, Schema, SchemaByName, Schemas};
    &[
        keyword("$schema", Annotation, Data),
        keyword("$id", Annotation, Data),
        since(Seven, "$comment", Annotation, Data),
        keyword("$ref", Typed, Data),
        newer("$defs", Modelled, SchemaByName),
        keyword("definitions", Modelled, SchemaByName),
        keyword("title", Modelled, Data),
        keyword("description", Modelled, Data),
        keyword("default", Modelled, Data),
        newer("deprecated", Modelled, Data),
        since(Six, "examples", Annotation, Data),
        keyword("format", Format, Data),
        keyword("type", Typed, Data),
        since(Six, "const", Typed, Data),
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
        since(Seven, "if", Typed, Schema),
        since(Seven, "then", Typed, Schema),
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
        since(
            Seven,
            "else",
            Asserted("a rule says what must hold when its condition does; a second one has a message of its own"),
            Schema,
        ),
        keyword(
            "patternProperties",
            Asserted("types can have the values, but no language has a type for keys of a pattern"),
            SchemaByName,
        ),
        since(Six, "propertyNames", Asserted(KEYS), Schema),
        newer("prefixItems", Asserted(BY_PLACE), Schemas),
        older("additionalItems", Asserted(BY_PLACE), Schema),
        newer("unevaluatedItems", Asserted(NO_TYPE), Schema),
        since(Six, "contains", Asserted(NO_TYPE), Schema),
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
        older("dependencies", Asserted(AS_RULE), SchemaByName),
        since(Seven, "contentEncoding", Untyped(NO_TYPE), Data),
        since(Seven, "contentMediaType", Untyped(NO_TYPE), Data),
        newer("contentSchema", Untyped(NO_TYPE), Schema),
        since(Seven, "readOnly", Untyped(DIRECTION), Data),
        since(Seven, "writeOnly", Untyped(DIRECTION), Data),
        newer("$anchor", Resolved(""), Data),
        newer("$dynamicRef", Resolved(DYNAMIC), Data),
        newer("$dynamicAnchor", Resolved(""), Data),
        newer("$vocabulary", Refused("a set describes payloads, not schemas"), Data),
    ]
};

/// Returns the keyword of this name, if there is one.
pub fn lookup(name: &str) -> Option<&'static Keyword> {
    // Every step that walks schemas asks about every key in them.
    static BY_NAME: LazyLock<HashMap<&str, &Keyword>> =
        LazyLock::new(|| KEYWORDS.iter().map(|keyword| (keyword.name, keyword)).collect());
    BY_NAME.get(name).copied()
}

/// Returns true if a schema may have this keyword where it is read: it is known, not refused, and not replaced before.
pub fn is_supported(name: &str) -> bool {
    lookup(name).is_some_and(|keyword| !matches!(keyword.class, Class::Refused(_) | Class::Resolved(_)))
}

/// Returns true if values can be refused because of this keyword. Assertions have all such keywords.
pub fn is_asserted(name: &str) -> bool {
    lookup(name).is_some_and(Keyword::is_asserted)
}

/// Returns true if the lint `untyped` reports this keyword.
pub fn is_linted(name: &str) -> bool {
    lookup(name).is_some_and(|keyword| matches!(keyword.class, Class::Asserted(_) | Class::Untyped(_)))
}

/// The content of a keyword's value, for code that walks schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    /// A schema, or in draft-07 a list of schemas.
    Schema,
    /// Schemas by name.
    Named,
    /// Data, not a schema.
    Data,
}

/// Returns the content of the value of this keyword.
pub fn below(name: &str) -> Below {
    match lookup(name).map(|keyword| keyword.holds) {
        Some(Holds::Schema | Holds::Schemas) => Below::Schema,
        Some(Holds::SchemaByName) => Below::Named,
        Some(Holds::Data) | None => Below::Data,
    }
}

/// Describes the form of a keyword's value, if the standard requires one.
pub fn value_form(name: &str) -> Option<&'static str> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_for_authors_names_exactly_the_supported_keywords() {
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
        assert_eq!(written, known, "fix the table under `All keywords` in docs/schemas.md, or KEYWORDS beside this");
    }
}
