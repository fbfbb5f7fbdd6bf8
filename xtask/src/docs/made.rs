//! Where a keyword stands, and what each language makes of it.

use hookwire_codegen::check::{Class, Keyword};

/// What is made of a keyword: Rust, Python's TypedDict, pydantic, TypeScript, the validators, the bundled schemas, the docs.
pub type Made = [&'static str; 7];

/// The heads of the columns.
pub const LANGUAGES: Made = ["Rust", "TypedDict", "pydantic", "TypeScript", "validators", "bundled schemas", "docs"];

const KEPT: &str = "as written";
const FACT: Made = ["documentation", "docstring", "docstring", "documentation", "–", KEPT, "a column or a sentence"];
const NOTHING: Made = ["–", "–", "–", "–", "–", KEPT, "–"];
const JUDGED: &str = "judged";

/// What is made of it: for a keyword that shapes types its own row, for any other that of its class.
pub fn made(keyword: &Keyword) -> Made {
    OWN.iter()
        .find(|(names, ..)| names.contains(&keyword.name))
        .map_or_else(|| of_class(keyword.class), |(_, _, it)| *it)
}

/// Where it may stand.
pub fn stands(keyword: &Keyword) -> &'static str {
    match OWN.iter().find(|(names, ..)| names.contains(&keyword.name)) {
        Some((_, stands, _)) => stands,
        None => match keyword.class {
            Class::Refused(_) => "nowhere",
            Class::Typed | Class::Modelled | Class::Annotation => "everywhere",
            Class::Validated | Class::Asserted(_) | Class::Untyped(_) => "in any schema",
        },
    }
}

fn of_class(class: Class) -> Made {
    match class {
        Class::Typed | Class::Modelled => FACT,
        Class::Annotation | Class::Untyped(_) => NOTHING,
        Class::Validated | Class::Asserted(_) => [
            "the type without it",
            "the type without it",
            "checked by the model",
            "the type without it",
            JUDGED,
            KEPT,
            "–",
        ],
        Class::Refused(_) => ["refused"; 7],
    }
}

/// The keywords that have a row of their own.
#[rustfmt::skip]
const OWN: &[(&[&str], &str, Made)] = &[
    (&["$schema", "$id"], "root of a file", ["–", "–", "–", "–", "–", "those of the bundle", "–"]),
    (&["$ref"], "in the place of a schema; part of `allOf`", ["name of the type", "name of the type", "name of the model", "name of the type", "by the type", "reference in the bundle", "link"]),
    (&["$defs", "definitions"], "root of a file", ["a type each", "a type each", "a model each", "a type each", "a type each", "`$defs`", "a section each"]),
    (&["title"], "root of a file: the name of its type", ["name", "name", "name", "name", "name of the type", KEPT, "heading"]),
    (&["description"], "everywhere", ["documentation", "docstring", "docstring", "TSDoc", "–", KEPT, "text"]),
    (&["default"], "property", ["documentation", "docstring", "docstring", "TSDoc", "–", KEPT, "column"]),
    (&["deprecated", "x-deprecated"], "definition, property", ["`#[deprecated]` or documentation", "docstring", "docstring", "`@deprecated`", "`deprecated`", KEPT, "marked"]),
    (&["type"], "all but references and unions", ["`bool`, `i64`, `f64`, `String`, `Vec`, map, struct", "`bool`, `int`, `float`, `str`, `list`, `dict`, TypedDict", "the same, strictly", "`boolean`, `number`, `string`, `Array`, interface", "`wrong-type`", KEPT, "column"]),
    (&["const"], "constant; condition of a rule", ["a type of one value", "`Literal`", "`Literal`", "literal type", "`wrong-value`", KEPT, "value"]),
    (&["enum"], "enum; condition of a rule", ["enum", "`Literal`", "`Literal`", "union of literals", "`wrong-value`", KEPT, "table of values"]),
    (&["properties"], "struct; part of `allOf`; condition of a rule", ["fields", "keys", "fields", "properties", "by the field", KEPT, "rows"]),
    (&["required"], "struct; part of `allOf`; condition of a rule", ["no `Option`", "`Required`", "no default", "no `?`", "`missing-field`", KEPT, "column"]),
    (&["additionalProperties", "unevaluatedProperties"], "struct; map (`additionalProperties`)", ["map; a field for other keys", "`dict`; closed or not", "`dict`; `extra`", "index signature", "`unknown-field`", "closed twins", "sentence"]),
    (&["items"], "list", ["`Vec` of it", "`list` of it", "`list` of it", "`Array` of it", "by the item", KEPT, "column"]),
    (&["minItems", "maxItems", "minLength"], "list (`minItems`, `maxItems`); string (`minLength`)", ["checked by readers", "the type without it", "checked by the model", "the type without it", "`too-short`, `too-long`", KEPT, "sentence"]),
    (&["minimum", "maximum", "exclusiveMinimum"], "number, integer", ["checked by readers", "the type without it", "checked by the model", "the type without it", "`out-of-range`", KEPT, "sentence"]),
    (&["format"], "string; those of validation.md are checked", ["checked by readers", "`str`", "checked by the model", "`string`", "`wrong-value`", KEPT, "sentence"]),
    (&["allOf"], "struct: bases, parts, rules", ["fields of all parts", "keys of all parts", "fields of all parts", "properties of all parts", "by the fields and rules", KEPT, "link to the base"]),
    (&["anyOf"], "with null; open enum; union", ["`Option`, or enum", "`| None`, or union", "`| None`, or union", "`| null`, or union", "by the member", KEPT, "column"]),
    (&["oneOf"], "union", ["enum", "union", "tagged union", "union", "by the member that the tag names", KEPT, "list of members"]),
    (&["if", "then"], "rule, in `allOf` or `x-advice`; any schema", ["checked by readers", "the type without it", "checked by the model", "the type without it", "rule: its severity and message", KEPT, "list of rules"]),
    (&["not"], "condition of a rule; any schema", ["with its rule", "the type without it", "with its rule", "the type without it", "with its rule; else judged", KEPT, "with its rule"]),
    (&["x-values"], "enum", ["documentation of values", "docstring", "docstring", "TSDoc", "`unsupported-by-host`, `deprecated`", KEPT, "table of values"]),
    (&["x-since", "x-until"], "definition, property, rule", ["documentation", "docstring", "docstring", "TSDoc", "`unsupported-by-host`", KEPT, "column"]),
    (&["x-mistakes"], "property, struct", ["–", "–", "–", "–", "what to write instead", KEPT, "–"]),
    (&["x-missing"], "required property", ["–", "–", "–", "–", "severity of `missing-field`", KEPT, "–"]),
    (&["x-strict"], "closed struct", ["–", "–", "–", "–", "severity of `unknown-field`", KEPT, "sentence"]),
    (&["x-keyed"], "property", ["type parameter", "by the tool", "by the tool", "by the tool", "by the row of the table", KEPT, "link to the table"]),
    (&["x-direction"], "root of a file", ["open or closed", "open or closed", "`extra`", "open or closed", "open or closed", "closed twins", "which page"]),
    (&["x-variant"], "member of a union", ["name of the variant", "–", "tag", "–", "–", KEPT, "–"]),
    (&["x-rule", "x-severity", "x-message", "x-advice"], "rule (`x-advice`: struct)", ["with its rule", "–", "with its rule", "–", "what is told", KEPT, "list of rules"]),
    (&["x-cap", "x-source", "x-confidence", "x-issues"], "definition, property (`x-cap`: string property)", FACT),
];

/// The names that have a row of their own.
#[cfg(test)]
pub fn own() -> impl Iterator<Item = &'static str> {
    OWN.iter().flat_map(|(names, ..)| names.iter().copied())
}
