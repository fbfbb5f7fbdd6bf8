//! The payloads: those of tests/assertions/payloads.json, random mutants of them, and those that the fuzzer found.

#[path = "../../../../tests/fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use heck::ToUpperCamelCase;
use hookwire_codegen::internal::model::StandardFormat;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::corpus;
use crate::mutator::Mutator;
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
    let mut mutator = Mutator::new(seed, payloads.iter().map(|payload| &payload.value));
    let made: Vec<Payload> = (0..count).filter_map(|_| made(&mut mutator, &payloads)).collect();
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
    for name in StandardFormat::ALL.map(StandardFormat::published) {
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

/// Returns a mutant of one of the payloads.
fn made(mutator: &mut Mutator, payloads: &[Payload]) -> Option<Payload> {
    let Payload { of, value, .. } = mutator.pick(payloads)?;
    Some(Payload { of: of.clone(), value: mutator.changed(value), valid: None, levels: 0 })
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
