//! The constants of a contract. Each is a type of the crate that has this one value, so that a wrong one is refused.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::names;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Contract, Expr, Kind, TypeDef};

/// A constant and the type that stands for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Constant {
    /// The type: `PreToolUse`.
    pub name: String,
    /// The value: `"PreToolUse"`.
    pub value: Value,
}

/// Every constant of the contract once, by name.
///
/// # Errors
/// Two constants that are spelled alike.
pub fn constants(contract: &Contract) -> Result<Vec<Constant>, Diagnostics> {
    let mut found = BTreeMap::new();
    let mut problems = Diagnostics::default();
    for def in &contract.types {
        each_constant(def, &mut |value| {
            let name = names::constant(value);
            let known = found.entry(name.clone()).or_insert_with(|| value.clone());
            if known != value {
                problems.push(collision(def, &name, known, value));
            }
        });
    }
    problems.or(found).map(|(found, _)| found.into_iter().map(|(name, value)| Constant { name, value }).collect())
}

fn collision(def: &TypeDef, name: &str, first: &Value, second: &Value) -> Diagnostic {
    Diagnostic::error("rust-name", format!("the constants `{first}` and `{second}` are both spelled `{name}` in Rust"))
        .in_file(&def.origin.file)
        .instead("make one of them an enum of one value")
}

/// Calls `visit` with every constant of the definition.
fn each_constant(def: &TypeDef, visit: &mut impl FnMut(&Value)) {
    match &def.kind {
        Kind::Struct(it) => {
            it.fields.iter().for_each(|field| in_expr(&field.expr, visit));
            it.rest.iter().for_each(|rest| in_expr(rest, visit));
        }
        Kind::Union(it) => it.variants.iter().for_each(|variant| in_expr(&variant.expr, visit)),
        Kind::Alias { target } => in_expr(target, visit),
        Kind::Enum(_) => {}
    }
}

fn in_expr(expr: &Expr, visit: &mut impl FnMut(&Value)) {
    match expr {
        Expr::Constant { value } => visit(value),
        Expr::List { item: inner, .. } | Expr::Map { value: inner } | Expr::Nullable { inner } => in_expr(inner, visit),
        Expr::Any | Expr::Boolean | Expr::Integer | Expr::Number | Expr::String | Expr::Ref { .. } => {}
    }
}
