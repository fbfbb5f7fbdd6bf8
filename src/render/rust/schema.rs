//! The input of typify, as draft-07 schemas.
//!
//! They leave typify nothing to decide. Every field is required and not null; presence is restored when the struct is
//! written. Everything with a name is a reference to a placeholder, which is replaced by the Rust type.

use serde_json::{Map, Value, json};

use super::{Context, names};
use crate::diagnostic::Diagnostics;
use crate::model::{Expr, TypeDef};

/// The name that typify gives the definition. The generated code never contains it.
pub const ROOT: &str = "TypifyRoot";

/// The only field of the struct that is made to spell a field's type.
pub const FIELD: &str = "value";

/// An expression without its names. All lists of a named type have the same shape.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Any value.
    Any,
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list of these.
    List(Box<Shape>),
    /// A list of one of each.
    Tuple(Vec<Shape>),
    /// An object with any keys and these values.
    Map(Box<Shape>),
    /// This or `null`.
    Nullable(Box<Shape>),
    /// The named Rust type with this number.
    Named(usize),
}

impl Shape {
    /// Returns the shape of a field's type, without a `null` at its top, and the Rust types that its numbers refer to.
    ///
    /// # Errors
    /// Something in the expression has no name in Rust.
    pub fn of_field(context: &Context<'_>, def: &TypeDef, expr: &Expr) -> Result<(Self, Vec<String>), Diagnostics> {
        let mut named = Vec::new();
        let shape = Self::of(context, def, without_null(expr), true, &mut named)?;
        Ok((shape, named))
    }

    /// `direct`: not inside a list or a map, so a recursive type needs a box.
    fn of(
        context: &Context<'_>,
        def: &TypeDef,
        expr: &Expr,
        direct: bool,
        named: &mut Vec<String>,
    ) -> Result<Self, Diagnostics> {
        Ok(match expr {
            Expr::Any => Self::Any,
            Expr::Never => Self::named("crate::never::Never".to_owned(), named),
            Expr::Null => Self::Null,
            Expr::Boolean => Self::Boolean,
            Expr::Integer => Self::Integer,
            Expr::Number => Self::Number,
            Expr::String => Self::String,
            Expr::Constant { value } => {
                Self::named(format!("crate::constant::{}", names::constant(context.names, value)?), named)
            }
            Expr::List { places: Some(places), .. } if places.fixed().is_some() => {
                let each = |place| Self::of(context, def, place, direct, named);
                Self::Tuple(places.first.iter().map(each).collect::<Result<_, _>>()?)
            }
            Expr::List { item, .. } => Self::List(Box::new(Self::of(context, def, item, false, named)?)),
            Expr::Map { value, .. } => Self::Map(Box::new(Self::of(context, def, value, false, named)?)),
            Expr::Ref { name, .. } => {
                let spelled = names::type_name(context.names, name)?;
                let boxed = direct && context.recursive.contains(name.as_str());
                Self::named(if boxed { format!("Box<{spelled}>") } else { spelled.to_string() }, named)
            }
            Expr::Matched { inner } => {
                let inner = super::structs::type_of(context, def, inner)?;
                Self::named(format!("crate::matched::Matched<{inner}>"), named)
            }
            Expr::Nullable { inner } => Self::Nullable(Box::new(Self::of(context, def, inner, direct, named)?)),
            _ if let Some(native) = expr.native() => Self::named(format!("crate::native::{native}"), named),
            _ if context.contract.wide && expr.is_unsigned() => Self::named("u64".to_owned(), named),
            // typify would choose another integer type for a bounded integer. The reader checks the bounds.
            Expr::Asserted { inner, .. } | Expr::Keyed { base: inner, .. } | Expr::Bounded { inner, .. } => {
                Self::of(context, def, inner, direct, named)?
            }
        })
    }

    fn named(rust: String, named: &mut Vec<String>) -> Self {
        Self::Named(named.iter().position(|known| *known == rust).unwrap_or_else(|| {
            named.push(rust);
            named.len() - 1
        }))
    }

    /// Returns the schema of a struct with one field, [`FIELD`], of this shape.
    pub fn schema(&self) -> Value {
        let mut placeholders = Map::new();
        let value = self.value(&mut placeholders);
        json!({
            "title": ROOT, "type": "object", "properties": {FIELD: value}, "required": [FIELD],
            "additionalProperties": false, "definitions": placeholders,
        })
    }

    /// Returns the schema of this shape. Each placeholder has a definition, because typify resolves a reference before
    /// it replaces it.
    fn value(&self, placeholders: &mut Map<String, Value>) -> Value {
        match self {
            Self::Any => json!(true),
            Self::Null => json!({"type": "null"}),
            Self::Boolean => json!({"type": "boolean"}),
            Self::Integer => json!({"type": "integer"}),
            Self::Number => json!({"type": "number"}),
            Self::String => json!({"type": "string"}),
            Self::List(item) => json!({"type": "array", "items": item.value(placeholders)}),
            Self::Tuple(places) => {
                let items: Vec<Value> = places.iter().map(|place| place.value(placeholders)).collect();
                json!({"type": "array", "items": items, "minItems": places.len(), "maxItems": places.len()})
            }
            Self::Map(value) if **value == Self::Any => json!({"type": "object"}),
            Self::Map(value) => json!({"type": "object", "additionalProperties": value.value(placeholders)}),
            Self::Nullable(inner) => json!({"oneOf": [inner.value(placeholders), {"type": "null"}]}),
            Self::Named(number) => {
                placeholders.insert(placeholder(*number), Value::Bool(true));
                json!({"$ref": format!("#/definitions/{}", placeholder(*number))})
            }
        }
    }
}

/// Returns the schema of an enum with this many values. They are placeholders, because typify spells values as
/// identifiers, and panics if it spells two alike that we do not.
pub fn of_enum(count: usize) -> Value {
    let values: Vec<String> = (0..count).map(value).collect();
    json!({"title": ROOT, "type": "string", "enum": values})
}

/// Returns the placeholder for the value of an enum at this index, and for its name.
pub fn value(index: usize) -> String {
    format!("V{index}")
}

/// Returns the placeholder for the type with this number.
pub fn placeholder(number: usize) -> String {
    format!("{STAND_IN}{number}")
}

/// The prefix of placeholders for types.
pub const STAND_IN: &str = "Ref";

/// Returns the expression without a `null` at its top, which is part of the field's presence.
pub fn without_null(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nullable { inner } => without_null(inner),
        Expr::Asserted { inner, .. } if inner.is_nullable() => without_null(inner),
        _ => expr,
    }
}
