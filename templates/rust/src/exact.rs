//! Integers of 64 bits. No arithmetic on doubles is exact for them.

#![allow(dead_code, reason = "not every contract needs all of it")]

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::json::{FromJson, Result, Strictness, expected};

/// The largest value of a signed integer.
pub(crate) const LARGEST: Exact = Exact::Whole(i64::MAX as i128);

/// A number. Values are compared exactly, whichever of the two holds them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exact {
    /// An integer that is written without a fraction or an exponent, from −2^63 to 2^64 − 1.
    Whole(i128),
    /// Any other number.
    Double(f64),
}

/// The largest safe integer, 2^53 − 1. Each integer up to it is a double, and no other integer is the same double.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// From here on, a double is out of the range of `i128`, or compares like a number that is.
const HUGE: f64 = 1e38;

impl Exact {
    /// Returns the value of a number.
    pub(crate) fn of(number: &Number) -> Self {
        let whole = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
        whole.map_or_else(|| Self::Double(number.as_f64().unwrap_or(f64::MAX)), Self::Whole)
    }

    /// Returns true if the number has no fraction.
    pub(crate) fn is_whole(self) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Double(number) => number.fract() == 0.0,
        }
    }

    /// Returns the number as an integer. A double has to be safe: a larger one can be another integer than the one that is
    /// written.
    #[allow(clippy::cast_possible_truncation, reason = "it is an integer in range")]
    pub(crate) fn whole(self) -> Option<i128> {
        match self {
            Self::Whole(number) => Some(number),
            Self::Double(number) => (number.fract() == 0.0 && number.abs() <= SAFE).then_some(number as i128),
        }
    }

    /// Returns true if a signed integer holds the number.
    pub(crate) fn is_signed(self) -> bool {
        self.whole().is_some_and(|number| i64::try_from(number).is_ok())
    }

    /// Returns text that is the same for equal numbers only.
    #[allow(clippy::cast_possible_truncation, reason = "it is an integer in range")]
    pub(crate) fn canonical(self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Double(number) if number.fract() == 0.0 && number.abs() < HUGE => (number as i128).to_string(),
            Self::Double(number) => number.to_string(),
        }
    }

    /// Converts the number to JSON.
    pub(crate) fn to_json(self) -> Value {
        match self {
            Self::Double(number) => Value::from(number),
            Self::Whole(number) => match (i64::try_from(number), u64::try_from(number)) {
                (Ok(number), _) => Value::from(number),
                (_, Ok(number)) => Value::from(number),
                _ => Value::Null,
            },
        }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (*self, *other) {
            (Self::Whole(one), Self::Whole(other)) => Some(one.cmp(&other)),
            (Self::Double(one), Self::Double(other)) => one.partial_cmp(&other),
            (Self::Whole(one), Self::Double(other)) => Some(compare(one, other)),
            (Self::Double(one), Self::Whole(other)) => Some(compare(other, one).reverse()),
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "a huge double is compared by its sign")]
fn compare(whole: i128, double: f64) -> Ordering {
    if double.abs() >= HUGE {
        return if double > 0.0 { Ordering::Less } else { Ordering::Greater };
    }
    let below = double.floor();
    whole.cmp(&(below as i128)).then(if below < double { Ordering::Less } else { Ordering::Equal })
}

fn integer<T: TryFrom<i128>>(value: &Value, range: &str) -> Result<T> {
    let Value::Number(number) = value else { return Err(expected("an integer", value)) };
    let number = Exact::of(number);
    match number.whole().and_then(|number| T::try_from(number).ok()) {
        Some(number) => Ok(number),
        None if number.is_whole() => Err(expected(range, value)),
        None => Err(expected("an integer", value)),
    }
}

impl FromJson for i64 {
    /// Reads an integer. `5.0` is the integer 5, as in JSON Schema.
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        integer(&value, "an integer of 64 bits")
    }
}

impl FromJson for u64 {
    /// Reads an integer. `5.0` is the integer 5, as in JSON Schema.
    fn from_json(value: Value, _: Strictness) -> Result<Self> {
        integer(&value, "an integer of 64 bits that is not negative")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_doubles_are_compared_exactly() {
        let whole = Exact::Whole;
        let double = Exact::Double;
        assert!(whole((1 << 53) + 1) > double(9_007_199_254_740_992.0));
        assert!(whole((1 << 63) - 1) < double(9_223_372_036_854_775_808.0));
        assert!(whole(1 << 63) == double(9_223_372_036_854_775_808.0));
        assert!(whole(-3) < double(-2.5) && whole(-2) > double(-2.5));
        assert!(whole(2) < double(2.5) && whole(3) > double(2.5) && whole(2) == double(2.0));
        assert!(whole(i128::from(u64::MAX)) < double(1e300) && whole(0) > double(-1e300));
        assert_eq!(double(1.0).canonical(), whole(1).canonical());
        assert_eq!(double(9_007_199_254_740_992.0).canonical(), whole(1 << 53).canonical());
        assert!(double(1.0).is_signed() && !double(-9_223_372_036_854_775_808.0).is_signed());
        assert_eq!(double(-0.0).canonical(), whole(0).canonical());
    }
}
