//! The material of mutants: the words of the contract, and payloads to take parts from.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Words and payloads.
#[derive(Debug, Default)]
pub struct Pool {
    /// Every type that a payload or a part of one can have.
    pub types: Vec<String>,
    /// Names of properties.
    pub keys: Vec<String>,
    /// Constants and values of enums.
    pub words: Vec<String>,
    /// Numbers at the bounds of properties, and on both sides of them.
    pub numbers: Vec<Value>,
    /// Payloads that conform.
    pub payloads: Vec<Value>,
    /// Every object in those payloads.
    pub objects: Vec<Map<String, Value>>,
    /// Documents, which need not be JSON.
    pub documents: Vec<Vec<u8>>,
}

impl Pool {
    /// Collects the words of the bundled schemas, and the objects in these payloads.
    pub fn new(bundle: &Value, payloads: Vec<Value>) -> Self {
        let (mut keys, mut words, mut objects) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        collect_words(bundle, &mut keys, &mut words);
        payloads.iter().for_each(|payload| collect_objects(payload, &mut objects));
        let mut bases = BTreeSet::new();
        collect_bases(bundle, &mut bases);
        let defs = bundle["$defs"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
        // `<Type>:closed` is not a type, but one of the two forms of a type.
        let types = defs.filter(|name| !name.contains(':') && !bases.contains(name)).collect();
        let (keys, words) = (keys.into_iter().collect(), words.into_iter().collect());
        let mut numbers = Vec::new();
        collect_bounds(bundle, &mut numbers);
        Self { types, keys, words, numbers, payloads, objects, documents: Vec::new() }
    }
}

fn collect_words(schema: &Value, keys: &mut BTreeSet<String>, words: &mut BTreeSet<String>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        keys.extend(properties.keys().cloned());
    }
    let values = schema.get("enum").and_then(Value::as_array).into_iter().flatten().chain(schema.get("const"));
    words.extend(values.filter_map(Value::as_str).map(str::to_owned));
    match schema {
        Value::Object(object) => object.values().for_each(|part| collect_words(part, keys, words)),
        Value::Array(items) => items.iter().for_each(|part| collect_words(part, keys, words)),
        _ => {}
    }
}

/// Collects the numbers around bounds. The bundle bounds every integer, mostly to those that doubles represent exactly.
fn collect_bounds(schema: &Value, numbers: &mut Vec<Value>) {
    match schema {
        Value::Object(object) => {
            let bounds =
                ["minimum", "exclusiveMinimum", "maximum"].into_iter().filter_map(|key| object.get(key)?.as_f64());
            for bound in bounds {
                let around = [bound, bound - 1.0, bound + 1.0, bound - 0.5, bound + 0.5];
                let new = around.into_iter().map(Value::from).filter(|it| !numbers.contains(it)).collect::<Vec<_>>();
                numbers.extend(new);
            }
            object.values().for_each(|part| collect_bounds(part, numbers));
        }
        Value::Array(items) => items.iter().for_each(|part| collect_bounds(part, numbers)),
        _ => {}
    }
}

/// Collects the base types. Their schemas are open, so that others can extend them. No payload has such a type.
fn collect_bases(schema: &Value, bases: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            let extended = object.get("allOf").and_then(Value::as_array).into_iter().flatten();
            let names = extended.filter_map(|it| it.get("$ref")?.as_str()?.strip_prefix("#/$defs/"));
            bases.extend(names.map(str::to_owned));
            object.values().for_each(|part| collect_bases(part, bases));
        }
        Value::Array(items) => items.iter().for_each(|part| collect_bases(part, bases)),
        _ => {}
    }
}

fn collect_objects(value: &Value, objects: &mut Vec<Map<String, Value>>) {
    match value {
        Value::Object(object) => {
            objects.push(object.clone());
            object.values().for_each(|part| collect_objects(part, objects));
        }
        Value::Array(items) => items.iter().for_each(|part| collect_objects(part, objects)),
        _ => {}
    }
}
