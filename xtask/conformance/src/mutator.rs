//! Changes payloads: replaces values by those of other payloads, and adds or removes keys and items.

use serde_json::{Map, Value, json};

use crate::random::Random;

/// Changes payloads, with values and keys of other payloads.
pub struct Mutator {
    random: Random,
    values: Vec<Value>,
    keys: Vec<String>,
}

impl Mutator {
    /// Creates a mutator with the values and keys of these payloads, at every depth.
    pub fn new<'a>(seed: u64, payloads: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut mutator = Self { random: Random::new(seed), values: vec![json!(1e300), json!(-7)], keys: Vec::new() };
        payloads.into_iter().for_each(|payload| mutator.take(payload));
        mutator
    }

    fn take(&mut self, value: &Value) {
        match value {
            Value::Object(object) => {
                self.keys.extend(object.keys().cloned());
                object.values().for_each(|inner| self.take(inner));
            }
            Value::Array(items) => items.iter().for_each(|inner| self.take(inner)),
            _ => {}
        }
        self.values.push(value.clone());
    }

    /// Returns one of these.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        self.random.pick(among)
    }

    /// Returns the payload with one to three changes.
    pub fn changed(&mut self, payload: &Value) -> Value {
        let mut value = payload.clone();
        for _ in 0..=self.random.below(3) {
            self.change(&mut value);
        }
        value
    }

    fn change(&mut self, value: &mut Value) {
        let goes_on = !self.random.one_in(4);
        match value {
            Value::Object(object) if goes_on => self.change_object(object),
            Value::Array(items) if goes_on => self.change_array(items),
            other => *other = self.random.pick(&self.values).cloned().unwrap_or_default(),
        }
    }

    fn change_object(&mut self, object: &mut Map<String, Value>) {
        let known: Vec<String> = object.keys().cloned().collect();
        match (self.random.below(4), self.random.pick(&known).cloned()) {
            (0, Some(key)) => drop(object.shift_remove(&key)),
            (1 | 2, Some(key)) => {
                object.values_mut().zip(&known).filter(|(_, it)| **it == key).for_each(|(inner, _)| {
                    self.change(inner);
                })
            }
            _ => {
                let key = self.random.pick(&self.keys).cloned().unwrap_or_default();
                object.insert(key, self.random.pick(&self.values).cloned().unwrap_or_default());
            }
        }
    }

    fn change_array(&mut self, items: &mut Vec<Value>) {
        let at = self.random.below(items.len() + 1);
        match (self.random.below(4), items.get_mut(at)) {
            (0, Some(_)) => drop(items.remove(at)),
            (1, Some(item)) => {
                let again = item.clone();
                items.push(again);
            }
            (2, Some(item)) => self.change(item),
            _ => items.insert(at, self.random.pick(&self.values).cloned().unwrap_or_default()),
        }
    }
}

/// Returns true if a value contains a number beyond the integers that doubles represent exactly.
pub fn has_large_number(value: &Value) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    match value {
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() > LARGEST),
        Value::Array(items) => items.iter().any(has_large_number),
        Value::Object(object) => object.values().any(has_large_number),
        _ => false,
    }
}
