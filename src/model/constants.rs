//! The constants in a type.

use serde_json::Value;

use super::{Expr, Kind, Origin, TypeDef};

impl TypeDef {
    /// Calls `visit` with every constant of the type, and the origin of the part that has it.
    pub fn each_constant<'a>(&'a self, visit: &mut impl FnMut(&'a Value, &'a Origin)) {
        match &self.kind {
            Kind::Struct(it) => {
                it.fields.iter().for_each(|field| in_expr(&field.expr, &mut |value| visit(value, &field.origin)));
                it.rest.iter().for_each(|rest| in_expr(rest, &mut |value| visit(value, &self.origin)));
            }
            Kind::Union(it) => {
                it.variants.iter().for_each(|one| in_expr(&one.expr, &mut |value| visit(value, &one.origin)));
            }
            Kind::Alias { target } => in_expr(target, &mut |value| visit(value, &self.origin)),
            Kind::Enum(_) => {}
        }
    }
}

fn in_expr<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Value)) {
    match expr {
        Expr::Constant { value } => visit(value),
        Expr::List { item: inner, .. }
        | Expr::Map { value: inner, .. }
        | Expr::Matched { inner }
        | Expr::Nullable { inner }
        | Expr::Asserted { inner, .. }
        | Expr::Keyed { base: inner, .. } => in_expr(inner, visit),
        Expr::Any
        | Expr::Never
        | Expr::Null
        | Expr::Boolean
        | Expr::Integer
        | Expr::Number
        | Expr::String
        | Expr::Bounded { .. }
        | Expr::Ref { .. } => {}
    }
}
