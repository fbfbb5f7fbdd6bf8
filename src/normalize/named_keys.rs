//! Patterns of keys that only list names become properties.
//!
//! ```text
//! {"patternProperties": {"^(get|put)$": …}}  ─▶  {"properties": {"get": …, "put": …}}
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::targets::Targets;
use crate::schema::{Find, JsonFile, Origin, is_asserted, reference};

/// Respells patterns of keys that only list names: a property has a field in every language. What a reference leads to stays.
pub fn respell(file: &mut JsonFile, targets: &Targets) {
    let (path, mut places) = (file.path.clone(), Vec::new());
    file.each_schema_mut(&mut |schema, at| {
        let Some(Value::Object(patterns)) = schema.keyword("patternProperties") else { return };
        let properties = schema.keyword("properties").and_then(Value::as_object);
        let is_known = |name: &str| properties.is_some_and(|known| known.contains_key(name));
        let pointer = |pattern: &str| at.key("patternProperties").key(pattern).pointer();
        let of_names = |(pattern, values): (&String, &Value)| {
            let names = names(pattern).filter(|names| !names.iter().any(|name| is_known(name)))?;
            let is_target = targets.below(&path, &pointer(pattern)).next().is_some();
            (!is_target).then(|| (pattern.clone(), names, values.clone()))
        };
        let all: Vec<_> = patterns.iter().filter_map(of_names).collect();
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        all.iter().flat_map(|(_, names, _)| names).for_each(|name| *count.entry(name.clone()).or_default() += 1);
        for (pattern, names, values) in all {
            if let Some(Value::Object(patterns)) = schema.keyword_mut("patternProperties") {
                patterns.shift_remove(&pattern);
                if patterns.is_empty() {
                    schema.shift_remove("patternProperties");
                }
            }
            let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) else { continue };
            // What would be a type is one for all names, unless more is said of the first one.
            let first = at.key("properties").key(&names[0]).pointer();
            let is_taken = count.get(&names[0]).is_some_and(|count| *count > 1);
            let refer =
                || json!({"$ref": reference::to(&Origin { file: path.clone(), pointer: first.clone() }, &path)});
            for (index, name) in names.iter().enumerate() {
                let own = if index == 0 || is_taken || is_simple(&values) { values.clone() } else { refer() };
                places.push((at.key("properties").key(name).pointer(), pointer(&pattern)));
                match properties.get_mut(name) {
                    // Another pattern can have the same name. Then a value has to fit both.
                    Some(known) => *known = json!({"allOf": [known.take(), own]}),
                    None => drop(properties.insert(name.clone(), own)),
                }
            }
        }
    });
    file.add_respelled(places);
}

/// Returns the names that a pattern lists, in the forms `^a$`, `^(a|b)$` and `^(?:a|b)$`.
fn names(pattern: &str) -> Option<Vec<String>> {
    const MOST: usize = 64;
    let whole = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let listed = match whole.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(group) => group.strip_prefix("?:").unwrap_or(group).split('|').collect(),
        None => vec![whole],
    };
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if listed.len() > MOST || !listed.iter().all(is_name) {
        return None;
    }
    let mut seen = BTreeSet::new();
    Some(listed.into_iter().filter(|name| seen.insert(*name)).map(str::to_owned).collect())
}

/// Returns true for a reference, a scalar, and a schema of any value or of none.
fn is_simple(schema: &Value) -> bool {
    match schema {
        Value::Object(schema) => {
            let names_its_type = |of: &Value| of.as_str().is_some_and(|of| of != "object" && of != "array");
            let is_scalar = schema.keyword("type").is_some_and(names_its_type) && !schema.has("enum");
            let is_alone = || schema.keys().all(|key| key == "$ref" || !is_asserted(key));
            is_alone() || (is_scalar && !["allOf", "anyOf", "oneOf", "not", "if"].iter().any(|key| schema.has(key)))
        }
        schema => schema.is_boolean(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Returns the schema with a property for each name that a pattern lists.
    fn named(schema: &Value) -> Value {
        let mut file = JsonFile::parse("a.schema.json", schema.to_string().into_bytes()).unwrap();
        let targets = Targets::of(std::slice::from_ref(&file));
        respell(&mut file, &targets);
        file.value
    }

    #[test]
    fn a_pattern_that_lists_names_becomes_properties() {
        let (one, other) = (json!({"$ref": "#"}), json!({"type": "string", "minLength": 1}));
        assert_eq!(
            named(&json!({"patternProperties": {"^(?:a|b-c)$": one, "^d_1$": other, "^x-": {}}})),
            json!({"patternProperties": {"^x-": {}}, "properties": {"a": one, "b-c": one, "d_1": other}})
        );
        assert_eq!(
            named(&json!({"patternProperties": {"^(a|b)$": one, "^b$": other}})),
            json!({"properties": {"a": one, "b": {"allOf": [one, other]}}})
        );
        let object = json!({"type": "object"});
        assert_eq!(
            named(&json!({"patternProperties": {"^(a|b)$": object, "^a$": one}})),
            json!({"properties": {"a": {"allOf": [object, one]}, "b": object}})
        );
        assert_eq!(named(&json!({"patternProperties": {"^(a|a)$": object}})), json!({"properties": {"a": object}}));
        for pattern in ["^a|b$", "^a.$", "^(a|)$", "a", "^(a|b)", "^(a)(b)$", "^\\w$"] {
            let written = json!({"patternProperties": {pattern: one}});
            assert_eq!(named(&written), written, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_with_a_known_name_or_one_that_is_referred_to_stays() {
        let known = json!({"properties": {"a": true}, "patternProperties": {"^(a|b)$": {"type": "string"}}});
        assert_eq!(named(&known), known);
        let object = json!({"patternProperties": {"^(a|b)$": {"type": "object"}}});
        let properties = json!({"a": {"type": "object"}, "b": {"$ref": "#/properties/a"}});
        assert_eq!(named(&object), json!({"properties": properties}));
        let target = json!({
            "$ref": "#/patternProperties/%5E(a%7Cb)$", "patternProperties": {"^(a|b)$": {"type": "string"}}
        });
        assert_eq!(named(&target), target);
    }
}
