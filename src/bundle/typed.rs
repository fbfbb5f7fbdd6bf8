//! Decides whether a keyword of a schema belongs to a type or to an assertion.
//!
//! An integer of a type must be exact in every language; an integer of an assertion has any size, as in JSON Schema.

use serde_json::{Value, json};

use crate::model::{Expr, Kind, Struct, Union, Variant};

/// The model of a schema.
#[derive(Debug, Clone, Copy)]
pub enum Typed<'a> {
    /// The schema does not become a type; its constraints become assertions.
    Nothing,
    /// A value.
    Value(&'a Expr),
    /// An object, or one of its parts in `allOf`.
    Struct(&'a Struct),
    /// One of several types.
    Union(&'a Union),
    /// A string, of which the schema knows some values.
    Words,
}

/// The largest integer that is the same number in every language. Every validator rejects integers beyond it, and so do
/// the published schemas.
const LARGEST: i64 = (1 << 53) - 1;

impl<'a> Typed<'a> {
    /// Returns the model of a definition.
    pub fn of(kind: &'a Kind) -> Self {
        match kind {
            Kind::Struct(it) => Self::Struct(it),
            Kind::Union(it) => Self::Union(it),
            Kind::Alias { target } => Self::Value(target),
            Kind::Enum(it) if it.open => Self::Words,
            Kind::Enum(_) => Self::Nothing,
        }
    }

    /// Returns the model of a schema inside this one: at a keyword, or at a step below it (`allOf`, `0`).
    pub fn below(self, keyword: &str, inner: Option<&str>) -> Self {
        match (self, keyword) {
            (Self::Struct(_), "allOf") => self,
            (Self::Struct(it), "properties") => {
                let field = it.fields.iter().find(|field| Some(field.name.as_str()) == inner);
                field.map_or(Self::Nothing, |field| Self::Value(&field.expr))
            }
            (Self::Struct(it), "additionalProperties" | "unevaluatedProperties") => {
                it.rest.as_ref().map_or(Self::Nothing, Self::Value)
            }
            (Self::Union(it), "oneOf" | "anyOf") => {
                member(&it.variants, inner).map_or(Self::Nothing, |variant| Self::Value(&variant.expr))
            }
            (Self::Value(expr), _) => match (bare(expr), keyword) {
                (Expr::List { item, .. }, "items") => Self::Value(item),
                (Expr::Map { value, .. }, "additionalProperties" | "unevaluatedProperties" | "patternProperties") => {
                    Self::Value(value)
                }
                // A nullable type is a member beside null, and each part of `allOf` describes the whole value.
                (_, "anyOf" | "oneOf" | "allOf") => self,
                _ => Self::Nothing,
            },
            _ => Self::Nothing,
        }
    }

    /// Returns the smallest and the largest value of an integer, which can have 64 bits if it is `wide`.
    pub fn range(self, wide: bool) -> (Value, Value) {
        let mut expr = if let Self::Value(expr) = self { Some(expr) } else { None };
        while let Some(outer) = expr.filter(|expr| wide && !expr.is_unsigned()) {
            expr = if matches!(outer, Expr::List { .. } | Expr::Map { .. }) { None } else { outer.inner() };
        }
        match (wide, expr) {
            (false, _) => (json!(-LARGEST), json!(LARGEST)),
            (true, None) => (json!(i64::MIN), json!(i64::MAX)),
            (true, Some(_)) => (json!(0), json!(u64::MAX)),
        }
    }

    /// Returns true if the type is an integer, or an integer or null.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Value(expr) if matches!(bare(expr), Expr::Integer))
    }
}

/// Returns the member of a union at this step below its keyword.
fn member<'a>(variants: &'a [Variant], step: Option<&str>) -> Option<&'a Variant> {
    variants.get(step?.parse::<usize>().ok()?)
}

/// Returns the expression without null, assertions and bounds.
fn bare(expr: &Expr) -> &Expr {
    let mut bare = expr;
    while let Expr::Nullable { inner }
    | Expr::Matched { inner }
    | Expr::Bounded { inner, .. }
    | Expr::Asserted { inner, .. }
    | Expr::Keyed { base: inner, .. } = bare
    {
        bare = inner;
    }
    bare
}
