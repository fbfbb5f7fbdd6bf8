//! The payloads: those of tests/assertions/payloads.json, random mutants of them, and those that the fuzzer found.

#[path = "../../../../tests/fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use heck::ToUpperCamelCase;
use hookwire_codegen::internal::model::StandardFormat;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::corpus;
use crate::random::Random;
use crate::suite::source::{self, Case, Draft};
use crate::vector;
use hookwire_harness::Root;

/// A value that is validated as a type.
pub struct Payload {
    /// The type's name.
    pub of: String,
    pub value: Value,
    /// The expected verdict, from the file or from the code that made the payload.
    pub valid: Option<bool>,
    /// The number of objects around the value, each under the key `next`. The `jsonschema` crate does not terminate on
    /// deep values, because it does not remember the results of references.
    pub levels: usize,
}

impl Display for Payload {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.of, self.value)?;
        if self.levels > 0 { write!(f, " in {} levels", self.levels) } else { Ok(()) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfType {
    valid: Vec<Value>,
    invalid: Vec<Value>,
}

/// Returns the payloads of the file, `count` random mutants, deep payloads, and those of the fuzzer.
pub fn all(root: &Root, seed: u64, count: usize) -> Result<Vec<Payload>, String> {
    let file: BTreeMap<String, OfType> = vector::read_json(&root.path("tests/assertions/payloads.json"))?;
    let mut payloads = Vec::new();
    for (of, OfType { valid, invalid }) in file {
        let expected = valid.into_iter().map(|it| (it, true)).chain(invalid.into_iter().map(|it| (it, false)));
        payloads.extend(expected.map(|(value, valid)| Payload {
            of: of.clone(),
            value,
            valid: Some(valid),
            levels: 0,
        }));
    }
    payloads.extend(formats(root)?);
    let mut hand = Hand::of(seed, &payloads);
    let made: Vec<Payload> = (0..count).filter_map(|_| hand.made(&payloads)).collect();
    payloads.extend(made);
    payloads.extend(deep());
    let types: BTreeSet<String> = payloads.iter().map(|it| it.of.clone()).collect();
    payloads.extend(found(root)?.into_iter().filter(|it| types.contains(&it.of)));
    Ok(payloads)
}

/// Returns the cases of the official test suite about the formats that a set can assert, with its verdicts.
fn formats(root: &Root) -> Result<Vec<Payload>, String> {
    source::install(root)?;
    let mut payloads = Vec::new();
    for name in StandardFormat::ALL.map(StandardFormat::name) {
        let cases = source::cases_of_format(root, Draft::Newest, name)?;
        let of = format!("{}Format", name.to_upper_camel_case());
        payloads.extend(cases.into_iter().map(|Case { data: value, valid }| Payload {
            of: of.clone(),
            value,
            valid: Some(valid),
            levels: 0,
        }));
    }
    Ok(payloads)
}

/// Returns the payloads in the fuzz corpus. An input is a bundle of files, each named after its type.
fn found(root: &Root) -> Result<Vec<Payload>, String> {
    let mut found = Vec::new();
    for bytes in corpus::read(&root.path("tests/fuzz/corpus/assertions.jsonl"))? {
        for (of, text) in bundle::files(&String::from_utf8_lossy(&bytes)) {
            // `deep` makes the deep payloads, with their expected verdicts.
            let value = serde_json::from_str(text).ok().filter(|value| !is_deep(value, LEVELS));
            found.extend(value.map(|value| Payload { of: of.to_owned(), value, valid: None, levels: 0 }));
        }
    }
    Ok(found)
}

/// The maximum depth of a fuzz payload. The `jsonschema` crate does not terminate on deeper ones: where two references
/// lead to a value, it checks the value twice.
const LEVELS: usize = 8;

/// Returns true if a value has more than `levels` levels of objects and arrays.
fn is_deep(value: &Value, levels: usize) -> bool {
    let inside = |inner: &Value| levels == 0 || is_deep(inner, levels - 1);
    match value {
        Value::Array(items) => items.iter().any(inside),
        Value::Object(object) => object.values().any(inside),
        _ => false,
    }
}

/// Returns payloads at the depth limit, one level beyond it, and far beyond it. Their types refer to themselves in two
/// ways, or through a long chain of references.
fn deep() -> Vec<Payload> {
    /// The depth limit. Beyond it, validators report nothing else.
    const MOST: usize = 128;
    let made = |of: &str, levels: usize, (end, valid): (Value, bool)| Payload {
        of: of.to_owned(),
        value: end,
        valid: Some(valid && levels <= MOST),
        levels,
    };
    let ends = || [(json!("a"), true), (json!(5), false)];
    let cases = ["Chain", "Link1"].into_iter().flat_map(|of| [MOST, MOST + 1, 1_000].map(|levels| (of, levels)));
    cases.flat_map(|(of, levels)| ends().map(|end| made(of, levels, end))).collect()
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

/// Changes payloads: replaces values by those of other payloads, and adds or removes keys and items.
struct Hand {
    random: Random,
    values: Vec<Value>,
    keys: Vec<String>,
}

impl Hand {
    fn of(seed: u64, payloads: &[Payload]) -> Self {
        let mut hand = Self { random: Random::new(seed), values: vec![json!(1e300), json!(-7)], keys: Vec::new() };
        payloads.iter().for_each(|payload| hand.take(&payload.value));
        hand
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

    fn made(&mut self, payloads: &[Payload]) -> Option<Payload> {
        let Payload { of, value, .. } = self.random.pick(payloads)?;
        let mut value = value.clone();
        for _ in 0..=self.random.below(3) {
            self.change(&mut value);
        }
        Some(Payload { of: of.clone(), value, valid: None, levels: 0 })
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
