//! Reads tuples: lists of a fixed length that have something else at each place.

use serde_json::Value;

use crate::json::{FromJson, Mismatch, Result, Strictness, expected};

/// Implements [`FromJson`] for tuples of these lengths.
macro_rules! tuples {
    ($($length:literal $(: $place:ident)+;)+) => {$(
        impl<$($place: FromJson),+> FromJson for ($($place,)+) {
            fn from_json(value: Value, strictness: Strictness) -> Result<Self> {
                let Value::Array(items) = value else { return Err(expected("a list", &value)) };
                if items.len() != $length {
                    return Err(Mismatch::new(format!("expected {} items, found {}", $length, items.len())));
                }
                let mut items = items.into_iter().enumerate();
                Ok(($(next::<$place>(&mut items, strictness)?,)+))
            }
        }
    )+};
}

tuples! {
    1: A;
    2: A: B;
    3: A: B: C;
    4: A: B: C: D;
    5: A: B: C: D: E;
    6: A: B: C: D: E: F;
    7: A: B: C: D: E: F: G;
    8: A: B: C: D: E: F: G: H;
    9: A: B: C: D: E: F: G: H: I;
    10: A: B: C: D: E: F: G: H: I: J;
    11: A: B: C: D: E: F: G: H: I: J: K;
    12: A: B: C: D: E: F: G: H: I: J: K: L;
}

/// Reads the next item of a list.
fn next<T: FromJson>(items: &mut impl Iterator<Item = (usize, Value)>, strictness: Strictness) -> Result<T> {
    let (index, item) = items.next().unwrap_or_default();
    T::from_json(item, strictness).map_err(|it| it.under(index.to_string()))
}
