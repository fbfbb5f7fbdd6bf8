//! What a property, an item or a value holds: a type expression.

use serde_json::{Map, Value};

use super::bounds;
use super::form::{self, Position};
use super::{Scope, facts};
use crate::diagnostic::{Code, Diagnostic};
use crate::link::{self, Definition};
use crate::load::step;
use crate::model::Expr;

/// A schema that is read as an expression, and where it stands.
#[derive(Clone, Copy)]
struct Node<'a> {
    definition: &'a Definition,
    schema: &'a Map<String, Value>,
    pointer: &'a str,
    position: Position,
}

/// Reads a schema as an expression. What cannot be one is told, and taken as any value.
pub fn expr(scope: &mut Scope<'_>, definition: &Definition, schema: &Value, pointer: &str, position: Position) -> Expr {
    match schema {
        Value::Bool(true) => Expr::Any,
        Value::Object(schema) => {
            let node = Node { definition, schema, pointer, position };
            let expr = of_object(scope, node);
            keyed(scope, node, expr)
        }
        _ => {
            let diagnostic = Diagnostic::error(Code::NoType, "nothing can be a value of this")
                .because("no language has a type for it")
                .instead("leave the property out; a closed object refuses it");
            scope.tell(definition, pointer, diagnostic);
            Expr::Any
        }
    }
}

impl Node<'_> {
    fn takes(&self, scope: &mut Scope<'_>, form: &form::Form) {
        form::check(scope, self.definition, self.schema, self.pointer, form, self.position);
    }

    fn tell(&self, scope: &mut Scope<'_>, key: &str, diagnostic: Diagnostic) -> Expr {
        scope.tell(self.definition, &step(self.pointer, key), diagnostic);
        Expr::Any
    }

    /// What stands at a key of it.
    fn below(&self, scope: &mut Scope<'_>, key: &str) -> Expr {
        let at = step(self.pointer, key);
        let read = |inner| expr(scope, self.definition, inner, &at, Position::Inner);
        self.schema.get(key).map_or(Expr::Any, read)
    }
}

fn of_object(scope: &mut Scope<'_>, node: Node<'_>) -> Expr {
    let schema = node.schema;
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        node.takes(scope, &form::REFERENCE);
        return Expr::Ref { name: name.to_owned(), closed: false };
    }
    if let Some(value) = schema.get("const") {
        return constant(scope, node, value);
    }
    if schema.contains_key("anyOf") {
        return nullable_branch(scope, node);
    }
    match schema.get("type") {
        Some(Value::String(name)) => of_type(scope, node, name),
        Some(Value::Array(names)) => nullable_type(scope, node, names),
        _ => {
            node.takes(scope, &form::ANYTHING);
            Expr::Any
        }
    }
}

fn of_type(scope: &mut Scope<'_>, node: Node<'_>, name: &str) -> Expr {
    let form = match name {
        "string" => &form::STRING,
        "number" | "integer" => &form::NUMBER,
        "array" => &form::LIST,
        "object" => &form::MAP,
        _ => &form::SCALAR,
    };
    node.takes(scope, form);
    match name {
        "string" => bounded(scope, node, Expr::String),
        "boolean" => Expr::Boolean,
        "number" => bounded(scope, node, Expr::Number),
        "integer" => bounded(scope, node, Expr::Integer),
        "null" => only_null(scope, node),
        "array" => Expr::List {
            item: Box::new(node.below(scope, "items")),
            min: bounds::count(node.schema, "minItems"),
            max: bounds::count(node.schema, "maxItems"),
        },
        "object" => Expr::Map { value: Box::new(node.below(scope, "additionalProperties")) },
        _ => Expr::Any,
    }
}

/// The scalar, with the bounds that stand beside its type.
fn bounded(scope: &mut Scope<'_>, node: Node<'_>, inner: Expr) -> Expr {
    match bounds::bounds(node.schema, &inner) {
        Ok(None) => inner,
        Ok(Some(bounds)) => Expr::Bounded { inner: Box::new(inner), bounds },
        Err(wrong) => {
            let (key, diagnostic) = *wrong;
            node.tell(scope, key, diagnostic)
        }
    }
}

fn only_null(scope: &mut Scope<'_>, node: Node<'_>) -> Expr {
    let diagnostic = Diagnostic::error(Code::OnlyNull, "null and nothing else")
        .because("not every language has a type for it")
        .instead("write what else it can be, `{\"anyOf\": [{\"$ref\": …}, {\"type\": \"null\"}]}`, or leave it out");
    node.tell(scope, "type", diagnostic)
}

fn constant(scope: &mut Scope<'_>, node: Node<'_>, value: &Value) -> Expr {
    node.takes(scope, &form::CONSTANT);
    let fitting = match value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        _ => {
            let diagnostic = Diagnostic::error(Code::Constant, "a constant that is neither a string nor a boolean")
                .because("not every language has a type for it")
                .instead("write its `type`, and what it means in the description");
            return node.tell(scope, "const", diagnostic);
        }
    };
    let advice = "leave `type` out, or write the one of the constant";
    form::check_type(scope, node.definition, node.schema, node.pointer, fitting, advice);
    Expr::Constant { value: value.clone() }
}

fn nullable_type(scope: &mut Scope<'_>, node: Node<'_>, names: &[Value]) -> Expr {
    let others: Vec<&str> = names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect();
    match (&others[..], names.len()) {
        ([one], 2) => Expr::Nullable { inner: Box::new(of_type(scope, node, one)) },
        ([one], 1) => of_type(scope, node, one),
        ([], _) => only_null(scope, node),
        _ => {
            let diagnostic = Diagnostic::error(Code::ManyTypes, "a property of more than one JSON type")
                .because("it would be a union without a name")
                .instead("make a definition with `oneOf` and refer to it");
            node.tell(scope, "type", diagnostic)
        }
    }
}

/// `anyOf` of something and null; every other `anyOf` is a definition of its own.
fn nullable_branch(scope: &mut Scope<'_>, node: Node<'_>) -> Expr {
    node.takes(scope, &form::NULLABLE);
    let Some((index, one)) = link::nullable(node.schema) else {
        let diagnostic =
            Diagnostic::error(Code::InlineUnion, "an `anyOf` that is not one schema and `{\"type\": \"null\"}`")
                .instead("make it a definition with `oneOf` and refer to it");
        return node.tell(scope, "anyOf", diagnostic);
    };
    let at = step(&step(node.pointer, "anyOf"), &index.to_string());
    match expr(scope, node.definition, one, &at, Position::Inner) {
        // Null twice is null once.
        Expr::Nullable { inner } => Expr::Nullable { inner },
        inner => Expr::Nullable { inner: Box::new(inner) },
    }
}

/// `x-keyed`, as it is written.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Keyed {
    table: String,
    column: String,
    by: Option<String>,
    #[serde(default)]
    except: Vec<String>,
    confidence: Option<Confidence>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Confidence {
    Confirmed,
    Unconfirmed,
}

/// The expression, or what a table says of it. Where the keyword does not belong, its form has been refused.
fn keyed(scope: &mut Scope<'_>, node: Node<'_>, base: Expr) -> Expr {
    if node.position != Position::Property || !matches!(base, Expr::Any | Expr::Map { .. } | Expr::Nullable { .. }) {
        return base;
    }
    let Some(it) = facts::read::<Keyed>(scope, node.definition, node.schema, node.pointer, "x-keyed") else {
        return base;
    };
    let of_any = |expr: &Expr| matches!(expr, Expr::Map { value } if **value == Expr::Any);
    if base != Expr::Any && !of_any(&base) {
        let diagnostic = Diagnostic::error(Code::Keyed, "`x-keyed` beside a type of its own")
            .because("the schema asks for one thing, and the table for another")
            .instead("write no `type`, or `\"type\": \"object\"` alone");
        return node.tell(scope, "x-keyed", diagnostic);
    }
    let unconfirmed = it.confidence == Some(Confidence::Unconfirmed);
    let Keyed { table, column, by, except, .. } = it;
    Expr::Keyed { table, column, by, except, base: Box::new(base), unconfirmed }
}
