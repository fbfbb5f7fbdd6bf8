//! Numbers of JSON, compared exactly: as doubles, different integers of 64 bits can be equal.

use serde_json::Number;

/// The value of a number.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Exact {
    /// The number without its fraction. One that is out of range is the nearest.
    whole: i128,
    fraction: f64,
    /// Orders the numbers that are out of range.
    double: f64,
}

impl Exact {
    /// Returns the value of a number.
    pub fn of(number: &Number) -> Self {
        let double = number.as_f64().unwrap_or(f64::MAX);
        let integer = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
        integer.map_or_else(
            || Self { whole: double as i128, fraction: double.fract(), double },
            |whole| Self { whole, fraction: 0.0, double },
        )
    }

    /// Returns the largest integer that is not above the number.
    pub fn floor(self) -> i128 {
        self.whole.saturating_sub((self.fraction < 0.0).into())
    }

    /// Returns the smallest integer that is not below the number.
    pub fn ceil(self) -> i128 {
        self.whole.saturating_add((self.fraction > 0.0).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Exact> {
        text.parse::<Number>().ok().as_ref().map(Exact::of)
    }

    #[test]
    fn numbers_are_in_order() {
        let order = [
            "-1e300",
            "-9223372036854775808",
            "-9007199254740993",
            "-9007199254740992",
            "-1.5",
            "-1.2",
            "-1",
            "-2e-20",
            "-1e-20",
            "0",
            "1e-20",
            "0.5",
            "1",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551615",
            "1e39",
            "1e40",
        ];
        for pair in order.windows(2) {
            assert!(of(pair[0]) < of(pair[1]), "{pair:?}");
        }
        assert!(of("5") == of("5.0") && of("-0.0") == of("0") && of("9007199254740992") == of("9007199254740992.0"));
    }

    #[test]
    fn integers_beside_a_number_are_exact() {
        let around = |text: &str| of(text).map(|it| (it.floor(), it.ceil()));
        assert_eq!(around("-1.5"), Some((-2, -1)));
        assert_eq!(around("1.5"), Some((1, 2)));
        assert_eq!(around("-1e-20"), Some((-1, 0)));
        assert_eq!(around("18446744073709551615"), Some((u64::MAX.into(), u64::MAX.into())));
    }
}
