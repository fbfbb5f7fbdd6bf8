//! What makes two JSON values equal.

use serde_json::{Map, Number, Value};

/// Appends a text that is the same for equal values: the order of keys does not count, and `1` equals `1.0`.
pub(super) fn write(value: &Value, to: &mut String) {
    match value {
        Value::Number(number) => write_number(number, to),
        Value::Array(items) => {
            to.push('[');
            for item in items {
                write(item, to);
                to.push(',');
            }
            to.push(']');
        }
        Value::Object(map) => write_object(map, to),
        other => to.push_str(&other.to_string()),
    }
}

/// Appends the text of an object.
pub(super) fn write_object(map: &Map<String, Value>, to: &mut String) {
    let mut all: Vec<_> = map.iter().collect();
    all.sort_unstable_by_key(|(key, _)| *key);
    to.push('{');
    for (key, value) in all {
        // A length, because a key can contain any character.
        to.push_str(&key.len().to_string());
        to.push(':');
        to.push_str(key);
        write(value, to);
        to.push(',');
    }
    to.push('}');
}

#[allow(clippy::cast_possible_truncation, reason = "the number is small enough")]
fn write_number(number: &Number, to: &mut String) {
    /// All whole numbers below it are doubles, which are written as integers.
    const EXACT: f64 = 9_007_199_254_740_992.0;

    let double = number.as_f64().filter(|it| number.is_f64() && it.fract() == 0.0 && it.abs() < EXACT);
    to.push_str(&double.map_or_else(|| number.to_string(), |whole| (whole as i64).to_string()));
}
