//! The type of a property that two schemas state: values have to fit both.

use serde_json::Value;

use super::{Scope, enums};
use crate::model::Expr;
use crate::schema::{Find, has_shape_of_its_own, open_enum};

/// Returns the expression whose values fit both, if one of the two expresses it.
pub fn narrow(scope: &Scope<'_>, base: &Expr, own: &Expr) -> Option<Expr> {
    match (base, own) {
        (base, own) if base == own => Some(own.clone()),
        (Expr::Any, other) | (other, Expr::Any) => Some(other.clone()),
        (Expr::Nullable { .. }, Expr::Null) | (Expr::Null, Expr::Nullable { .. }) => Some(Expr::Null),
        (Expr::String, Expr::Constant { value: Value::String(_) })
        | (Expr::Boolean, Expr::Constant { value: Value::Bool(_) })
        | (Expr::Integer | Expr::Number, Expr::Constant { value: Value::Number(_) })
        | (Expr::Number, Expr::Integer) => Some(own.clone()),
        (base, Expr::Bounded { inner, .. }) => narrow(scope, base, inner).map(|_| own.clone()),
        // Both constraints apply.
        (Expr::Asserted { inner: base, assertion }, own) => {
            let inner = Box::new(narrow(scope, base, own)?);
            Some(Expr::Asserted { inner, assertion: assertion.clone() })
        }
        (base, Expr::Asserted { inner: own, assertion }) => {
            let inner = Box::new(narrow(scope, base, own)?);
            Some(Expr::Asserted { inner, assertion: assertion.clone() })
        }
        (Expr::String, Expr::Ref { name, .. }) => enums::values(scope, name).map(|_| own.clone()),
        (Expr::Ref { name, .. }, Expr::Constant { value }) => {
            enums::values(scope, name).filter(|(values, open)| *open || values.contains(&value)).map(|_| own.clone())
        }
        (Expr::Ref { name, .. }, Expr::Ref { name: own_name, .. }) if extends(scope, own_name, name) => {
            Some(own.clone())
        }
        (Expr::Ref { name, .. }, Expr::Ref { name: fewer, .. }) => {
            let ((all, open), (some, still_open)) = (enums::values(scope, name)?, enums::values(scope, fewer)?);
            (open || !still_open && some.iter().all(|value| all.contains(value))).then(|| own.clone())
        }
        _ => None,
    }
}

/// Returns true if a definition is a struct with all that the base requires.
fn extends(scope: &Scope<'_>, name: &str, base: &str) -> bool {
    let parts = scope.definitions.get(name).and_then(|it| it.schema.keyword("allOf")).and_then(Value::as_array);
    parts.into_iter().flatten().any(|part| part.keyword("$ref").is_some_and(|target| target == base))
}

/// Returns the narrower of two expressions, if one surely is. Values have to fit the other one as well.
pub fn narrower(scope: &Scope<'_>, base: &Expr, own: &Expr) -> Option<Expr> {
    match (base.plain(), own.plain()) {
        (Expr::Nullable { inner }, other) | (other, Expr::Nullable { inner }) if excludes_null(scope, other) => {
            // Without null, the types are those of the values that are left.
            let (base, own) = if std::ptr::eq(other, own.plain()) { (&**inner, own) } else { (base, &**inner) };
            narrow(scope, base, own).or_else(|| narrower(scope, base, own))
        }
        (Expr::List { item: base_item, .. }, Expr::List { item, .. }) => {
            let it = narrow(scope, base_item, item).or_else(|| narrower(scope, base_item, item))?;
            if it == **item { Some(own.clone()) } else { (it == **base_item).then(|| base.clone()) }
        }
        // No value fits both.
        (base_plain, own_plain)
            if json_type(base_plain).zip(json_type(own_plain)).is_some_and(|(one, other)| one != other) =>
        {
            None
        }
        (base_plain, own_plain) => match (breadth(scope, base_plain), breadth(scope, own_plain)) {
            (base_breadth, own_breadth) if own_breadth < base_breadth => Some(own.clone()),
            (base_breadth, own_breadth) if own_breadth > base_breadth => Some(base.clone()),
            _ => None,
        },
    }
}

/// Returns true if null is surely no value of an expression.
fn excludes_null(scope: &Scope<'_>, expr: &Expr) -> bool {
    match expr {
        Expr::Any | Expr::Never | Expr::Null | Expr::Matched { .. } | Expr::Nullable { .. } | Expr::Keyed { .. } => {
            false
        }
        Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => excludes_null(scope, inner),
        Expr::Ref { name, .. } => scope.definitions.get(name).is_some_and(|it| match it.schema.keyword("type") {
            Some(of) => of.as_str().is_some_and(|of| of != "null"),
            None => scope.objects.contains(name),
        }),
        _ => true,
    }
}

/// Returns the JSON type of the values of an expression, if it is sure without a definition.
fn json_type(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Null => Some("null"),
        Expr::Boolean | Expr::Constant { value: Value::Bool(_) } => Some("boolean"),
        Expr::Integer | Expr::Number | Expr::Constant { value: Value::Number(_) } => Some("number"),
        Expr::String | Expr::Constant { value: Value::String(_) } => Some("string"),
        Expr::List { .. } => Some("array"),
        Expr::Map { .. } => Some("object"),
        Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => json_type(inner),
        _ => None,
    }
}

/// Returns a number that is smaller for an expression of fewer values.
fn breadth(scope: &Scope<'_>, expr: &Expr) -> usize {
    match expr {
        Expr::Never | Expr::Null | Expr::Constant { .. } => 0,
        Expr::Boolean | Expr::Integer | Expr::List { .. } => 4,
        Expr::Number | Expr::String => 5,
        Expr::Map { .. } => 7,
        Expr::Any | Expr::Matched { .. } => 9,
        Expr::Nullable { inner } => breadth(scope, inner.plain()) + 1,
        Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } | Expr::Keyed { base: inner, .. } => {
            breadth(scope, inner)
        }
        Expr::Ref { name, .. } => match scope.definitions.get(name).map(|it| &it.schema) {
            Some(schema) if enums::values(scope, name).is_some_and(|(_, open)| !open) => schema.len().min(1),
            Some(schema) if schema.has("enum") || schema.has("const") => 1,
            Some(schema) if open_enum(schema).is_some() => 5,
            Some(schema) if schema.has("properties") || scope.objects.contains(name) => 2,
            Some(schema) if has_shape_of_its_own(schema) => 6,
            // Another name of a scalar, a list or a map.
            Some(_) => 5,
            None => 9,
        },
    }
}
