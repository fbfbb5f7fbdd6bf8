//! The probability of a failure that has several causes.

use std::error::Error;
use std::fmt;

/// Returns the probability that at least one of `n` independent hooks fails: `1 - (1 - p)^n`.
///
/// The result is accurate for very small `p` as well.
///
/// # Errors
/// `p`, the probability that one hook fails, is not between 0 and 1.
pub fn any_failure(p: f64, n: u32) -> Result<f64, NoProbability> {
    if !(0.0..=1.0).contains(&p) {
        return Err(NoProbability { number: p });
    }
    let none = (-p).ln_1p() * f64::from(n);
    // With `n` 0 and `p` 1, `none` is not a number.
    Ok(if n == 0 { 0.0 } else { -none.exp_m1() + 0.0 })
}

/// A number that is not a probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoProbability {
    number: f64,
}

impl fmt::Display for NoProbability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a probability is from 0 to 1, not {}", self.number)
    }
}

impl Error for NoProbability {}
