//! Rules across several keys, which types cannot express.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::{Map, Value};

use crate::json::Mismatch;

/// If all conditions of `when` hold, all conditions of `then` must hold.
pub(crate) struct Rule<'a> {
    pub(crate) when: &'a [Condition<'a>],
    pub(crate) then: &'a [Condition<'a>],
    /// The problem and its fix.
    pub(crate) message: &'static str,
}

/// A test of one place in an object.
pub(crate) struct Condition<'a> {
    /// The keys from the object down to the place.
    path: &'a [&'static str],
    test: Test<'a>,
}

enum Test<'a> {
    Present,
    Absent,
    In(&'a [Scalar]),
    Above(f64),
    AtMost(usize),
    /// A pattern, and the function that finds it: not every contract has regular expressions.
    Matches(&'static str, fn(&str, &str) -> bool),
}

/// A value that a rule can test for.
pub(crate) enum Scalar {
    Text(&'static str),
    Flag(bool),
    Number(f64),
    Null,
}

/// Creates the condition that the key is present.
pub(crate) const fn present<'a>(path: &'a [&'static str]) -> Condition<'a> {
    Condition { path, test: Test::Present }
}

/// Creates the condition that the key is absent.
pub(crate) const fn absent<'a>(path: &'a [&'static str]) -> Condition<'a> {
    Condition { path, test: Test::Absent }
}

/// Creates the condition that the value is one of these.
pub(crate) const fn is<'a>(path: &'a [&'static str], values: &'a [Scalar]) -> Condition<'a> {
    Condition { path, test: Test::In(values) }
}

/// Creates the condition that the value is a number greater than this.
pub(crate) const fn above<'a>(path: &'a [&'static str], limit: f64) -> Condition<'a> {
    Condition { path, test: Test::Above(limit) }
}

/// Creates the condition that the value is a list of at most so many items.
pub(crate) const fn at_most<'a>(path: &'a [&'static str], limit: usize) -> Condition<'a> {
    Condition { path, test: Test::AtMost(limit) }
}

/// Creates the condition that the pattern is found in the value.
pub(crate) const fn matches<'a>(
    path: &'a [&'static str],
    pattern: &'static str,
    finds: fn(&str, &str) -> bool,
) -> Condition<'a> {
    Condition { path, test: Test::Matches(pattern, finds) }
}

impl Rule<'_> {
    /// Checks the rule, and returns a mismatch at the first broken condition.
    pub(crate) fn check(&self, object: &Map<String, Value>) -> Result<(), Mismatch> {
        if !self.when.iter().all(|condition| condition.holds(object)) {
            return Ok(());
        }
        match self.then.iter().find(|condition| !condition.holds(object)) {
            Some(broken) => Err(broken.mismatch(self.message)),
            None => Ok(()),
        }
    }
}

impl<'a> Condition<'a> {
    /// Returns the path that the condition tests.
    pub(crate) const fn path(&self) -> &'a [&'static str] {
        self.path
    }

    /// Returns true if the condition requires that the key is absent.
    pub(crate) const fn is_absent(&self) -> bool {
        matches!(self.test, Test::Absent)
    }

    /// Returns true if the condition tests for values, and the key is present.
    pub(crate) fn is_other_value(&self, object: &Map<String, Value>) -> bool {
        matches!(self.test, Test::In(_)) && find(object, self.path).is_some()
    }

    pub(crate) fn holds(&self, object: &Map<String, Value>) -> bool {
        let found = find(object, self.path);
        match self.test {
            Test::Present => found.is_some(),
            Test::Absent => found.is_none(),
            Test::Above(limit) => found.and_then(Value::as_f64).is_some_and(|number| number > limit),
            Test::AtMost(limit) => found.and_then(Value::as_array).is_some_and(|items| items.len() <= limit),
            Test::Matches(pattern, finds) => found.and_then(Value::as_str).is_some_and(|text| finds(pattern, text)),
            Test::In(values) => found.is_some_and(|value| values.iter().any(|wanted| wanted.is(value))),
        }
    }

    fn mismatch(&self, message: &str) -> Mismatch {
        self.path.iter().rev().fold(Mismatch::new(message), |mismatch, key| mismatch.under(*key))
    }
}

fn find<'v>(object: &'v Map<String, Value>, path: &[&str]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(object.get(*first)?, |value, key| value.get(*key))
}

impl Scalar {
    /// Creates the scalar of a safe integer, which a double holds.
    #[allow(clippy::cast_precision_loss, reason = "the integer is safe")]
    pub(crate) const fn whole(number: i64) -> Self {
        Self::Number(number as f64)
    }

    pub(crate) fn is(&self, value: &Value) -> bool {
        match self {
            Self::Text(text) => value.as_str() == Some(*text),
            Self::Flag(flag) => value.as_bool() == Some(*flag),
            Self::Number(number) => value.as_f64() == Some(*number),
            Self::Null => value.is_null(),
        }
    }

    /// Converts the scalar to JSON.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(*text),
            Self::Flag(flag) => Value::from(*flag),
            Self::Number(number) => Value::from(*number),
            Self::Null => Value::Null,
        }
    }

    /// Returns true if the value has the same JSON type.
    pub(crate) fn is_like(&self, value: &Value) -> bool {
        match self {
            Self::Text(_) => value.is_string(),
            Self::Flag(_) => value.is_boolean(),
            Self::Number(_) => value.is_number(),
            Self::Null => value.is_null(),
        }
    }
}
