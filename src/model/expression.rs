//! Type expressions: the values of fields, items, maps and members.

use serde::Serialize;
use serde_json::{Number, Value};

use super::{Assertion, Format};

/// A type expression. In templates: `expr.is`.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Expr {
    /// Any JSON value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// This value and no other: a string or a boolean.
    Constant {
        /// The value.
        value: Value,
    },
    /// An array.
    List {
        /// The expression of each item.
        item: Box<Expr>,
        /// The least number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        min: Option<u64>,
        /// The greatest number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
    },
    /// An object with any keys.
    Map {
        /// The expression of each value.
        value: Box<Expr>,
    },
    /// A definition.
    Ref {
        /// Its name.
        name: String,
        /// The definition is open because inputs read it too, but a payload that is written here must not have keys
        /// that the definition does not know, at any depth.
        closed: bool,
    },
    /// The expression, or `null`.
    Nullable {
        /// The expression of a value that is not null.
        inner: Box<Expr>,
    },
    /// An integer, a number or a string, and not every one. The types of the languages are those of the inner one.
    Bounded {
        /// The expression of the value.
        inner: Box<Expr>,
        /// Which of them.
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The expression, and what no type of a language says. The types of the languages are those of the inner one.
    Asserted {
        /// The expression of the value.
        inner: Box<Expr>,
        /// The assertion, which validators check as well.
        assertion: Box<Assertion>,
    },
    /// Of a type that a row of a table names. It is as the type of a field and nowhere else.
    Keyed {
        /// The table.
        table: String,
        /// The column in which the type is.
        column: String,
        /// The field of the same struct whose value chooses the row; nothing, if the payload does not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Names of rows of which the host checks nothing here.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<String>,
        /// The expression of any value, and all that a schema requires: any value, or a map of any.
        base: Box<Expr>,
        /// The host's check of it is not documented.
        unconfirmed: bool,
    },
}

/// Where the values of an expression end. Each number is a double, and an integer where it has no fraction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
pub struct Bounds {
    /// The least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// Numbers are greater than this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Number>,
    /// The greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// The least number of characters, which are code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The form that a string has to have; the host drops one that does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
}

impl Bounds {
    /// A value of the right type is within them.
    pub fn hold(&self, value: &Value) -> bool {
        let double = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_f64);
        match value {
            Value::Number(number) => number.as_f64().is_some_and(|it| {
                double(&self.minimum).is_none_or(|bound| it >= bound)
                    && double(&self.above).is_none_or(|bound| it > bound)
                    && double(&self.maximum).is_none_or(|bound| it <= bound)
            }),
            Value::String(text) => {
                self.min_length.is_none_or(|bound| text.chars().count() as u64 >= bound)
                    && self.format.is_none_or(|format| format.fits(text))
            }
            _ => true,
        }
    }
}

impl Expr {
    /// Calls `visit` with the name of every definition that the expression refers to. What a keyed value may be of is
    /// in the table: see [`Contract::tables`].
    pub fn refs<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match self {
            Self::Ref { name, .. } => visit(name),
            _ => self.inner().into_iter().for_each(|inner| inner.refs(visit)),
        }
    }
}

impl Expr {
    /// The expression in it: what the items of a list are, or what is nullable, bounded, asserted or keyed in any case.
    pub fn inner(&self) -> Option<&Self> {
        match self {
            Self::List { item: inner, .. }
            | Self::Map { value: inner }
            | Self::Nullable { inner }
            | Self::Bounded { inner, .. }
            | Self::Asserted { inner, .. }
            | Self::Keyed { base: inner, .. } => Some(inner),
            Self::Any
            | Self::Boolean
            | Self::Integer
            | Self::Number
            | Self::String
            | Self::Constant { .. }
            | Self::Ref { .. } => None,
        }
    }

    /// Returns its name in templates.
    pub fn form(&self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Constant { .. } => "constant",
            Self::List { .. } => "list",
            Self::Map { .. } => "map",
            Self::Ref { .. } => "ref",
            Self::Nullable { .. } => "nullable",
            Self::Bounded { .. } => "bounded",
            Self::Asserted { .. } => "asserted",
            Self::Keyed { .. } => "keyed",
        }
    }

    /// It may be null, by its own type.
    pub fn is_nullable(&self) -> bool {
        match self {
            Self::Nullable { .. } => true,
            Self::Asserted { inner, .. } => inner.is_nullable(),
            _ => false,
        }
    }

    /// The same without what is asserted of it.
    pub fn plain(&self) -> &Self {
        if let Self::Asserted { inner, .. } = self { inner.plain() } else { self }
    }

    /// Adds every assertion in it.
    pub(super) fn assertions<'a>(&'a self, found: &mut Vec<&'a Assertion>) {
        if let Self::Asserted { assertion, .. } = self {
            found.push(assertion);
        }
        if let Some(inner) = self.inner() {
            inner.assertions(found);
        }
    }
}
