//! What a property, an item or a value holds: a type expression.

use serde_json::{Map, Value};

use super::Scope;
use crate::diagnostic::Diagnostic;
use crate::link::Definition;
use crate::load::step;
use crate::model::Expr;

/// Reads a schema as an expression. What cannot be one is told, and taken as any value.
pub fn expr(scope: &mut Scope<'_>, definition: &Definition, schema: &Value, pointer: &str) -> Expr {
    match schema {
        Value::Bool(true) => Expr::Any,
        Value::Object(object) => of_object(scope, definition, object, pointer),
        _ => {
            let diagnostic = Diagnostic::error("no-type", "nothing can be a value of this")
                .because("no language has a type for it")
                .instead("leave the property out; a closed object refuses it");
            scope.tell(definition, pointer, diagnostic);
            Expr::Any
        }
    }
}

fn of_object(scope: &mut Scope<'_>, definition: &Definition, schema: &Map<String, Value>, pointer: &str) -> Expr {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return Expr::Ref { name: name.to_owned(), closed: false };
    }
    if let Some(value) = schema.get("const") {
        return constant(scope, definition, value, pointer);
    }
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        return nullable_branch(scope, definition, branches, pointer);
    }
    match schema.get("type") {
        None => Expr::Any,
        Some(Value::String(name)) => of_type(scope, definition, schema, name, pointer),
        Some(Value::Array(names)) => nullable_type(scope, definition, schema, names, pointer),
        Some(_) => Expr::Any,
    }
}

fn of_type(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    name: &str,
    pointer: &str,
) -> Expr {
    match name {
        "string" => Expr::String,
        "boolean" => Expr::Boolean,
        "number" => Expr::Number,
        "integer" => Expr::Integer,
        "null" => Expr::Constant { value: Value::Null },
        "array" => Expr::List {
            item: Box::new(below(scope, definition, schema, "items", pointer)),
            min: schema.get("minItems").and_then(Value::as_u64),
            max: schema.get("maxItems").and_then(Value::as_u64),
        },
        "object" => Expr::Map { value: Box::new(below(scope, definition, schema, "additionalProperties", pointer)) },
        _ => Expr::Any,
    }
}

fn below(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    key: &str,
    pointer: &str,
) -> Expr {
    schema.get(key).map_or(Expr::Any, |inner| expr(scope, definition, inner, &step(pointer, key)))
}

fn constant(scope: &mut Scope<'_>, definition: &Definition, value: &Value, pointer: &str) -> Expr {
    if !matches!(value, Value::String(_) | Value::Bool(_)) {
        let diagnostic = Diagnostic::error("constant", "a constant that is neither a string nor a boolean")
            .because("not every language has a type for it")
            .instead("write its `type`, and what it means in the description");
        scope.tell(definition, &step(pointer, "const"), diagnostic);
    }
    Expr::Constant { value: value.clone() }
}

fn nullable_type(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    names: &[Value],
    pointer: &str,
) -> Expr {
    let others: Vec<&str> = names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect();
    match (&others[..], names.len()) {
        ([one], 2) => {
            let inner = of_type(scope, definition, schema, one, pointer);
            Expr::Nullable { inner: Box::new(inner) }
        }
        ([one], 1) => of_type(scope, definition, schema, one, pointer),
        _ => {
            let diagnostic = Diagnostic::error("many-types", "a property of more than one JSON type")
                .because("it would be a union without a name")
                .instead("make a definition with `oneOf` and refer to it");
            scope.tell(definition, &step(pointer, "type"), diagnostic);
            Expr::Any
        }
    }
}

/// `anyOf` of a reference and null; every other `anyOf` is a definition of its own.
fn nullable_branch(scope: &mut Scope<'_>, definition: &Definition, branches: &[Value], pointer: &str) -> Expr {
    let is_null = |branch: &Value| branch.get("type").is_some_and(|it| it == "null");
    let others: Vec<(usize, &Value)> = branches.iter().enumerate().filter(|(_, branch)| !is_null(branch)).collect();
    if let [(index, one)] = others[..] {
        let at = step(&step(pointer, "anyOf"), &index.to_string());
        return Expr::Nullable { inner: Box::new(expr(scope, definition, one, &at)) };
    }
    let diagnostic = Diagnostic::error("inline-union", "`anyOf` in a property")
        .instead("make it a definition with `oneOf` and refer to it");
    scope.tell(definition, pointer, diagnostic);
    Expr::Any
}
