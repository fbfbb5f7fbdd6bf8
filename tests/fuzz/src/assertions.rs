//! Passes any payload to the validators of a set with assertions that no type can express. Nothing may panic, and the
//! verdicts must be those of JSON Schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;
use stations::problems::Problem;
use stations::read::from_value;
use stations::validate::{Target, parse, validate};
use stations::{Context, Station};

use super::bundle;

/// Passes each file of a bundle to the validator of the type that it is named after; a file with another name is passed
/// to all of them.
///
/// # Panics
/// A function of the crate panics, or its verdict differs from that of JSON Schema.
pub fn assertions(data: &[u8]) {
    thread_local!(static TYPES: BTreeMap<String, Validator> = types());
    let Ok(text) = str::from_utf8(data) else { return };
    TYPES.with(|types| {
        for (name, payload) in bundle::files(text) {
            let Ok(payload) = serde_json::from_str::<Value>(payload) else { continue };
            let is_meant = |of: &&String| *of == name || !types.contains_key(name);
            types.keys().filter(is_meant).for_each(|of| validated(&payload, of, &types[of]));
            typed(&payload);
        }
    });
}

/// Returns the types of the set, with a JSON Schema validator for each. The step
/// `assertions` of the tests has rendered the schemas and the crate.
fn types() -> BTreeMap<String, Validator> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/assertions/schemas");
    let mut types = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the schemas are rendered") {
        let path = entry.expect("a schema").path();
        let name = path.file_name().and_then(|it| it.to_str()?.strip_suffix(".schema.json"));
        let Some(name) = name.filter(|it| Target::named(it).is_ok()) else { continue };
        let text = fs::read_to_string(&path).expect("a schema");
        // Other validators decide formats in their own ways. The step compares them with the official test suite.
        if text.contains("\"format\"") {
            continue;
        }
        let schema = serde_json::from_str(&text).expect("JSON");
        types.insert(name.to_owned(), jsonschema::validator_for(&schema).expect("a schema can be compiled"));
    }
    assert!(types.len() >= 20, "only {} types", types.len());
    types
}

fn validated(payload: &Value, of: &str, schema: &Validator) {
    let problems = validate(payload, &Target::named(of).expect("a type of the set"), &Context::new());
    reported(&problems, payload);
    if is_comparable(payload, LEVELS) {
        assert_eq!(problems.is_empty(), schema.is_valid(payload), "{payload} as {of}: {problems:?}");
    }
}

/// Checks that a type reads what its validator accepts.
fn typed(payload: &Value) {
    let problems = validate(payload, &Target::named("Station").expect("a type of the set"), &Context::new());
    assert_eq!(parse::<Station>(payload).is_ok(), problems.is_empty(), "{payload}: {problems:?}");
    let read = from_value::<Station>(payload.clone());
    assert!(read.is_ok() || !problems.is_empty(), "{payload}: {:?}", read.err());
}

/// The maximum depth of payloads. Deeper ones take the `jsonschema` crate too long, because it repeats shared work.
const LEVELS: usize = 8;

/// Returns true if the `jsonschema` crate can check the value: it does not treat large numbers as doubles.
fn is_comparable(value: &Value, levels: usize) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let is_inside = |inner: &Value| levels > 0 && is_comparable(inner, levels - 1);
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number.abs() <= LARGEST),
        Value::Array(items) => items.iter().all(is_inside),
        Value::Object(object) => object.values().all(is_inside),
        _ => true,
    }
}

/// Checks that problems are in order, unique for each place and code, and point to a value or a key of an object.
fn reported(problems: &[Problem], payload: &Value) {
    let keys: Vec<_> = problems.iter().map(|it| (it.severity, it.pointer.as_str(), it.code.as_str())).collect();
    assert!(keys.is_sorted(), "not in order: {keys:?}");
    let places: BTreeSet<_> = keys.iter().map(|(_, pointer, code)| (pointer, code)).collect();
    assert_eq!(places.len(), keys.len(), "not unique: {keys:?}");
    for problem in problems {
        assert!(!problem.message.is_empty(), "{problem:?}");
        assert!(leads_somewhere(&problem.pointer, payload), "{problem:?} leads nowhere in {payload}");
    }
}

fn leads_somewhere(pointer: &str, payload: &Value) -> bool {
    let is_object = |parent: &str| payload.pointer(parent).is_some_and(Value::is_object);
    payload.pointer(pointer).is_some() || pointer.rsplit_once('/').is_some_and(|(parent, _)| is_object(parent))
}
