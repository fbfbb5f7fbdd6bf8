//! The probability of a failure that has several causes.

/// Returns the probability that at least one of `n` independent hooks fails: `1 - (1 - p)^n`.
///
/// `p` is the probability that one hook fails. Returns `None` if it is not between 0 and 1. The result is accurate for
/// very small `p` as well.
#[must_use]
pub fn any_failure(p: f64, n: u32) -> Option<f64> {
    if !(0.0..=1.0).contains(&p) {
        return None;
    }
    let none = (-p).ln_1p() * f64::from(n);
    // With `n` 0 and `p` 1, `none` is not a number.
    Some(if n == 0 { 0.0 } else { -none.exp_m1() + 0.0 })
}
