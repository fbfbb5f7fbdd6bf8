//! Mutates JSON inputs so that they stay JSON. Random bytes seldom are, and then only test the parser.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::bundle;

/// Keys and strings with a meaning in the inputs.
const WORDS: &[&str] = &[
    "$ref",
    "$defs",
    "definitions",
    "$id",
    "$schema",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "patternProperties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "default",
    "examples",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "exclusiveMaximum",
    "multipleOf",
    "contains",
    "minContains",
    "maxContains",
    "additionalItems",
    "unevaluatedItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "^a",
    "[^b]$",
    "x-values",
    "x-rule",
    "x-message",
    "x-severity",
    "x-since",
    "x-variant",
    "x-keyed",
    "x-direction",
    "object",
    "array",
    "string",
    "integer",
    "null",
    "A",
    "B",
    "kind",
    "#",
    "#/$defs/A",
    "a.schema.json",
    "",
    "__proto__",
    "type",
    "self",
    "*/",
    "\"\"\"",
    "{{",
    "\u{202e}",
    "hookEventName",
    "always",
    "channel",
    "frequency",
    "from",
    "label",
    "labels",
    "left",
    "list",
    "mayday",
    "n_a",
    "name",
    "next",
    "other_s",
    "others",
    "owner",
    "port",
    "radio",
    "readings",
    "right",
    "tags",
    "to",
    "tree",
    "unit",
    "up",
    "value",
    "x-y",
];

/// Changes one file of the bundle. Returns `None` if it is not JSON, and sometimes at random, so that bytes are
/// changed.
pub fn mutate(data: &[u8], seed: u32) -> Option<String> {
    let mut rng = Rng::with_seed(u64::from(seed));
    let text = str::from_utf8(data).ok()?;
    let mut files: Vec<(&str, String)> =
        bundle::files(text).into_iter().map(|(path, text)| (path, text.to_owned())).collect();
    let at = rng.usize(..files.len());
    if rng.u8(..) < 24 {
        return None;
    }
    let mut value: Value = serde_json::from_str(&files[at].1).ok()?;
    let donor = value.clone();
    for _ in 0..rng.usize(1..4) {
        change(&mut value, &donor, &mut rng);
    }
    files[at].1 = serde_json::to_string(&value).ok()?;
    Some(bundle::bundled(&files))
}

/// Replaces the input with the mutant, if it fits.
pub fn put(mutant: &str, data: &mut [u8], max_size: usize) -> Option<usize> {
    let size = mutant.len();
    (size <= max_size).then(|| {
        data[..size].copy_from_slice(mutant.as_bytes());
        size
    })
}

/// Changes one value in this one.
fn change(value: &mut Value, donor: &Value, rng: &mut Rng) {
    let goes_down = rng.u8(..) < 200;
    match value {
        Value::Object(object) if goes_down && !object.is_empty() => {
            let at = rng.usize(..object.len());
            if rng.u8(..) < 60 {
                change_keys(object, at, donor, rng);
            } else if let Some((_, inner)) = object.iter_mut().nth(at) {
                change(inner, donor, rng);
            }
        }
        Value::Array(items) if goes_down && !items.is_empty() => {
            let at = rng.usize(..items.len());
            match rng.u8(..8) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => change(&mut items[at], donor, rng),
            }
        }
        other => *other = new(other, donor, rng),
    }
}

fn change_keys(object: &mut Map<String, Value>, at: usize, donor: &Value, rng: &mut Rng) {
    let Some(key) = object.keys().nth(at).cloned() else { return };
    match rng.u8(..3) {
        0 => drop(object.shift_remove(&key)),
        1 => drop(object.insert(word(rng), part(donor, rng).clone())),
        _ => {
            let value = object.shift_remove(&key).unwrap_or_default();
            object.insert(word(rng), value);
        }
    }
}

fn word(rng: &mut Rng) -> String {
    WORDS[rng.usize(..WORDS.len())].to_owned()
}

/// Returns a random value from inside of this one.
fn part<'a>(value: &'a Value, rng: &mut Rng) -> &'a Value {
    let inner = match value {
        _ if rng.u8(..) < 60 => None,
        Value::Object(object) if !object.is_empty() => object.values().nth(rng.usize(..object.len())),
        Value::Array(items) if !items.is_empty() => items.get(rng.usize(..items.len())),
        _ => None,
    };
    inner.map_or(value, |inner| part(inner, rng))
}

fn new(old: &Value, donor: &Value, rng: &mut Rng) -> Value {
    match (rng.u8(..12), old) {
        (0, _) => Value::Null,
        (1, _) => json!(rng.bool()),
        (2, _) => json!([0.0, -0.0, 1e308, -1.5, 9_007_199_254_740_993.0, 5e-324][rng.usize(..6)]),
        (3, _) => json!([0, 1, -1, 2, 128, i64::MAX][rng.usize(..6)]),
        (4, _) => json!([old]),
        (5, _) => json!({ word(rng): old }),
        (6, Value::String(text)) => json!(format!("{text}{}", word(rng))),
        (7, _) => json!({}),
        (8, _) => json!([]),
        (9 | 10, _) => part(donor, rng).clone(),
        _ => json!(word(rng)),
    }
}
