//! Type expressions: the values of fields, items, maps and members.

use serde::Serialize;
use serde_json::{Number, Value};

use super::{Assertion, Format};
use crate::schema::{Exact, is_tuple};

/// A type expression. In templates: `expr.is`.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Expr {
    /// Any JSON value.
    Any,
    /// Nothing: no value is of it. An assertion around it refuses every value.
    Never,
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// Exactly this value: a string or a boolean.
    Constant {
        /// The value.
        value: Value,
    },
    /// An array.
    List {
        /// The expression of each item.
        item: Box<Expr>,
        /// The minimum number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        min: Option<u64>,
        /// The maximum number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
        /// The expressions by place, where they are not the same. A language without lists of this kind has `item` at every place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        places: Option<Box<Places>>,
    },
    /// An object with any keys.
    Map {
        /// The expression of each value.
        value: Box<Expr>,
        /// Its only possible keys, if the schema lists them. A language without maps of this kind has any key; an assertion around
        /// the map refuses the others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        keys: Vec<String>,
    },
    /// A value of a type, or any other: that of a map whose keys match a pattern, or that of a property under a condition.
    Matched {
        /// The expression of a value whose key matches, or for which the condition holds.
        inner: Box<Expr>,
    },
    /// A definition.
    Ref {
        /// Its name.
        name: String,
        /// The definition is open because inputs use it too, but a payload that is written here must not have unknown
        /// keys, at any depth.
        closed: bool,
    },
    /// The expression, or `null`.
    Nullable {
        /// The expression of a value that is not null.
        inner: Box<Expr>,
    },
    /// An integer, a number or a string with bounds. The languages' types are those of the inner expression.
    Bounded {
        /// The expression of the value.
        inner: Box<Expr>,
        /// The bounds.
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// An expression with constraints that no type expresses. The languages' types are those of the inner expression.
    Asserted {
        /// The expression of the value.
        inner: Box<Expr>,
        /// The assertion, which validators check.
        assertion: Box<Assertion>,
    },
    /// A value whose type a row of a table names. It occurs only as the type of a field.
    Keyed {
        /// The table.
        table: String,
        /// The column with the type.
        column: String,
        /// The field of the same struct whose value selects the row; `None` if the payload does not contain it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The names of rows for which the host checks nothing here.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<String>,
        /// The constraints of the schema itself: any value, or a map of any, maybe with an assertion.
        base: Box<Expr>,
        /// The host's check is not documented.
        unconfirmed: bool,
        /// What the value is for fails if the value does not have the type. If false, the host drops the value alone.
        fails: bool,
    },
}

/// What is at which place of a list.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
pub struct Places {
    /// The expressions of the first items.
    pub first: Vec<Expr>,
    /// The number of those that every list has.
    pub least: usize,
    /// The expression of every other item. Without it, there are no others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<Expr>,
}

impl Places {
    /// Returns the expressions of all items, if every list has the same number of them, and a tuple of each language can have
    /// as many.
    pub fn fixed(&self) -> Option<&[Expr]> {
        is_tuple(self.first.len(), self.least, self.rest.is_none()).then_some(&self.first[..])
    }
}

/// The bounds of an expression's values. Each number is a double, and an integer if it has no fraction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
pub struct Bounds {
    /// The minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// The exclusive minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Number>,
    /// The maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// The minimum number of characters, which are code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The format of a string; the host drops a string without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
}

impl Bounds {
    /// Returns true if a value of the right type is within the bounds.
    pub fn hold(&self, value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                let number = Exact::of(number);
                let holds = |bound: &Option<Number>, is_within: fn(&Exact, &Exact) -> bool| {
                    bound.as_ref().is_none_or(|bound| is_within(&number, &Exact::of(bound)))
                };
                holds(&self.minimum, Exact::ge) && holds(&self.above, Exact::gt) && holds(&self.maximum, Exact::le)
            }
            Value::String(text) => {
                self.min_length.is_none_or(|bound| text.chars().count() as u64 >= bound)
                    && self.format.is_none_or(|format| format.fits(text))
            }
            _ => true,
        }
    }
}

impl Expr {
    /// Calls `visit` with the name of every definition that the expression refers to. The possible types of a keyed
    /// value are in its table: see [`Contract::tables`](super::Contract::tables).
    pub fn refs<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match self {
            Self::Ref { name, .. } => visit(name),
            _ => self.parts().for_each(|part| part.refs(visit)),
        }
    }

    /// Returns the expressions inside it: that of [`inner`](Self::inner), and those of the places of a tuple.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        let places = match self {
            Self::List { places: Some(places), .. } => places.fixed().unwrap_or_default(),
            _ => &[],
        };
        self.inner().into_iter().chain(places)
    }
}

impl Expr {
    /// Returns the expression inside it: the items of a list, the values of a map, or the expression that is nullable,
    /// bounded, asserted or keyed.
    pub fn inner(&self) -> Option<&Self> {
        match self {
            Self::List { item: inner, .. }
            | Self::Map { value: inner, .. }
            | Self::Matched { inner }
            | Self::Nullable { inner }
            | Self::Bounded { inner, .. }
            | Self::Asserted { inner, .. }
            | Self::Keyed { base: inner, .. } => Some(inner),
            Self::Any
            | Self::Never
            | Self::Null
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
            Self::Never => "never",
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Constant { .. } => "constant",
            Self::List { .. } => "list",
            Self::Map { .. } => "map",
            Self::Matched { .. } => "matched",
            Self::Ref { .. } => "ref",
            Self::Nullable { .. } => "nullable",
            Self::Bounded { .. } => "bounded",
            Self::Asserted { .. } => "asserted",
            Self::Keyed { .. } => "keyed",
        }
    }

    /// Returns true if its own type allows null.
    pub fn is_nullable(&self) -> bool {
        match self {
            Self::Nullable { .. } => true,
            Self::Asserted { inner, .. } => inner.is_nullable(),
            _ => false,
        }
    }

    /// Returns the name of the type that languages have for its strings, if the format of the assertion is native.
    pub fn native(&self) -> Option<&'static str> {
        match self {
            Self::Asserted { inner, assertion } if **inner == Self::String => assertion.format?.native_type(),
            _ => None,
        }
    }

    /// Returns the numbers that it lists, of which some have a fraction.
    pub fn listed_numbers(&self) -> Option<&[Value]> {
        match self {
            Self::Asserted { inner, assertion } if **inner == Self::Number => {
                Some(&assertion.values[..]).filter(|all| !all.is_empty() && all.iter().all(Value::is_number))
            }
            _ => None,
        }
    }

    /// Returns true if an integer, in a set with wide ones, can be too large for a sign in 64 bits.
    pub fn is_unsigned(&self) -> bool {
        let (minimum, above, maximum) = match self {
            Self::Bounded { bounds, .. } => (&bounds.minimum, &bounds.above, &bounds.maximum),
            Self::Asserted { inner, assertion: it } if **inner == Self::Integer => {
                (&it.minimum, &it.above, &it.maximum)
            }
            _ => return false,
        };
        let is_large = |it: &Number| it.is_u64() && !it.is_i64();
        let is_least = |it: &Option<Number>, least| it.as_ref().is_some_and(|it| Exact::of(it) >= least);
        maximum.as_ref().is_some_and(is_large)
            && (is_least(minimum, Exact::of(&Number::from(0))) || is_least(above, Exact::of(&Number::from(-1))))
    }

    /// Returns the expression without assertions.
    pub fn plain(&self) -> &Self {
        if let Self::Asserted { inner, .. } = self { inner.plain() } else { self }
    }

    /// Collects every assertion in it.
    pub(super) fn assertions<'a>(&'a self, found: &mut Vec<&'a Assertion>) {
        if let Self::Asserted { assertion, .. } = self {
            found.push(assertion);
        }
        self.parts().for_each(|part| part.assertions(found));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bounds_of_integers_are_exact() {
        let (one, next) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
        let holds = |bounds: Bounds, value: u64| bounds.hold(&json!(value));
        assert!(!holds(Bounds { maximum: Some(one.into()), ..Bounds::default() }, next));
        assert!(!holds(Bounds { minimum: Some(next.into()), ..Bounds::default() }, one));
        assert!(holds(Bounds { above: Some(one.into()), ..Bounds::default() }, next));
    }
}
