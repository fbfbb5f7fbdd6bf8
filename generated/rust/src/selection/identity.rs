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

fn write_number(number: &Number, to: &mut String) {
    let whole = number.as_f64().filter(|it| number.is_f64() && it.fract() == 0.0);
    match whole {
        // Also minus zero.
        Some(0.0) => to.push('0'),
        // All digits, as an integer has them.
        Some(whole) => to.push_str(&format!("{whole:.0}")),
        None => to.push_str(&number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn is_same(one: &Value, other: &Value) -> bool {
        let [one, other] = [one, other].map(|value| {
            let mut text = String::new();
            write(value, &mut text);
            text
        });
        one == other
    }

    #[test]
    fn numbers_are_the_same_by_value() {
        assert!(is_same(&json!([0, -0.0, 1, 1e19]), &json!([-0.0, 0, 1.0, 10_000_000_000_000_000_000_u64])));
        assert!(is_same(&json!(9_007_199_254_740_992_u64), &json!(9_007_199_254_740_992.0)));
        for (one, other) in
            [(json!(1), json!(true)), (json!(1), json!("1")), (json!(1.5), json!(1)), (json!(0), json!(null))]
        {
            assert!(!is_same(&one, &other), "{one} {other}");
        }
    }

    #[test]
    fn the_order_of_keys_does_not_count_and_that_of_items_does() {
        let text = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert!(is_same(&text(r#"{"a": 1, "b": [2]}"#), &text(r#"{"b": [2], "a": 1}"#)));
        assert!(!is_same(&json!([1, 2]), &json!([2, 1])));
        assert!(!is_same(&json!({"a": {}, "b": 1}), &json!({"a": {"b": 1}})));
        assert!(!is_same(&json!({"a": "x\",1:b\"y"}), &json!({"a": "x", "b": "y"})));
    }
}
