//! The places in a value, as JSON pointers.

use serde_json::Value;

/// Returns the pointers to all values that fit, beginning with the root.
pub fn pointers(value: &Value, fits: fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, String::new(), fits, &mut found);
    found
}

fn collect(value: &Value, at: String, fits: fn(&Value) -> bool, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let step = |key: &String| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
            let inner: Vec<(String, &Value)> = object.iter().map(|(key, value)| (step(key), value)).collect();
            note(value, at, fits, found);
            inner.into_iter().for_each(|(at, value)| collect(value, at, fits, found));
        }
        Value::Array(items) => {
            note(value, at.clone(), fits, found);
            items.iter().enumerate().for_each(|(index, item)| collect(item, format!("{at}/{index}"), fits, found));
        }
        _ => note(value, at, fits, found),
    }
}

fn note(value: &Value, at: String, fits: fn(&Value) -> bool, found: &mut Vec<String>) {
    if fits(value) {
        found.push(at);
    }
}

/// Returns the depth of nested objects and lists; 0 for a scalar.
pub fn depth(value: &Value) -> usize {
    let inner = match value {
        Value::Object(object) => object.values().map(depth).max(),
        Value::Array(items) => items.iter().map(depth).max(),
        _ => return 0,
    };
    inner.unwrap_or(0) + 1
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_place_is_found_once() {
        let value = json!({"a/b": [{"c~": 1}], "d": null});
        assert_eq!(pointers(&value, |_| true), ["", "/a~1b", "/a~1b/0", "/a~1b/0/c~0", "/d"]);
        assert_eq!(pointers(&value, Value::is_null), ["/d"]);
        assert_eq!(depth(&value), 3);
    }
}
