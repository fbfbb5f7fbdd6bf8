//! Defines the keywords that each shape takes. Other keywords would be dropped silently, so they are refused, or become
//! an assertion.
//!
//! Each reader of this step passes the form that it reads a schema as, and the schema's position.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Scope;
use super::rules::TESTS;
use crate::check::not_shown;
use crate::diagnostic::{Code, Diagnostic};
use crate::link::Definition;
use crate::schema::{Find, is_asserted, is_by_place_or_pattern, is_linted, is_supported, step};

/// A shape and the keywords that make it.
#[derive(Debug)]
pub struct Form {
    what: &'static str,
    takes: &'static [&'static str],
}

const fn form(what: &'static str, takes: &'static [&'static str]) -> Form {
    Form { what, takes }
}

pub const STRUCT: Form = form(
    "a struct",
    &[
        "type",
        "properties",
        "required",
        "additionalProperties",
        "unevaluatedProperties",
        "allOf",
        "x-advice",
        "x-mistakes",
        "x-strict",
    ],
);
/// `additionalProperties` applies only to the properties next to it, not to those of a base.
pub const EXTENSION: Form = form(
    "a struct that extends another",
    &["type", "properties", "required", "unevaluatedProperties", "allOf", "x-advice", "x-mistakes", "x-strict"],
);
pub const BASE: Form = form("a part of `allOf` that names a base", &["$ref"]);
pub const PART: Form = form("a part of `allOf`", &["type", "properties", "required"]);
pub const RULE: Form = form("a rule", &["if", "then", "x-rule", "x-severity", "x-confidence", "x-since", "x-message"]);
pub const ENUM: Form = form("an enum", &["type", "enum", "x-values"]);
pub const OPEN_ENUM: Form = form("an open enum", &["anyOf", "x-values"]);
pub const KNOWN_VALUES: Form = form("the known values of an open enum", &["type", "enum"]);
pub const ENUM_ONE_BY_ONE: Form = form("an enum, one value after the other", &["type", "oneOf", "anyOf", "x-values"]);
pub const ONE_VALUE: Form = form(
    "a value of an enum",
    &[
        "type",
        "const",
        "enum",
        "x-since",
        "x-until",
        "deprecated",
        "x-deprecated",
        "x-source",
        "x-confidence",
        "x-issues",
    ],
);
pub const ONE_OF: Form = form("a union", &["oneOf"]);
pub const ANY_OF: Form = form("a union", &["anyOf"]);
pub const REFERENCE: Form = form("a reference", &["$ref"]);
pub const CONSTANT: Form = form("a constant", &["type", "const"]);
pub const NULLABLE: Form = form("`anyOf` with null", &["anyOf"]);
pub const ANYTHING: Form = form("a schema of any value", &[]);
pub const SCALAR: Form = form("a scalar", &["type"]);
pub const NUMBER: Form = form("a number", &["type", "minimum", "maximum", "exclusiveMinimum"]);
pub const STRING: Form = form("a string", &["type", "minLength"]);
pub const LIST: Form = form("a list", &["type", "items", "minItems", "maxItems"]);
pub const MAP: Form = form("a map", &["type", "additionalProperties"]);

/// Every form that has keywords.
const ALL: [&Form; 21] = [
    &STRUCT,
    &EXTENSION,
    &BASE,
    &PART,
    &RULE,
    &ENUM,
    &OPEN_ENUM,
    &KNOWN_VALUES,
    &ENUM_ONE_BY_ONE,
    &ONE_VALUE,
    &ONE_OF,
    &ANY_OF,
    &REFERENCE,
    &CONSTANT,
    &NULLABLE,
    &ANYTHING,
    &SCALAR,
    &NUMBER,
    &STRING,
    &LIST,
    &MAP,
];

/// The position of a schema, which decides the annotations that it can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    Definition,
    Property,
    /// A member of a union.
    Branch,
    /// An item, a map value, the non-null branch, or a part of `allOf`: it has no annotations.
    Inner,
}

impl Position {
    /// Returns true if a schema of this form can have the annotation here. `root` is a definition that is a whole file.
    fn takes(self, key: &str, form: &Form, root: bool) -> bool {
        match self {
            Self::Definition => FACTS.contains(&key) || (root && ROOT.contains(&key)),
            Self::Property => {
                FACTS.contains(&key)
                    || PROPERTY.contains(&key)
                    || (key == "x-cap" && form.is_one_of(&[&STRING]))
                    || (key == "x-keyed" && form.is_one_of(&[&ANYTHING, &MAP]))
            }
            Self::Branch => key == "x-variant",
            Self::Inner => false,
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Definition => "a definition",
            Self::Property => "a property",
            Self::Branch => "a member of a union",
            Self::Inner => "a schema",
        }
    }
}

/// Describes the places in which a keyword affects the types. The list is empty if the keyword is in no form.
pub fn places_with_effect(key: &str) -> Vec<String> {
    if EVERYWHERE.contains(&key) {
        return vec!["everywhere".to_owned()];
    }
    let mut places: Vec<String> = Vec::new();
    let only_at_root = ROOT.contains(&key) || OF_A_FILE.contains(&key);
    places.extend(only_at_root.then(|| "the root of a file".to_owned()));
    places.extend(ALL.iter().filter(|form| form.takes.contains(&key)).map(|form| form.what.to_owned()));
    for position in [Position::Definition, Position::Property, Position::Branch] {
        let forms: Vec<&str> =
            ALL.iter().filter(|form| position.takes(key, form, false)).map(|form| form.what).collect();
        match forms.len() {
            0 => {}
            all if all == ALL.len() => places.push(position.what().to_owned()),
            _ => places.push(format!("{} that is {}", position.what(), forms.join(" or "))),
        }
    }
    places.extend(TESTS.contains(&key).then(|| "a test of a rule".to_owned()));
    let mut seen = BTreeSet::new();
    places.retain(|place| seen.insert(place.clone()));
    places
}

const EVERYWHERE: [&str; 5] = ["title", "description", "$comment", "examples", "format"];
const ROOT: [&str; 3] = ["$schema", "$id", "x-direction"];
/// The keywords that contain the definitions of a file.
const OF_A_FILE: [&str; 2] = ["$defs", "definitions"];
const FACTS: [&str; 7] = ["x-since", "x-until", "deprecated", "x-deprecated", "x-source", "x-confidence", "x-issues"];

const PROPERTY: [&str; 3] = ["default", "x-mistakes", "x-missing"];

/// Reports every keyword that the form does not take. Returns true if one of them is an assertion, which validators can
/// check.
pub fn check(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    form: &Form,
    position: Position,
) -> bool {
    let mut asks = false;
    let root = definition.origin.pointer.is_empty();
    // No type shows a format, and the set asks for it.
    asks |= scope.set.file.asserted_format(schema).is_some();
    for key in schema.keys().map(String::as_str) {
        // An earlier step reports unknown and refused keywords.
        if !is_supported(key)
            || EVERYWHERE.contains(&key)
            || form.takes.contains(&key)
            || position.takes(key, form, root)
            // It is the default of the properties that refer to the definition.
            || (key == "default" && position == Position::Definition && scope.fills_defaults())
        {
            continue;
        }
        asks |= is_asserted(key);
        let at = step(pointer, key);
        if key == "additionalProperties" && schema[key] == false && form.is_one_of(&[&EXTENSION]) {
            scope.untyped(definition, &at, refuses_its_base(), super::NOT_IN_TYPES);
            continue;
        }
        let is_enforced = !scope.denies_untyped() && (is_asserted(key) || matches!(key, "default" | "deprecated"));
        let dropped = if is_enforced { "" } else { ", and the rest would be dropped silently" };
        // In the drafts that do not skip it, it has to hold as well.
        let is_beside = is_asserted(key) && form.is_one_of(&[&REFERENCE]);
        let message = match is_beside {
            true => not_shown(scope.set, &format!("`{key}` beside `$ref`")),
            false => format!("`{key}` means nothing in {}", form.what),
        };
        let reason = if is_beside { "the type is that of the reference".to_owned() } else { form.made_of() + dropped };
        let diagnostic = Diagnostic::error(Code::MisplacedKeyword, message).because(reason).instead(advice(key, form));
        match key {
            key if is_linted(key) => {}
            // It is reported by the keywords in there.
            "allOf" if is_check_of_parts(schema) => {}
            "if" | "then" if is_always_checked(schema) => {}
            key if is_asserted(key) => scope.untyped(definition, &at, diagnostic, super::NOT_IN_TYPES),
            "default" | "deprecated" => scope.left_out(definition, &at, diagnostic),
            _ => scope.report(definition, &at, diagnostic),
        }
    }
    asks
}

/// Returns true for a check that an earlier step made of keywords beside fields: nobody wrote its `if`.
fn is_always_checked(schema: &Map<String, Value>) -> bool {
    schema.keyword("if") == Some(&Value::Bool(true)) && schema.has("then")
}

/// Returns true if each part of `allOf` only says which items or values have which schema.
fn is_check_of_parts(schema: &Map<String, Value>) -> bool {
    schema.keyword("allOf").and_then(Value::as_array).is_some_and(|parts| parts.iter().all(is_by_place_or_pattern))
}

/// Returns true if a keyword that the form does not take requires something, regardless of position.
pub fn asks(schema: &Map<String, Value>, form: &Form) -> bool {
    schema
        .keys()
        .any(|key| is_asserted(key) && !EVERYWHERE.contains(&key.as_str()) && !form.takes.contains(&key.as_str()))
}

/// Returns the diagnostic for `additionalProperties: false` next to `allOf`: JSON Schema allows it, but nobody means
/// it.
fn refuses_its_base() -> Diagnostic {
    let message = "`additionalProperties: false` beside `allOf` refuses every field of the base";
    Diagnostic::error(Code::MisplacedKeyword, message)
        .because("it sees the properties beside it alone, so what has a field of the base is never valid")
        .instead("write `unevaluatedProperties`: it sees the properties of all parts")
}

/// Reports a `type` that does not match the form. Returns true if it was reported.
pub fn check_type(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    fitting: &str,
    advice: &str,
) -> bool {
    let wrong = schema.keyword("type").is_some_and(|it| it != fitting);
    if wrong {
        let message = format!("`type` is not `\"{fitting}\"`, which the keywords beside it are for");
        let diagnostic = Diagnostic::error(Code::MisplacedKeyword, message)
            .because("one of the two would be dropped silently")
            .instead(advice);
        scope.untyped(definition, &step(pointer, "type"), diagnostic, super::ANY);
    }
    wrong
}

impl Form {
    /// Returns the keywords of this form.
    pub const fn takes(&self) -> &'static [&'static str] {
        self.takes
    }

    fn made_of(&self) -> String {
        let names: Vec<String> = self.takes.iter().map(|name| format!("`{name}`")).collect();
        match &names[..] {
            [] => format!("{} has no `type` and no other keyword", self.what),
            names => format!("only {} is allowed in {}", names.join(", "), self.what),
        }
    }

    fn is_one_of(&self, forms: &[&Self]) -> bool {
        forms.iter().any(|form| form.what == self.what)
    }
}

fn advice(key: &str, form: &Form) -> &'static str {
    match key {
        "if" | "then" | "not" | "x-rule" | "x-severity" | "x-message" => {
            "write a rule as a separate part of a struct's `allOf`: `if`, `then`, `x-rule`, `x-severity`, `x-message`; \
             `not` belongs in its `if` or `then`"
        }
        "additionalProperties" if form.is_one_of(&[&EXTENSION, &PART, &BASE]) => {
            "write `unevaluatedProperties` beside the `allOf`: it sees the properties of all parts"
        }
        "properties" | "required" | "allOf" if form.is_one_of(&[&BASE, &PART, &RULE]) => "write it beside the `allOf`",
        "properties" | "required" if form.is_one_of(&[&ONE_OF, &ANY_OF]) => "write it in each member",
        "required" if form.is_one_of(&[&MAP]) => "name the keys in `properties`, in a definition of its own",
        "type" | "const" | "enum" => "remove it, or the keywords next to it",
        "$ref" => "to extend a struct, write the reference as a part of `allOf`; else keep one of the two",
        "properties" | "required" | "allOf" | "oneOf" | "anyOf" => "make it a definition of its own and refer to it",
        "items" | "minItems" | "maxItems" => "it belongs beside `\"type\": \"array\"`",
        "minimum" | "maximum" | "exclusiveMinimum" => "it belongs beside `\"type\": \"number\"` or `\"integer\"`",
        "minLength" => "it belongs beside `\"type\": \"string\"`",
        "additionalProperties" | "unevaluatedProperties" => "it belongs beside `\"type\": \"object\"`",
        "x-keyed" => {
            "it belongs on a property without a `type`, or with `\"type\": \"object\"` and nothing else of its type"
        }
        "x-cap" => "it belongs beside `\"type\": \"string\"` in a property",
        "x-values" => "it belongs beside the values of an enum that is a definition",
        "x-variant" => "it belongs on a member of `oneOf`",
        "x-direction" | "$schema" | "$id" => "it belongs at the root of a file",
        "x-advice" | "x-strict" => "it belongs beside the `properties` of a struct",
        "default" | "x-missing" => "it belongs on a property",
        "x-mistakes" => "it belongs on a property or a struct",
        key if FACTS.contains(&key) => "it belongs on a definition, a property or a value",
        _ => "remove it",
    }
}
