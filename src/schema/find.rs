//! Finds keywords in schemas.

use serde_json::{Map, Value};

/// The most keys of an object in which comparing each takes less time than hashing the one that is looked for: `serde_json`
/// hashes so that nobody can choose keys that collide, which is slow.
const FEW: usize = 10;

/// Finds keywords in a schema: most schemas have a few, and every step asks for several of them in each schema.
pub trait Find {
    /// Returns the value of a keyword. A schema that is `true` or `false` has none.
    fn keyword(&self, name: &str) -> Option<&Value>;

    /// Returns the value of a keyword, to change it.
    fn keyword_mut(&mut self, name: &str) -> Option<&mut Value>;

    /// Returns true if there is such a keyword.
    fn has(&self, name: &str) -> bool {
        self.keyword(name).is_some()
    }
}

impl Find for Map<String, Value> {
    fn keyword(&self, name: &str) -> Option<&Value> {
        match self.len() {
            ..=FEW => self.iter().find(|(key, _)| *key == name).map(|(_, value)| value),
            _ => self.get(name),
        }
    }

    fn keyword_mut(&mut self, name: &str) -> Option<&mut Value> {
        match self.len() {
            ..=FEW => self.iter_mut().find(|(key, _)| *key == name).map(|(_, value)| value),
            _ => self.get_mut(name),
        }
    }
}

impl Find for Value {
    fn keyword(&self, name: &str) -> Option<&Value> {
        self.as_object()?.keyword(name)
    }

    fn keyword_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.as_object_mut()?.keyword_mut(name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_key_is_found_in_an_object_of_any_size() {
        for size in 0..3 * FEW {
            let keys: Vec<String> = (0..size).map(|at| format!("key-{at}")).collect();
            let mut object: Map<String, Value> = keys.iter().map(|key| (key.clone(), json!(key))).collect();
            for key in &keys {
                assert_eq!(object.keyword(key), Some(&json!(key)));
                object.keyword_mut(key).into_iter().for_each(|value| *value = json!([key]));
                assert_eq!(Value::Object(object.clone()).keyword(key), Some(&json!([key])));
            }
            assert!(!object.has("key-") && object.keyword_mut("key-").is_none());
        }
        assert!(!json!(true).has("type") && !json!(["type"]).has("type"));
    }
}
