//! Rules: what a type cannot say, because it is about several keys at once.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::{Map, Value};

use crate::json::Mismatch;

/// When all of these hold, then all of those must.
pub(crate) struct Rule<'a> {
    pub(crate) when: &'a [Condition<'a>],
    pub(crate) then: &'a [Condition<'a>],
    /// The problem and its fix.
    pub(crate) message: &'static str,
}

/// A test of one place in an object.
pub(crate) struct Condition<'a> {
    /// Keys from the object down.
    path: &'a [&'static str],
    test: Test<'a>,
}

enum Test<'a> {
    Present,
    Absent,
    In(&'a [Scalar]),
}

/// A value that a rule can test for.
pub(crate) enum Scalar {
    Text(&'static str),
    Flag(bool),
    Number(f64),
    Null,
}

/// The key is there.
pub(crate) const fn present<'a>(path: &'a [&'static str]) -> Condition<'a> {
    Condition { path, test: Test::Present }
}

/// The key is not there.
pub(crate) const fn absent<'a>(path: &'a [&'static str]) -> Condition<'a> {
    Condition { path, test: Test::Absent }
}

/// The value is one of these.
pub(crate) const fn is<'a>(path: &'a [&'static str], values: &'a [Scalar]) -> Condition<'a> {
    Condition { path, test: Test::In(values) }
}

impl Rule<'_> {
    /// The rule holds, or the place where it does not.
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
    /// The keys that lead to what it is about.
    pub(crate) const fn path(&self) -> &'a [&'static str] {
        self.path
    }

    /// The key must not be there.
    pub(crate) const fn is_absent(&self) -> bool {
        matches!(self.test, Test::Absent)
    }

    /// The key is there, and it is asked for its value.
    pub(crate) fn is_other_value(&self, object: &Map<String, Value>) -> bool {
        matches!(self.test, Test::In(_)) && find(object, self.path).is_some()
    }

    pub(crate) fn holds(&self, object: &Map<String, Value>) -> bool {
        let found = find(object, self.path);
        match self.test {
            Test::Present => found.is_some(),
            Test::Absent => found.is_none(),
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
    pub(crate) fn is(&self, value: &Value) -> bool {
        match self {
            Self::Text(text) => value.as_str() == Some(*text),
            Self::Flag(flag) => value.as_bool() == Some(*flag),
            Self::Number(number) => value.as_f64() == Some(*number),
            Self::Null => value.is_null(),
        }
    }

    /// As JSON.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(*text),
            Self::Flag(flag) => Value::from(*flag),
            Self::Number(number) => Value::from(*number),
            Self::Null => Value::Null,
        }
    }

    /// The value has the same JSON type.
    pub(crate) fn is_like(&self, value: &Value) -> bool {
        match self {
            Self::Text(_) => value.is_string(),
            Self::Flag(_) => value.is_boolean(),
            Self::Number(_) => value.is_number(),
            Self::Null => value.is_null(),
        }
    }
}
