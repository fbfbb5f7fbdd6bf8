//! Where a type stands for what a schema says, and where it is an assertion alone.
//!
//! An integer of a type is one that every language holds; that of an assertion is of any size, as JSON Schema has it.

use crate::model::{Expr, Kind, Struct, Union};

/// The model of a schema.
#[derive(Debug, Clone, Copy)]
pub enum Typed<'a> {
    /// No type: what it requires is asserted, if anything is.
    Nothing,
    /// A value.
    Value(&'a Expr),
    /// An object, or a part of what it is put together from.
    Struct(&'a Struct),
    /// One of several.
    Union(&'a Union),
}

impl<'a> Typed<'a> {
    /// Of a definition.
    pub fn of(kind: &'a Kind) -> Self {
        match kind {
            Kind::Struct(it) => Self::Struct(it),
            Kind::Union(it) => Self::Union(it),
            Kind::Alias { target } => Self::Value(target),
            Kind::Enum(_) => Self::Nothing,
        }
    }

    /// Of a schema that is in this one: at a keyword, or at a step below it (`allOf`, `0`).
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
                let index = inner.and_then(|inner| inner.parse::<usize>().ok());
                let variant = index.and_then(|index| it.variants.get(index));
                variant.map_or(Self::Nothing, |variant| Self::Value(&variant.expr))
            }
            (Self::Value(expr), _) => match (bare(expr), keyword) {
                (Expr::List { item, .. }, "items") => Self::Value(item),
                (Expr::Map { value }, "additionalProperties" | "unevaluatedProperties") => Self::Value(value),
                // What is nullable is a member beside null; the parts of a value are all of it.
                (_, "anyOf" | "oneOf" | "allOf") => self,
                _ => Self::Nothing,
            },
            _ => Self::Nothing,
        }
    }

    /// The type is an integer, or null as well.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Value(expr) if matches!(bare(expr), Expr::Integer))
    }
}

/// The expression without what else holds at the same place.
fn bare(expr: &Expr) -> &Expr {
    let mut bare = expr;
    while let Expr::Nullable { inner }
    | Expr::Bounded { inner, .. }
    | Expr::Asserted { inner, .. }
    | Expr::Keyed { base: inner, .. } = bare
    {
        bare = inner;
    }
    bare
}
