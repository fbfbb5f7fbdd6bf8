//! Reads enums: a list of values, known values and any other string, or one branch for each value. A list with other
//! values than strings is a union of constants.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::form::{self, Position};
use super::{Scope, assertion, expr, facts};
use crate::diagnostic::{Code, Diagnostic};
use crate::link::Definition;
use crate::model::{Assertion, Discriminator, Enum, EnumValue, Expr, Facts, Kind, Union, Variant};
use crate::schema::{Find, shape, step};

const OF_STRINGS: &str = "write `\"type\": \"string\"`: the values of an enum are strings";

/// Reads a definition that is written as an enum. Returns `None` if it is not one, and `Some(None)` if it has further
/// constraints.
pub fn read(scope: &mut Scope<'_>, definition: &Definition, is_struct: bool) -> Option<Option<Enum>> {
    let schema = &definition.schema;
    let more = |scope: &mut Scope<'_>, form| form::check(scope, definition, schema, "", form, Position::Definition);
    let typed = |scope: &mut Scope<'_>| form::check_type(scope, definition, schema, "", "string", OF_STRINGS);
    if let Some(values) = schema.keyword("enum").and_then(Value::as_array) {
        let asks = more(scope, &form::ENUM);
        let other = typed(scope);
        let it = enumeration(scope, definition, listed(values, "/enum"), "/enum", false);
        return Some(it.filter(|_| !asks && !other));
    }
    if let Some((index, known)) = shape::open_enum(schema) {
        let asks = more(scope, &form::OPEN_ENUM);
        return Some(open_enum(scope, definition, index, known).filter(|_| !asks));
    }
    let (key, branches) = shape::enum_by_branches(schema).filter(|_| !is_struct)?;
    let asks = more(scope, &form::ENUM_ONE_BY_ONE);
    let other = typed(scope);
    Some(one_by_one(scope, definition, key, &branches).filter(|_| !asks && !other))
}

/// Returns the values of an enum, and true if it is open. Returns `None` if it has further constraints.
pub fn values<'a>(scope: &'a Scope<'_>, name: &str) -> Option<(Vec<&'a Value>, bool)> {
    let schema = &scope.definitions.get(name)?.schema;
    let of_strings = |schema: &Map<String, Value>, form| !form::asks(schema, form) && is_of_strings(schema);
    if let Some(values) = schema.keyword("enum").and_then(Value::as_array) {
        return of_strings(schema, &form::ENUM).then(|| (values.iter().collect(), false));
    }
    if let Some((_, known)) = shape::open_enum(schema) {
        let values = known.keyword("enum")?.as_array()?.iter().collect();
        let is_plain = of_strings(known, &form::KNOWN_VALUES) && !form::asks(schema, &form::OPEN_ENUM);
        return is_plain.then_some((values, true));
    }
    let (_, branches) = shape::enum_by_branches(schema)?;
    let is_plain = of_strings(schema, &form::ENUM_ONE_BY_ONE)
        && branches.iter().all(|branch| of_strings(branch, &form::ONE_VALUE));
    is_plain.then(|| {
        (branches.into_iter().flat_map(|it| shape::branch_values(it).map(|(_, value)| value)).collect(), false)
    })
}

fn is_of_strings(schema: &Map<String, Value>) -> bool {
    schema.keyword("type").is_none_or(|it| it == "string")
}

/// Reads an `enum` with values that are no strings, or with further constraints: a union of constants. Returns `None` if it is not
/// one.
pub fn of_values(scope: &mut Scope<'_>, definition: &Definition) -> Option<Kind> {
    let values = definition.schema.keyword("enum")?.as_array()?;
    let is_enum =
        |values: &[Value]| values.iter().all(Value::is_string) && !form::asks(&definition.schema, &form::ENUM);
    if scope.denies_untyped() || is_enum(values) {
        return None;
    }
    let whole = super::shape::whole(scope, definition);
    // `type` can leave out some, and each stands there once.
    let accepted = whole.values.clone();
    let first = accepted.first()?;
    if is_enum(&accepted) {
        return None;
    }
    let integers = scope.set.file.types.integers;
    let constant = |value: &Value| {
        let of_its_type = || {
            let only = Assertion { values: vec![value.clone()], ..Assertion::default() };
            assertion::asserted(expr::of_its_type(value, integers), only)
        };
        expr::of_constant(value, Some(integers)).unwrap_or_else(of_its_type)
    };
    if accepted.len() == 1 {
        return Some(Kind::Alias { target: assertion::asserted(constant(first), whole) });
    }
    // Numbers of which some have a fraction are one type: no language has a name for each.
    let is_number = |value: &Value| expr::of_its_type(value, integers) == Expr::Number;
    let has_constant = |value: &Value| expr::of_constant(value, Some(integers)).is_some();
    if accepted.iter().all(is_number) && !accepted.iter().all(has_constant) {
        return Some(Kind::Alias { target: assertion::asserted(Expr::Number, whole) });
    }
    // Values without constants of their own do not differ in their types.
    let is_like_first = |value: &Value| {
        expr::of_constant(value, Some(integers)).is_none()
            && expr::of_its_type(value, integers) == expr::of_its_type(first, integers)
    };
    if accepted.iter().all(is_like_first) {
        return Some(Kind::Alias { target: assertion::asserted(expr::of_its_type(first, integers), whole) });
    }
    let listed = |value: &Value| values.iter().position(|one| one == value).unwrap_or_default();
    let variant = |value: &Value| {
        Variant::of(constant(value), super::origin(definition, &step("/enum", &listed(value).to_string())))
    };
    let variants = accepted.iter().map(variant).collect();
    Some(Kind::Union(Union { by: Discriminator::Trial { assertion: Box::new(whole) }, variants }))
}

/// A value of an enum, as it is written.
struct Listed<'a> {
    value: &'a Value,
    pointer: String,
    /// The facts next to the value; otherwise they are in `x-values`.
    facts: Option<Facts>,
}

fn listed<'a>(values: &'a [Value], pointer: &str) -> Vec<Listed<'a>> {
    let one = |(index, value)| Listed { value, pointer: step(pointer, &usize::to_string(&index)), facts: None };
    values.iter().enumerate().map(one).collect()
}

/// Builds an enum. Returns `None` if a value is not a string.
fn enumeration(
    scope: &mut Scope<'_>,
    definition: &Definition,
    values: Vec<Listed<'_>>,
    pointer: &str,
    open: bool,
) -> Option<Enum> {
    let notes: Map<String, Value> =
        facts::read(scope, definition, &definition.schema, "", "x-values").unwrap_or_default();
    if values.is_empty() {
        let diagnostic = Diagnostic::error(Code::Enum, "an enum without a value")
            .because("nothing can be a value of this, and no language has a type for it")
            .instead("write what it can be, or leave it out");
        scope.untyped(definition, pointer, diagnostic, super::ANY);
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut known = Vec::new();
    for one in &values {
        match one.value {
            Value::String(value) if seen.insert(value.as_str()) => known.push((value, one)),
            Value::String(_) => {
                let diagnostic = Diagnostic::error(Code::Enum, format!("{} occurs twice in this enum", one.value))
                    .because("it would be two names for one value")
                    .instead("write it once");
                scope.left_out(definition, &one.pointer, diagnostic);
            }
            _ => {
                let diagnostic = Diagnostic::error(Code::Enum, "a value that is not a string")
                    .because("not every language has an enum of such values")
                    .instead("keep the strings, or write the `type` alone");
                scope.untyped(definition, &one.pointer, diagnostic, super::ANY);
            }
        }
    }
    let mut described = Vec::new();
    let mut removed = Vec::new();
    for (value, one) in &known {
        described.push(match &one.facts {
            None => enum_value(scope, definition, &notes, value, &one.pointer),
            Some(facts) => {
                if notes.contains_key(*value) {
                    let diagnostic =
                        Diagnostic::error(Code::Annotation, format!("`{value}` is described in two places"))
                            .instead("describe it next to the value; `x-values` is for removed values");
                    scope.report(definition, &step("/x-values", value), diagnostic);
                }
                let origin = super::origin(definition, &one.pointer);
                EnumValue { value: (*value).clone(), facts: facts.clone(), origin }
            }
        });
    }
    for value in notes.keys().filter(|value| !seen.contains(value.as_str())) {
        let at = step("/x-values", value);
        let value = enum_value(scope, definition, &notes, value, &at);
        if value.facts.until.is_none() {
            let diagnostic = Diagnostic::error(Code::Enum, format!("`{}` is not a value of this enum", value.value))
                .instead("add it to the values, or say since when it is gone: `until`");
            scope.report(definition, &at, diagnostic);
        }
        removed.push(value);
    }
    values.iter().all(|one| one.value.is_string()).then_some(Enum { values: described, removed, open })
}

const VALUE_FACTS: [(&str, &str); 7] = [
    ("description", "description"),
    ("since", "x-since"),
    ("until", "x-until"),
    ("deprecated", "deprecated"),
    ("source", "x-source"),
    ("confidence", "x-confidence"),
    ("issues", "x-issues"),
];

/// Builds the value at `pointer`. In `x-values` the keywords have no prefix.
fn enum_value(
    scope: &mut Scope<'_>,
    definition: &Definition,
    notes: &Map<String, Value>,
    value: &str,
    pointer: &str,
) -> EnumValue {
    let at = step("/x-values", value);
    let mut as_schema = Map::new();
    for (key, note) in notes.get(value).and_then(Value::as_object).into_iter().flatten() {
        match VALUE_FACTS.iter().find(|(short, _)| short == key) {
            Some((_, keyword)) => drop(as_schema.insert((*keyword).to_owned(), note.clone())),
            None => {
                let diagnostic =
                    Diagnostic::error(Code::Annotation, format!("`{key}` is not a key of a value's entry"))
                        .instead(format!("one of: {}", VALUE_FACTS.map(|(short, _)| short).join(", ")));
                scope.report(definition, &step(&at, key), diagnostic);
            }
        }
    }
    EnumValue {
        value: value.to_owned(),
        facts: facts::facts(scope, definition, &as_schema, &at),
        origin: super::origin(definition, pointer),
    }
}

/// Reads an `anyOf` of known strings and any string.
fn open_enum(scope: &mut Scope<'_>, definition: &Definition, index: usize, known: &Map<String, Value>) -> Option<Enum> {
    let at = format!("/anyOf/{index}");
    let asks = form::check(scope, definition, known, &at, &form::KNOWN_VALUES, Position::Inner);
    let other = form::check_type(scope, definition, known, &at, "string", OF_STRINGS);
    let values = known.keyword("enum").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let at = format!("{at}/enum");
    enumeration(scope, definition, listed(values, &at), &at, true).filter(|_| !asks && !other)
}

/// Reads a `oneOf` or `anyOf` of single values.
fn one_by_one(
    scope: &mut Scope<'_>,
    definition: &Definition,
    key: &str,
    branches: &[&Map<String, Value>],
) -> Option<Enum> {
    let mut is_plain = true;
    let mut values = Vec::new();
    for (index, branch) in branches.iter().copied().enumerate() {
        let at = step(&step("", key), &index.to_string());
        is_plain &= !form::check(scope, definition, branch, &at, &form::ONE_VALUE, Position::Inner);
        is_plain &= !form::check_type(scope, definition, branch, &at, "string", OF_STRINGS);
        let mut facts = facts::facts(scope, definition, branch, &at);
        if facts.description.is_none() {
            facts.description = branch.keyword("title").and_then(Value::as_str).map(str::to_owned);
        }
        for (below, value) in shape::branch_values(branch) {
            values.push(Listed { value, pointer: format!("{at}{below}"), facts: Some(facts.clone()) });
        }
    }
    enumeration(scope, definition, values, &step("", key), false).filter(|_| is_plain)
}
