//! Makes values that a schema describes.
//!
//! A sample follows the keywords of its schema and is usually valid, but need not be: another validator decides. It also
//! uses the values that the schema has as examples and defaults.

use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::{Map, Value, json};

use super::documents::{Documents, Node};
use crate::random::Random;

/// References and levels below which a sample has only required keys.
const FULL: usize = 4;
/// References and levels below which a sample ends, valid or not. Few, because the time that validators need can double
/// with each level.
const DEEPEST: usize = 12;
/// The number of values in a sample above which the rest of it has only required keys. A type with 300 keys that hold the type
/// again would have samples of many megabytes.
const LARGEST: usize = 2000;

/// Makes samples of the schemas of a set.
pub struct Samples<'a> {
    documents: &'a Documents,
    random: Random,
    /// The number of values in the sample so far.
    size: usize,
}

impl<'a> Samples<'a> {
    /// Creates a maker of samples. The same seed makes the same ones.
    pub fn new(documents: &'a Documents, seed: u64) -> Self {
        Self { documents, random: Random::new(seed), size: 0 }
    }

    /// Returns a value for a schema.
    pub fn sample(&mut self, of: Node<'a>) -> Value {
        self.size = 0;
        self.value(of, 0)
    }

    /// Returns true if a value has only the required keys.
    fn is_short(&self, depth: usize) -> bool {
        depth > FULL || self.size > LARGEST
    }

    fn value(&mut self, of: Node<'a>, depth: usize) -> Value {
        let Value::Object(schema) = of.schema else { return self.plain() };
        self.size += 1;
        if depth > DEEPEST {
            return Value::Null;
        }
        if self.random.one_in(6) {
            let examples = schema.get("examples").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            if let Some(value) = self.random.pick(examples).or(schema.get("default")) {
                return value.clone();
            }
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(value) = schema.get("enum").and_then(Value::as_array).and_then(|all| self.random.pick(all)) {
            return value.clone();
        }
        let mut value = self.of_type(of, schema, depth);
        for part in self.parts(of, schema) {
            let part = self.value(part, depth + 1);
            value = Some(value.map_or(part.clone(), |value| merged(value, part)));
        }
        value.unwrap_or_else(|| self.plain())
    }

    /// Returns the schemas that a value has to be valid for as well: those of references and all parts, and one branch
    /// of each union.
    fn parts(&mut self, of: Node<'a>, schema: &'a Map<String, Value>) -> Vec<Node<'a>> {
        let mut parts = Vec::new();
        let reference = schema.get("$ref").and_then(Value::as_str);
        parts.extend(reference.and_then(|reference| self.documents.resolve(of, reference)));
        let list = |key: &str| schema.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        parts.extend(list("allOf").iter().map(|schema| of.part(schema)));
        for key in ["anyOf", "oneOf"] {
            parts.extend(self.random.pick(list(key)).map(|schema| of.part(schema)));
        }
        if schema.contains_key("if") {
            let keys = if self.random.one_in(2) { ["if", "then"] } else { ["else", "else"] };
            parts.extend(keys.iter().filter_map(|key| schema.get(*key)).map(|schema| of.part(schema)));
        }
        parts
    }

    /// Returns a value of the schema's own type, if its keywords say one.
    fn of_type(&mut self, of: Node<'a>, schema: &'a Map<String, Value>, depth: usize) -> Option<Value> {
        let has = |keys: &[&str]| keys.iter().any(|key| schema.contains_key(*key));
        let named = match schema.get("type") {
            Some(Value::Array(all)) => self.random.pick(all).and_then(Value::as_str),
            other => other.and_then(Value::as_str),
        };
        let kind = named.or_else(|| match () {
            () if has(&["properties", "required", "additionalProperties", "patternProperties"]) => Some("object"),
            () if has(&["items", "prefixItems", "contains"]) => Some("array"),
            () if has(&["pattern", "minLength", "maxLength", "format"]) => Some("string"),
            () if has(&["minimum", "maximum"]) => Some("number"),
            () => None,
        })?;
        Some(match kind {
            "object" => self.object(of, schema, depth),
            "array" => self.array(of, schema, depth),
            "string" => self.string(schema).into(),
            "integer" => self.number(schema, true),
            "number" => self.number(schema, false),
            "boolean" => self.random.one_in(2).into(),
            _ => Value::Null,
        })
    }

    fn object(&mut self, of: Node<'a>, schema: &'a Map<String, Value>, depth: usize) -> Value {
        let map = |key: &str| schema.get(key).and_then(Value::as_object);
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        let share = if self.is_short(depth) { 0 } else { 1 + self.random.below(3) };
        for (key, schema) in map("properties").into_iter().flatten() {
            if required.contains(&key.as_str()) || self.random.below(4) < share {
                object.insert(key.clone(), self.value(of.part(schema), depth + 1));
            }
        }
        for key in required {
            if !object.contains_key(key) {
                object.insert(key.to_owned(), self.plain());
            }
        }
        if !self.is_short(depth) && self.random.one_in(2) {
            for (pattern, schema) in map("patternProperties").into_iter().flatten() {
                object.insert(self.matching(pattern), self.value(of.part(schema), depth + 1));
            }
            if let Some(schema @ Value::Object(_)) = schema.get("additionalProperties") {
                let names = schema.get("propertyNames").and_then(|names| names.get("pattern")?.as_str());
                let key = names.map_or("more".to_owned(), |pattern| self.matching(pattern));
                object.insert(key, self.value(of.part(schema), depth + 1));
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, of: Node<'a>, schema: &'a Map<String, Value>, depth: usize) -> Value {
        let count = |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|it| usize::try_from(it).ok());
        let least = count("minItems").unwrap_or(0).min(8);
        let most = count("maxItems").unwrap_or(usize::MAX);
        let extra = if self.is_short(depth) { 0 } else { self.random.below(3) };
        let first = schema.get("prefixItems").or(schema.get("items").filter(|it| it.is_array()));
        let first = first.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let rest = schema.get("items").filter(|it| !it.is_array()).or(schema.get("additionalItems"));
        let length = (least + extra).max(first.len()).min(most);
        let schemas = (0..length).map(|at| first.get(at).or(rest));
        let items = schemas.map(|schema| schema.map_or(json!("item"), |schema| self.value(of.part(schema), depth + 1)));
        Value::Array(items.collect())
    }

    fn string(&mut self, schema: &Map<String, Value>) -> String {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        let count = |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|it| usize::try_from(it).ok());
        let made = match (text("pattern"), text("format")) {
            (Some(pattern), _) => self.matching(pattern),
            (None, Some(format)) => formatted(format).to_owned(),
            (None, None) => {
                self.random.pick(&["a", "lamp", "", "two words", "ä😀"]).map_or(String::new(), |it| (*it).to_owned())
            }
        };
        let missing = count("minLength").unwrap_or(0).min(64).saturating_sub(made.chars().count());
        let long = format!("{made}{}", "x".repeat(missing));
        long.chars().take(count("maxLength").unwrap_or(usize::MAX)).collect()
    }

    fn number(&mut self, schema: &Map<String, Value>, whole: bool) -> Value {
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        let low = bound("minimum").or(bound("exclusiveMinimum").map(|it| it + 1.0));
        let high = bound("maximum").or(bound("exclusiveMaximum").map(|it| it - 1.0));
        let step = bound("multipleOf").unwrap_or(1.0);
        let start = low.or(high.map(|high| high - 3.0)).unwrap_or(0.0);
        let value = (start / step).ceil() * step + step * self.random.below(4) as f64;
        let value = high.map_or(value, |high| value.min(high));
        match (whole, self.random.below(24)) {
            // The first integer that a double cannot tell from its neighbour.
            (_, 0) => json!(9_007_199_254_740_993_i64),
            (false, 1..8) => json!(value + 0.5),
            _ if value.fract() == 0.0 && value.abs() < 9e15 => json!(value as i64),
            _ => json!(value),
        }
    }

    /// Returns a string that matches a pattern, if its syntax is known here.
    fn matching(&mut self, pattern: &str) -> String {
        let mut text = String::new();
        if let Ok(parsed) = regex_syntax::ParserBuilder::new().unicode(true).utf8(false).build().parse(pattern) {
            self.write(&parsed, &mut text);
        }
        text
    }

    fn write(&mut self, part: &Hir, text: &mut String) {
        match part.kind() {
            HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
            HirKind::Class(class) => text.extend(self.letter(class)),
            HirKind::Repetition(repeated) => {
                let most = repeated.max.unwrap_or(u32::MAX).min(repeated.min.saturating_add(2));
                let times = repeated.min as usize + self.random.below((most - repeated.min) as usize + 1);
                (0..times.min(64)).for_each(|_| self.write(&repeated.sub, text));
            }
            HirKind::Capture(group) => self.write(&group.sub, text),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.write(part, text)),
            HirKind::Alternation(parts) => {
                if let Some(part) = self.random.pick(parts) {
                    self.write(part, text);
                }
            }
            HirKind::Empty | HirKind::Look(_) => {}
        }
    }

    fn letter(&mut self, class: &Class) -> Option<char> {
        let ranges: Vec<(u32, u32)> = match class {
            Class::Unicode(class) => class.iter().map(|it| (it.start().into(), it.end().into())).collect(),
            Class::Bytes(class) => class.iter().map(|it| (it.start().into(), it.end().into())).collect(),
        };
        // A usual letter, if there is one: most of the others are control characters.
        let usual =
            "a0Z-_. ".chars().find(|it| ranges.iter().any(|(low, high)| (*low..=*high).contains(&u32::from(*it))));
        let (low, high) = *self.random.pick(&ranges)?;
        let any = char::from_u32(low + self.random.below((high - low) as usize + 1) as u32);
        if self.random.one_in(2) { any } else { usual.or(any) }
    }

    fn plain(&mut self) -> Value {
        let values = [json!("any"), json!(1), json!({"key": "value"}), json!([1, "two"]), json!(true), Value::Null];
        self.random.pick(&values).cloned().unwrap_or_default()
    }
}

/// Returns a string of a format.
fn formatted(format: &str) -> &'static str {
    match format {
        "date-time" => "2026-01-31T12:30:00Z",
        "date" => "2026-01-31",
        "time" => "12:30:00Z",
        "email" => "lamp@example.org",
        "uuid" => "0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "regex" => "^a+$",
        "uri-reference" => "lamps/1",
        _ => "https://example.org/lamps",
    }
}

/// Returns an object with the keys of both, or the second value.
fn merged(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (key, value) in other {
                let both = one.remove(&key).map_or(value.clone(), |own| merged(own, value));
                one.insert(key, both);
            }
            Value::Object(one)
        }
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(schema: &Value) -> Vec<Value> {
        let documents = Documents::of_one(schema.clone());
        let mut samples = Samples::new(&documents, 1);
        (0..200).filter_map(|_| documents.node("a.json", "").map(|node| samples.sample(node))).collect()
    }

    #[test]
    fn most_samples_are_valid() {
        let schema = json!({
            "$defs": {"name": {"type": "string", "pattern": "^[a-z]{2,4}-(one|two)$", "minLength": 4}},
            "type": "object",
            "properties": {
                "name": {"$ref": "#/$defs/name"},
                "size": {"type": "integer", "minimum": 3, "maximum": 5},
                "on": {"oneOf": [{"const": "yes"}, {"type": "array", "items": {"enum": [1, 2]}, "minItems": 1}]},
            },
            "required": ["name", "on"],
            "additionalProperties": false,
        });
        let made = samples(&schema);
        let valid = made.iter().filter(|it| jsonschema::is_valid(&schema, it)).count();
        assert!(valid > 150 && valid < made.len(), "{valid} of {} are valid", made.len());
    }

    #[test]
    fn a_schema_that_always_refers_to_itself_ends() {
        let schema = json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]});
        assert_eq!(samples(&schema).len(), 200);
    }
}
