//! The references in an expression or a type, for templates.

use minijinja::{Error, Value};

use super::failed;
use super::node::{Expression, Node};
use crate::model::{Expr, Kind, TypeDef};

/// Returns every reference, each time it occurs, in order. References in the rows of a table are not included.
///
/// # Errors
/// The value is neither a type nor an expression.
pub fn refs(value: &Value) -> Result<Vec<Value>, Error> {
    let mut found = Vec::new();
    roots(value)?.into_iter().for_each(|root| references(root, &mut found));
    Ok(found.into_iter().map(Value::from).collect())
}

/// Returns true if the predicate holds for a reference in an expression or type. It gets the name, and true if closed.
///
/// # Errors
/// The value is neither a type nor an expression.
pub fn any(value: &Value, mut holds: impl FnMut(&str, bool) -> bool) -> Result<bool, Error> {
    let mut holds_in = |expr: &Expr| holds_for(expr, &mut holds);
    // Templates ask this about every field, so no engine values are made.
    if let Some(expr) = value.downcast_object_ref::<Expression>() {
        return Ok(expr.look().is_some_and(holds_in));
    }
    let def = value.downcast_object_ref::<Node>().and_then(Node::as_type);
    Ok(def.ok_or_else(|| neither(value))?.kind.exprs().into_iter().any(&mut holds_in))
}

/// Returns true if a type or an expression refers to an alias or a union that is on a cycle or refers to a type of these modules,
/// itself or through others. `def` finds a type by its name.
///
/// # Errors
/// The value is neither a type nor an expression.
pub fn is_late_below<'d>(
    value: &Value,
    modules: &[Value],
    def: &dyn Fn(&str) -> Option<&'d TypeDef>,
) -> Result<bool, Error> {
    any(value, |name, _| def(name).is_some_and(|to| is_late(to, modules, def)))
}

fn is_late<'d>(alias: &TypeDef, modules: &[Value], def: &dyn Fn(&str) -> Option<&'d TypeDef>) -> bool {
    let is_there = |it: &TypeDef| modules.iter().any(|module| module.as_str() == Some(&it.module));
    let leads = |name: &str| def(name).is_some_and(|to| is_there(to) || is_late(to, modules, def));
    matches!(alias.kind, Kind::Alias { .. } | Kind::Union(_))
        && (alias.recursive || alias.kind.exprs().into_iter().any(|expr| holds_for(expr, &mut |name, _| leads(name))))
}

/// Returns the types of a struct's fields that come from a table, in order; none for any other type.
///
/// # Errors
/// The value is not a type.
pub fn keyed(value: &Value) -> Result<Vec<Value>, Error> {
    let keyed = value.downcast_object_ref::<Node>().and_then(Node::keyed);
    let keyed = keyed.ok_or_else(|| failed("`keyed` takes a type".to_owned()))?;
    Ok(keyed.into_iter().map(Value::from).collect())
}

fn roots(value: &Value) -> Result<Vec<Expression>, Error> {
    if let Some(expr) = value.downcast_object_ref::<Expression>() {
        return Ok(vec![expr.clone()]);
    }
    let of_type = value.downcast_object_ref::<Node>().and_then(Node::expressions);
    of_type.ok_or_else(|| neither(value))
}

fn neither(value: &Value) -> Error {
    failed(format!("this {} is neither a type nor an expression", value.kind()))
}

fn holds_for(expr: &Expr, holds: &mut impl FnMut(&str, bool) -> bool) -> bool {
    match expr {
        Expr::Ref { name, closed } => holds(name, *closed),
        _ => expr.parts().any(|part| holds_for(part, holds)),
    }
}

/// Adds the expression if it is a reference, and the references inside it at any depth.
fn references(expr: Expression, found: &mut Vec<Expression>) {
    match expr.look() {
        Some(Expr::Ref { .. }) => found.push(expr),
        Some(_) => expr.parts().into_iter().for_each(|part| references(part, found)),
        None => {}
    }
}
