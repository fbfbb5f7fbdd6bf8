//! The parts of assertions, in the order of evaluation.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::Value;

use super::Walk;
use super::format::StandardFormat;
use crate::validation::spot::Spot;
use crate::validation::plan::{Check, Pair, find};

/// The constraints on a value beyond its type. All parts must hold. It has no constructor function, because a
/// definition's static may have that name.
pub(crate) struct Assertion {
    pub(crate) parts: &'static [Part],
}

/// One constraint. A constraint on one JSON type accepts values of every other type.
pub(crate) enum Part {
    Never,
    /// One of these types.
    Types(&'static [JsonType], &'static str),
    /// Equal to one of these.
    Values(&'static [Data], &'static str),
    Number(Limit, f64),
    MultipleOf(f64),
    MinLength(usize),
    MaxLength(usize),
    Pattern(&'static str),
    Format(StandardFormat),
    MinItems(usize),
    MaxItems(usize),
    Unique,
    Items(Items),
    Contains(Contains),
    MinProperties(usize),
    MaxProperties(usize),
    Required(&'static [&'static str]),
    Keys(Keys),
    Names(Assertion),
    DependentRequired(&'static [Pair<&'static [&'static str]>]),
    Dependent(&'static [Pair<Assertion>]),
    All(&'static [Assertion]),
    Any(&'static [Assertion]),
    One(&'static [Assertion]),
    Not(Assertion),
    If(If),
    Ref(&'static Assertion),
    UnevaluatedItems(Assertion),
    UnevaluatedProperties(Assertion),
}

#[derive(Clone, Copy)]
pub(crate) enum Limit {
    AtLeast,
    Above,
    AtMost,
    Below,
}

pub(crate) struct Items {
    pub(crate) prefix: &'static [Assertion],
    /// For the items after the prefix.
    pub(crate) rest: Option<Assertion>,
}

pub(crate) struct Contains {
    pub(crate) each: Assertion,
    pub(crate) min: usize,
    pub(crate) max: Option<usize>,
}

pub(crate) struct Keys {
    pub(crate) properties: &'static [Pair<Assertion>],
    /// By a regular expression that matches anywhere in the key.
    pub(crate) patterns: &'static [Pair<Assertion>],
    /// For keys that match none of these.
    pub(crate) rest: Option<Assertion>,
}

pub(crate) struct If {
    pub(crate) condition: Assertion,
    pub(crate) then: Option<Assertion>,
    pub(crate) otherwise: Option<Assertion>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonType {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// A JSON value.
pub(crate) enum Data {
    Null,
    Flag(bool),
    Number(f64),
    Text(&'static str),
    List(&'static [Data]),
    Object(&'static [Pair<Data>]),
}

impl Check for Assertion {
    fn check(&self, walk: &mut Walk<'_>, value: &Value, spot: Spot<'_>) {
        walk.assert(value, self, spot);
    }

    fn choose(&self, walk: &mut Walk<'_>, value: &Value, spot: Spot<'_>) -> Option<usize> {
        walk.choose(value, self, spot)
    }
}

impl Assertion {
    /// Returns the accepted values, if they are listed.
    pub(super) fn values(&self) -> Option<&'static [Data]> {
        let values = |part: &'static Part| match part {
            Part::Values(values, _) => Some(*values),
            _ => None,
        };
        self.parts.iter().find_map(values)
    }

    /// Returns the branches of `anyOf` or `oneOf`.
    pub(super) fn branches(&self) -> &'static [Self] {
        let branches = |part: &'static Part| match part {
            Part::Any(all) | Part::One(all) => Some(*all),
            _ => None,
        };
        self.parts.iter().find_map(branches).unwrap_or_default()
    }

    /// Returns true if evaluated keys and items must be tracked.
    pub(super) fn needs_seen(&self) -> bool {
        self.parts.iter().any(Part::is_about_the_rest)
    }
}

impl Part {
    /// Returns true if the part applies to what no other part has evaluated.
    pub(super) const fn is_about_the_rest(&self) -> bool {
        matches!(self, Self::UnevaluatedItems(_) | Self::UnevaluatedProperties(_))
    }

    /// Returns true if evaluation stops when the part fails.
    pub(super) const fn ends(&self) -> bool {
        matches!(self, Self::Never | Self::Types(..))
    }

    /// Returns true if the part applies other assertions to the value, or to what is in it.
    pub(super) const fn has_inner(&self) -> bool {
        let is_of_arrays = matches!(self, Self::Items(_) | Self::Contains(_));
        let is_of_objects = matches!(self, Self::Keys(_) | Self::Names(_));
        is_of_arrays || is_of_objects || self.is_of_the_whole() || self.is_about_the_rest()
    }

    /// Returns true if the part applies other assertions to the same value.
    pub(super) const fn is_of_the_whole(&self) -> bool {
        let is_of_objects = matches!(self, Self::Dependent(_));
        is_of_objects
            || matches!(self, Self::All(_) | Self::Any(_) | Self::One(_) | Self::Not(_) | Self::If(_) | Self::Ref(_))
    }
}

impl JsonType {
    pub(super) fn has(self, value: &Value) -> bool {
        match value {
            Value::Null => self == Self::Null,
            Value::Bool(_) => self == Self::Boolean,
            Value::Number(number) => {
                let is_whole = || number.as_f64().is_some_and(|number| number.fract() == 0.0);
                self == Self::Number || (self == Self::Integer && is_whole())
            }
            Value::String(_) => self == Self::String,
            Value::Array(_) => self == Self::Array,
            Value::Object(_) => self == Self::Object,
        }
    }
}

impl Data {
    /// Returns true if the values are equal. Keys have no order, and numbers are compared as doubles.
    pub(super) fn is(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, Value::Null) => true,
            (Self::Flag(flag), Value::Bool(found)) => flag == found,
            #[allow(clippy::float_cmp, reason = "equal is what is meant")]
            (Self::Number(number), Value::Number(found)) => found.as_f64() == Some(*number),
            (Self::Text(text), Value::String(found)) => text == found,
            (Self::List(items), Value::Array(found)) => {
                items.len() == found.len() && items.iter().zip(found).all(|(item, found)| item.is(found))
            }
            (Self::Object(fields), Value::Object(found)) => {
                let is_field = |(key, value): (&String, &Value)| find(fields, key).is_some_and(|it| it.is(value));
                fields.len() == found.len() && found.iter().all(is_field)
            }
            _ => false,
        }
    }
}
