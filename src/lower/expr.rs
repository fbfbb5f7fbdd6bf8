//! Lowers schemas to type expressions: the values of properties, items and maps.

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value, json};

use super::assertion::asserted;
use super::bounds;
use super::form::{self, Position};
use super::places::{is_fixed, places};
use super::{Scope, assertion, enums, facts};
use crate::check::not_shown;
use crate::diagnostic::{Code, Diagnostic};
use crate::link::Definition;
use crate::model::{Assertion, Confidence, Expr};
use crate::schema::{ByPattern, Find, nullable, or_any, step, values_by_pattern};
use crate::set::Integers;

/// A schema to lower, and its location.
#[derive(Clone, Copy)]
struct Subschema<'a> {
    definition: &'a Definition,
    schema: &'a Map<String, Value>,
    pointer: &'a str,
    position: Position,
}

/// Lowers a schema to an expression. Constraints that no type expresses become an assertion, and are reported.
pub fn expr(scope: &mut Scope<'_>, definition: &Definition, schema: &Value, pointer: &str, position: Position) -> Expr {
    match schema {
        Value::Bool(true) => Expr::Any,
        Value::Object(schema) if !is_false(schema) => {
            let node = Subschema { definition, schema, pointer, position };
            let expr = of_object(scope, node);
            keyed(scope, node, expr)
        }
        _ => {
            let diagnostic =
                Diagnostic::error(Code::NoType, "nothing can be a value of this").instead(left_out(position));
            scope.noted(definition, pointer, diagnostic, "its type has no values");
            asserted(Expr::Never, Assertion::never())
        }
    }
}

/// Returns true if the schema is the object form of `false`.
pub fn is_false(schema: &Map<String, Value>) -> bool {
    schema.len() == 1 && schema.keyword("not").is_some_and(|it| *it == Value::Bool(true) || *it == json!({}))
}

fn left_out(position: Position) -> &'static str {
    match position {
        Position::Definition => "leave the definition out, and what refers to it",
        Position::Property => "leave the property out; a closed object refuses it",
        Position::Branch => "leave the member out",
        Position::Inner => "leave the list or the map out; `maxItems` and `maxProperties` can ask for an empty one",
    }
}

impl Subschema<'_> {
    /// Returns true if it has keywords that the form does not take.
    fn asks_for_more_than(&self, scope: &mut Scope<'_>, form: &form::Form) -> bool {
        form::check(scope, self.definition, self.schema, self.pointer, form, self.position)
    }

    /// Reports why the schema has no type, and returns any value with an assertion of the whole schema.
    fn untyped(&self, scope: &mut Scope<'_>, key: &str, diagnostic: Diagnostic) -> Expr {
        scope.untyped(self.definition, &step(self.pointer, key), diagnostic, super::ANY);
        self.whole(scope, Expr::Any)
    }

    /// Adds an assertion of the whole schema.
    fn whole(&self, scope: &mut Scope<'_>, inner: Expr) -> Expr {
        let schema = Value::Object(self.schema.clone());
        asserted(inner, assertion::assertion(scope, self.definition, &schema, self.pointer))
    }

    /// Adds an assertion of the keywords that are not in `typed`. With `unevaluated…`, the whole schema is asserted,
    /// because only it knows the evaluated parts.
    fn remaining_assertion(&self, scope: &mut Scope<'_>, inner: Expr, typed: &[&str]) -> Expr {
        if ["unevaluatedItems", "unevaluatedProperties"].iter().any(|key| self.schema.has(key)) {
            return self.whole(scope, inner);
        }
        asserted(inner, assertion::remaining_assertion(scope, self.definition, self.schema, self.pointer, typed))
    }

    /// Adds an assertion of the keywords that the form does not take, if there are any.
    fn with_more(&self, scope: &mut Scope<'_>, inner: Expr, form: &form::Form) -> Expr {
        if self.asks_for_more_than(scope, form) { self.remaining_assertion(scope, inner, form.takes()) } else { inner }
    }

    /// Lowers the schema at a key.
    fn below(&self, scope: &mut Scope<'_>, key: &str) -> Expr {
        let at = step(self.pointer, key);
        let read = |inner| expr(scope, self.definition, inner, &at, Position::Inner);
        self.schema.keyword(key).map_or(Expr::Any, read)
    }

    fn has(&self, key: &str) -> bool {
        self.schema.has(key)
    }
}

fn of_object(scope: &mut Scope<'_>, node: Subschema<'_>) -> Expr {
    let schema = node.schema;
    // The reference is a check of the only value.
    let is_only = schema.keyword("const").is_some_and(|it| of_constant(it, scope.constants()).is_some())
        && !scope.denies_untyped();
    if let Some(name) = schema.keyword("$ref").and_then(Value::as_str).filter(|_| !is_only) {
        // A type that the reference has, too, says nothing more.
        let is_implied = schema.keyword("type").is_some_and(|of| has_type(scope, name, of));
        let rest =
            is_implied.then(|| schema.clone().into_iter().filter(|(key, _)| key != "type").collect::<Map<_, _>>());
        let node = Subschema { schema: rest.as_ref().unwrap_or(schema), ..node };
        return node.with_more(scope, Expr::Ref { name: name.to_owned(), closed: false }, &form::REFERENCE);
    }
    if let Some(value) = schema.keyword("const") {
        return constant(scope, node, value);
    }
    if let Some(one) = or_any(schema).filter(|_| !scope.denies_untyped()) {
        return one_or_any(scope, node, one);
    }
    if schema.has("anyOf") {
        return nullable_branch(scope, node);
    }
    match schema.keyword("type") {
        Some(Value::String(name)) => of_type(scope, node, name),
        Some(Value::Array(names)) => nullable_type(scope, node, names),
        _ => node.with_more(scope, Expr::Any, &form::ANYTHING),
    }
}

/// Returns true if each value of a definition has this type.
fn has_type<'s>(scope: &'s Scope<'_>, mut name: &'s str, of: &Value) -> bool {
    let mut seen = BTreeSet::new();
    while let Some(definition) = scope.definitions.get(name).filter(|_| seen.insert(name)) {
        match (definition.schema.keyword("type"), definition.schema.keyword("$ref").and_then(Value::as_str)) {
            (Some(own), _) => return own == of || (own == "integer" && of == "number"),
            (None, Some(next)) => name = next,
            (None, None) => break,
        }
    }
    false
}

fn of_type(scope: &mut Scope<'_>, node: Subschema<'_>, name: &str) -> Expr {
    match name {
        "string" => bounded(scope, node, Expr::String, &form::STRING),
        "boolean" => node.with_more(scope, Expr::Boolean, &form::SCALAR),
        "number" => bounded(scope, node, Expr::Number, &form::NUMBER),
        "integer" => bounded(scope, node, Expr::Integer, &form::NUMBER),
        "null" => node.with_more(scope, Expr::Null, &form::SCALAR),
        "array" => list(scope, node),
        "object" => map(scope, node),
        _ => node.with_more(scope, Expr::Any, &form::SCALAR),
    }
}

/// Lowers a list. `items` applies after the items that have schemas of their own.
fn list(scope: &mut Scope<'_>, node: Subschema<'_>) -> Expr {
    let is_list = |schema: &Value| schema.keyword("items").is_some_and(Value::is_array);
    let not_shown = |scope: &mut Scope<'_>, becomes| {
        let message = not_shown(scope.set, "`items` as a list");
        let diagnostic = Diagnostic::error(Code::UntypedKeyword, message)
            .because("not every language has a type for lists of any length with other items at each place");
        scope.untyped(node.definition, &step(node.pointer, "items"), diagnostic, becomes);
    };
    let more = node.asks_for_more_than(scope, &form::LIST);
    let is_by_place = node.schema.keyword("items").is_some_and(Value::is_array);
    if is_by_place || node.has("prefixItems") {
        let places = places(scope, node.schema, &Expr::Any);
        if is_by_place && !node.has("prefixItems") && !is_fixed(&places) {
            not_shown(scope, super::ANY);
        }
        return node.whole(scope, Expr::List { item: Box::new(Expr::Any), min: None, max: None, places });
    }
    let item = node.below(scope, "items");
    let places = places(scope, node.schema, &item);
    // The type has the items, and a part their places.
    let has_places =
        node.schema.keyword("allOf").and_then(Value::as_array).is_some_and(|parts| parts.iter().any(is_list));
    if has_places && !is_fixed(&places) {
        not_shown(scope, super::NOT_IN_TYPES);
    }
    let inner = Expr::List {
        item: Box::new(item),
        min: bounds::count(node.schema, "minItems"),
        max: bounds::count(node.schema, "maxItems"),
        places,
    };
    if more { node.remaining_assertion(scope, inner, form::LIST.takes()) } else { inner }
}

/// Lowers a map. `additionalProperties` does not apply to keys that a pattern covers.
fn map(scope: &mut Scope<'_>, node: Subschema<'_>) -> Expr {
    if let Some(by_pattern) = values_by_pattern(node.schema).filter(|_| !scope.denies_untyped()) {
        return map_by_pattern(scope, node, by_pattern);
    }
    if node.has("patternProperties") {
        node.asks_for_more_than(scope, &form::MAP);
        let keys = listed_keys(scope, node.schema);
        return node.whole(scope, Expr::Map { value: Box::new(Expr::Any), keys });
    }
    let more = node.asks_for_more_than(scope, &form::MAP);
    let keys = listed_keys(scope, node.schema);
    let inner = Expr::Map { value: Box::new(node.below(scope, "additionalProperties")), keys };
    if more { node.remaining_assertion(scope, inner, form::MAP.takes()) } else { inner }
}

/// Returns the only keys that a map can have, if its schema lists them: as an enum, or by a reference to one.
fn listed_keys(scope: &Scope<'_>, schema: &Map<String, Value>) -> Vec<String> {
    let Some(names) = schema.keyword("propertyNames") else { return Vec::new() };
    let values: Vec<&Value> = match names.keyword("$ref").and_then(Value::as_str) {
        Some(name) => enums::values(scope, name).filter(|(_, is_open)| !is_open).unwrap_or_default().0,
        None => match (names.keyword("const"), names.keyword("enum").and_then(Value::as_array)) {
            (Some(only), _) => vec![only],
            (None, listed) => listed.into_iter().flatten().collect(),
        },
    };
    let mut seen = BTreeSet::new();
    let keys = values.into_iter().filter_map(Value::as_str).filter(|key| seen.insert(*key));
    keys.map(str::to_owned).collect()
}

/// Lowers a map whose keys match a pattern. The assertion is about the keys alone if the type has the values of all.
fn map_by_pattern(scope: &mut Scope<'_>, node: Subschema<'_>, by_pattern: ByPattern<'_>) -> Expr {
    let ByPattern { pattern, is_only, .. } = by_pattern;
    let value = value_by_pattern(scope, node.definition, node.pointer, by_pattern);
    let inner = Expr::Map { value: Box::new(value), keys: listed_keys(scope, node.schema) };
    let mut keys = node.schema.clone();
    if node.has("unevaluatedProperties") {
        return node.whole(scope, inner);
    } else if is_only {
        keys.insert("patternProperties".to_owned(), json!({pattern: true}));
    } else if node.has("allOf") && is_split(scope, node.definition, node.pointer) {
        keys.shift_remove("patternProperties");
    }
    let rest = assertion::remaining_assertion(scope, node.definition, &keys, node.pointer, &["type"]);
    asserted(inner, rest)
}

/// Returns true if a part of the object has the checks of its patterns: normalizing wrote one pattern for all of them, for the type.
pub fn is_split(scope: &Scope<'_>, definition: &Definition, pointer: &str) -> bool {
    let origin = super::origin(definition, pointer);
    scope.set.schema(&origin.file).is_some_and(|file| file.is_split(&origin.pointer))
}

/// Lowers the values of an object whose keys match a pattern. `pointer` leads to the object.
pub fn value_by_pattern(
    scope: &mut Scope<'_>,
    definition: &Definition,
    pointer: &str,
    ByPattern { pattern, values, is_only, .. }: ByPattern<'_>,
) -> Expr {
    let at = step(&step(pointer, "patternProperties"), pattern);
    match expr(scope, definition, values, &at, Position::Inner) {
        value if is_only => value,
        value if *value.plain() == Expr::Any => Expr::Any,
        value => Expr::Matched { inner: Box::new(value) },
    }
}

/// Lowers a scalar with the bounds next to its type.
fn bounded(scope: &mut Scope<'_>, node: Subschema<'_>, inner: Expr, form: &form::Form) -> Expr {
    // A native type has no length, so that the assertion has all of it.
    if scope.set.file.asserted_format(node.schema).is_some_and(|format| format.native_type().is_some()) {
        node.asks_for_more_than(scope, form);
        return node.remaining_assertion(scope, inner, &["type"]);
    }
    match bounds::bounds(node.schema, &inner, scope.set.file.types.integers) {
        Ok(None) => node.with_more(scope, inner, form),
        Ok(Some(bounds)) => node.with_more(scope, Expr::Bounded { inner: Box::new(inner), bounds }, form),
        Err(wrong) => {
            let (key, diagnostic) = *wrong;
            node.asks_for_more_than(scope, form);
            scope.untyped(node.definition, &step(node.pointer, key), diagnostic, super::NOT_IN_TYPES);
            node.remaining_assertion(scope, inner, &["type"])
        }
    }
}

fn constant(scope: &mut Scope<'_>, node: Subschema<'_>, value: &Value) -> Expr {
    let more = node.asks_for_more_than(scope, &form::CONSTANT);
    let Some(inner) = of_constant(value, scope.constants()) else {
        let message = match scope.denies_untyped() {
            true => "a constant that is not a string, a boolean or null",
            false => "a constant that is not a string, a boolean, an integer or null",
        };
        let diagnostic = Diagnostic::error(Code::Constant, message)
            .because("not every language has a type for it")
            .instead("write its `type`, and what it means in the description");
        let inner = of_its_type(value, scope.set.file.types.integers);
        scope.untyped(node.definition, &step(node.pointer, "const"), diagnostic, super::NOT_IN_TYPES);
        return node.whole(scope, inner);
    };
    let fitting = match (value, node.schema.keyword("type").and_then(Value::as_str)) {
        (Value::Number(_), Some("number")) => "number",
        (Value::Number(_), _) => "integer",
        (Value::Bool(_), _) => "boolean",
        (Value::Null, _) => "null",
        _ => "string",
    };
    let advice = "leave `type` out, or write the one of the constant";
    if form::check_type(scope, node.definition, node.schema, node.pointer, fitting, advice) {
        return node.whole(scope, Expr::Any);
    }
    if more { node.remaining_assertion(scope, inner, form::CONSTANT.takes()) } else { inner }
}

/// Returns the expression of one value, if every language has a type for it: a string, a boolean, null or an
/// integer of `numbers`, if there are any.
pub fn of_constant(value: &Value, numbers: Option<Integers>) -> Option<Expr> {
    match value {
        Value::Null => Some(Expr::Null),
        Value::String(_) | Value::Bool(_) => Some(Expr::Constant { value: value.clone() }),
        Value::Number(number) => match numbers? {
            // Type checkers of Python read no larger literal.
            Integers::Wide => {
                let number = bounds::whole(number).filter(Number::is_i64)?;
                Some(Expr::Constant { value: Value::Number(number) })
            }
            Integers::Safe => {
                let number = number.as_f64().filter(|it| it.fract() == 0.0 && it.abs() <= bounds::LARGEST)?;
                Some(Expr::Constant { value: json!(number as i64) })
            }
        },
        _ => None,
    }
}

/// Returns the expression of the values with the JSON type of this one. If it is an integer that doubles do not hold, and
/// integers are wide, it is any value, which keeps its digits.
pub fn of_its_type(value: &Value, integers: Integers) -> Expr {
    match value {
        Value::Number(number) if integers == Integers::Wide && number.is_u64() && !number.is_i64() => Expr::Any,
        Value::Null => Expr::Null,
        Value::Bool(_) => Expr::Boolean,
        Value::Number(_) => Expr::Number,
        Value::String(_) => Expr::String,
        Value::Array(_) => Expr::List { item: Box::new(Expr::Any), min: None, max: None, places: None },
        Value::Object(_) => Expr::Map { value: Box::new(Expr::Any), keys: Vec::new() },
    }
}

fn nullable_type(scope: &mut Scope<'_>, node: Subschema<'_>, names: &[Value]) -> Expr {
    let others: Vec<&str> = names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect();
    match (&others[..], names.len()) {
        ([one], 2) => or_null(of_type(scope, node, one)),
        ([one], 1) => of_type(scope, node, one),
        ([], _) => node.with_more(scope, Expr::Null, &form::SCALAR),
        _ => {
            let diagnostic = Diagnostic::error(Code::ManyTypes, "a property of more than one JSON type")
                .because("it would be a union without a name")
                .instead("make a definition with `oneOf` and refer to it");
            node.asks_for_more_than(scope, &form::SCALAR);
            node.untyped(scope, "type", diagnostic)
        }
    }
}

/// Makes an expression nullable. Keywords next to the types apply to null, too.
fn or_null(expr: Expr) -> Expr {
    match expr {
        Expr::Null | Expr::Nullable { .. } => expr,
        Expr::Asserted { inner, assertion } if !assertion.speaks_of_null() => {
            Expr::Nullable { inner: Box::new(Expr::Asserted { inner, assertion }) }
        }
        Expr::Asserted { inner, assertion } => Expr::Asserted { inner: Box::new(or_null(*inner)), assertion },
        inner => Expr::Nullable { inner: Box::new(inner) },
    }
}

/// Lowers an `anyOf` of one schema and any value.
fn one_or_any(scope: &mut Scope<'_>, node: Subschema<'_>, one: &Value) -> Expr {
    let more = node.asks_for_more_than(scope, &form::NULLABLE);
    let at = step(&step(node.pointer, "anyOf"), "0");
    let inner = match expr(scope, node.definition, one, &at, Position::Inner) {
        it if *it.plain() == Expr::Any => Expr::Any,
        it => Expr::Matched { inner: Box::new(it) },
    };
    if more { node.remaining_assertion(scope, inner, form::NULLABLE.takes()) } else { inner }
}

/// Lowers an `anyOf` of one schema and null. Every other `anyOf` has to be a definition.
fn nullable_branch(scope: &mut Scope<'_>, node: Subschema<'_>) -> Expr {
    let more = node.asks_for_more_than(scope, &form::NULLABLE);
    let Some((index, one)) = nullable(node.schema) else {
        let diagnostic =
            Diagnostic::error(Code::AmbiguousUnion, "an `anyOf` that is not one schema and `{\"type\": \"null\"}`")
                .instead("make it a definition with `oneOf` and refer to it");
        return node.untyped(scope, "anyOf", diagnostic);
    };
    let at = step(&step(node.pointer, "anyOf"), &index.to_string());
    let inner = match expr(scope, node.definition, one, &at, Position::Inner) {
        it @ (Expr::Null | Expr::Nullable { .. }) => it,
        inner => Expr::Nullable { inner: Box::new(inner) },
    };
    if more { node.remaining_assertion(scope, inner, form::NULLABLE.takes()) } else { inner }
}

/// The value of `x-keyed`.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Keyed {
    table: String,
    column: String,
    by: Option<String>,
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    confidence: Confidence,
    #[serde(default)]
    misfit: Misfit,
}

/// What follows from a value that does not have the type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Misfit {
    #[default]
    Dropped,
    Fails,
}

/// Makes an expression keyed if it has `x-keyed`. A misplaced `x-keyed` was already reported by the form.
fn keyed(scope: &mut Scope<'_>, node: Subschema<'_>, base: Expr) -> Expr {
    if node.position != Position::Property
        || !matches!(base, Expr::Any | Expr::Map { .. } | Expr::Nullable { .. } | Expr::Asserted { .. })
    {
        return base;
    }
    let Some(it) = facts::read::<Keyed>(scope, node.definition, node.schema, node.pointer, "x-keyed") else {
        return base;
    };
    let of_any = |expr: &Expr| matches!(expr, Expr::Map { value, .. } if **value == Expr::Any);
    if base != Expr::Any && !of_any(&base) {
        let diagnostic = Diagnostic::error(Code::Keyed, "`x-keyed` beside a type of its own")
            .because("the schema asks for one thing, and the table for another")
            .instead("write no `type`, or `\"type\": \"object\"` alone");
        scope.report(node.definition, &step(node.pointer, "x-keyed"), diagnostic);
        return base;
    }
    let unconfirmed = it.confidence == Confidence::Unconfirmed;
    let fails = it.misfit == Misfit::Fails;
    let Keyed { table, column, by, except, .. } = it;
    Expr::Keyed { table, column, by, except, base: Box::new(base), unconfirmed, fails }
}
