//! Regular expressions that not every language decides alike. They are spelled in another way, or they are left out. In a
//! condition (`not`, `if`), and in what one refers to, they stay, and are an error later.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::counted::Counted;
use super::targets::Targets;
use crate::diagnostic::{Code, Diagnostic};
use crate::regex::{self, Condition};
use crate::schema::{At, JsonFile, Origin, is_asserted, reference};
use crate::set::LintLevel;

/// Respells the patterns of a file. Those for which there is no other spelling are left out and reported, at the level of the lint
/// `pattern`. Where it is denied, every pattern stays, and is an error later. `in_conditions` are the schemas that a condition
/// refers to. Returns the schemas of the patterns that are left out.
pub fn respell(
    file: &mut JsonFile,
    level: LintLevel,
    targets: &Targets,
    in_conditions: &BTreeSet<Origin>,
    found: &mut Counted,
) -> Vec<Origin> {
    if level == LintLevel::Deny {
        return Vec::new();
    }
    let (mut left_out, mut loosened, path) = (Vec::new(), Vec::new(), file.path.clone());
    file.each_schema_mut(&mut |schema, at| {
        let has_pattern = ["pattern", "patternProperties"].iter().any(|key| schema.contains_key(*key));
        let here = || Origin { file: path.clone(), pointer: at.pointer() };
        // Without a pattern, a condition would hold for more values, and so refuse some that the schema accepts.
        let is_condition = || {
            at.keys().any(|key| matches!(key, "not" | "if")) || in_conditions.iter().any(|outer| here().is_in(outer))
        };
        if !has_pattern || is_condition() {
            return;
        }
        let before = left_out.len();
        if let Some((pattern, why)) = value_pattern(schema) {
            let pointer = at.key("pattern").pointer();
            left_out.push((pointer, format!("the pattern `{pattern}` is not checked"), why));
        }
        for (pattern, why) in key_patterns(schema, at, &path, targets) {
            let pointer = at.key("patternProperties").key(&pattern).pointer();
            left_out.push((pointer, format!("the pattern `{pattern}` of keys is not checked"), why));
        }
        loosened.extend((left_out.len() > before).then(here));
    });
    for (pointer, message, why) in left_out.into_iter().filter(|_| level == LintLevel::Warn) {
        let finding = || Diagnostic::warning(Code::Pattern, &*message).because(why).instead(ADVICE);
        found.add(&message, finding, || file.place(&pointer));
    }
    loosened
}

const ADVICE: &str = "write it without look-around, references to groups, `\\p`, flags and large repetitions, or set `pattern = \"allow\"` in \
                      `[lints]`";

/// Respells the pattern of a schema, or takes it out and returns it, with the reason.
fn value_pattern(schema: &mut Map<String, Value>) -> Option<(String, String)> {
    let Some(Value::String(pattern)) = schema.get("pattern") else { return None };
    let why = regex::check(pattern).err()?;
    let pattern = pattern.clone();
    if let Some(other) = spelled_out(&pattern) {
        schema.insert("pattern".to_owned(), Value::String(other));
        return None;
    }
    schema.shift_remove("pattern");
    let Some(conditions) = regex::conditions(&pattern) else {
        return Some((pattern, format!("{why}; the packages accept any string here")));
    };
    for (key, value) in as_keywords(conditions) {
        if schema.contains_key(key) {
            if let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([])) {
                parts.push(json!({key: value}));
            }
        } else {
            schema.insert(key.to_owned(), value);
        }
    }
    None
}

/// Returns the keywords for these conditions: `pattern`, and `not` with the strings that are refused.
fn as_keywords(conditions: Vec<Condition>) -> Vec<(&'static str, Value)> {
    let (mut all, mut refused) = (Vec::new(), Vec::new());
    for Condition { pattern, is_refused } in conditions.into_iter().rev() {
        match is_refused {
            true => refused.push(json!({"pattern": pattern})),
            false if all.is_empty() => all.push(("pattern", Value::String(pattern))),
            false => refused.push(json!({"not": {"pattern": pattern}})),
        }
    }
    refused.reverse();
    if !refused.is_empty() {
        // A pattern accepts whatever is not a string, so only strings are refused.
        all.push(("not", json!({"type": "string", "anyOf": refused})));
    }
    all
}

/// Respells the patterns of keys, or takes them out and returns them, with the reasons. A key with such a pattern can then be any
/// that the schema does not name, and its value as the pattern or `additionalProperties` says. What a reference leads to stays.
fn key_patterns(schema: &mut Map<String, Value>, at: At<'_>, path: &str, targets: &Targets) -> Vec<(String, String)> {
    let Some(Value::Object(written)) = schema.get("patternProperties") else { return Vec::new() };
    let is_referred_to = |pointer: &str| targets.below(path, pointer).next().is_some();
    let is_fixed = |pattern: &str| is_referred_to(&at.key("patternProperties").key(pattern).pointer());
    if written.keys().all(|pattern| regex::check(pattern).is_ok() || is_fixed(pattern))
        || is_referred_to(&at.key("additionalProperties").pointer())
    {
        return Vec::new();
    }
    let (mut kept, mut values, mut left_out) = (Map::new(), Vec::new(), Vec::new());
    for (pattern, value) in written.clone() {
        match (regex::check(&pattern), spelled_out(&pattern)) {
            (Err(_), Some(other)) if !is_fixed(&pattern) => drop(kept.insert(other, value)),
            (Err(why), None) if !is_fixed(&pattern) => {
                left_out.push((pattern, format!("{why}; the packages accept any key here")));
                values.push(value);
            }
            _ => drop(kept.insert(pattern, value)),
        }
    }
    if kept.is_empty() {
        schema.shift_remove("patternProperties");
    } else {
        schema.insert("patternProperties".to_owned(), Value::Object(kept));
    }
    if !values.is_empty() {
        let rest = any_of(values, schema.get("additionalProperties").unwrap_or(&Value::Bool(true)));
        schema.insert("additionalProperties".to_owned(), rest);
    }
    left_out
}

/// Returns the schema for the value at a key that these schemas or the other one are for.
fn any_of(mut schemas: Vec<Value>, other: &Value) -> Value {
    match other {
        Value::Bool(true) => return other.clone(),
        Value::Bool(false) => {}
        _ => schemas.push(other.clone()),
    }
    let mut different: Vec<Value> = Vec::new();
    for schema in schemas {
        if !different.contains(&schema) {
            different.push(schema);
        }
    }
    match different.len() {
        1 => different.remove(0),
        _ => json!({"anyOf": different}),
    }
}

/// Spells out the control characters of a pattern that nothing else keeps from being read alike in every language.
fn spelled_out(pattern: &str) -> Option<String> {
    const NAME: &str = "\\p{Cc}";
    const CHARACTERS: &str = "\\x00-\\x1f\\x7f-\\x9f";
    if !pattern.contains(NAME) || regex::check(pattern).is_ok() {
        return None;
    }
    let (mut other, mut rest, mut is_in_class) = (String::new(), pattern, false);
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(NAME) {
            other.push_str(&if is_in_class { CHARACTERS.to_owned() } else { format!("[{CHARACTERS}]") });
            rest = after;
            continue;
        }
        let length =
            if c == '\\' { c.len_utf8() + rest.chars().nth(1).map_or(0, char::len_utf8) } else { c.len_utf8() };
        is_in_class = if is_in_class { c != ']' } else { c == '[' };
        other.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    Some(other).filter(|other| regex::check(other).is_ok())
}

/// Respells patterns of keys that only list names: a property has a field in every language. What a reference leads to stays.
pub fn name_properties(file: &mut JsonFile, targets: &Targets) {
    let (path, mut places) = (file.path.clone(), Vec::new());
    file.each_schema_mut(&mut |schema, at| {
        let Some(Value::Object(patterns)) = schema.get("patternProperties") else { return };
        let properties = schema.get("properties").and_then(Value::as_object);
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
            if let Some(Value::Object(patterns)) = schema.get_mut("patternProperties") {
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
    (listed.len() <= MOST && listed.iter().all(is_name)).then(|| listed.into_iter().map(str::to_owned).collect())
}

/// Returns true for a reference, a scalar, and a schema of any value or of none.
fn is_simple(schema: &Value) -> bool {
    match schema {
        Value::Object(schema) => {
            let names_its_type = |of: &Value| of.as_str().is_some_and(|of| of != "object" && of != "array");
            let is_scalar = schema.get("type").is_some_and(names_its_type) && !schema.contains_key("enum");
            let is_alone = || schema.keys().all(|key| key == "$ref" || !is_asserted(key));
            is_alone()
                || (is_scalar && !["allOf", "anyOf", "oneOf", "not", "if"].iter().any(|key| schema.contains_key(*key)))
        }
        schema => schema.is_boolean(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(
            spelled_out(r"^[^\s\p{Cc}]+\p{Cc}$").as_deref(),
            Some(r"^[^\s\x00-\x1f\x7f-\x9f]+[\x00-\x1f\x7f-\x9f]$")
        );
        assert_eq!(spelled_out(r"^\p{Lu}"), None);
    }

    /// Returns the schema after the step, and the number of patterns that it leaves out.
    fn respelled(schema: &Value) -> (Value, usize) {
        let text = schema.to_string().into_bytes();
        let mut file = JsonFile::parse("a.schema.json", text).unwrap();
        let mut found = Counted::default();
        let targets = Targets::of(std::slice::from_ref(&file));
        respell(&mut file, LintLevel::Warn, &targets, &BTreeSet::new(), &mut found);
        (file.value, found.reported().0.len())
    }

    #[test]
    fn look_ahead_at_the_start_refuses_strings() {
        let refused = json!({"type": "string", "anyOf": [{"pattern": "^(?:a)"}]});
        assert_eq!(respelled(&json!({"pattern": "^(?!a)b"})), (json!({"pattern": "^b", "not": refused}), 0));
        let several = json!([{"pattern": "^(?:a)"}, {"not": {"pattern": "^(?:b)"}}]);
        let becomes = json!({"pattern": "^c", "not": {"type": "string", "anyOf": several}});
        assert_eq!(respelled(&json!({"pattern": "^(?!a)(?=b)c"})), (becomes, 0));
        let written = json!({"pattern": "^(?!a)", "not": {"const": 1}});
        let parts = json!([{"not": refused}]);
        assert_eq!(respelled(&written), (json!({"not": {"const": 1}, "allOf": parts}), 0));
    }

    #[test]
    fn other_patterns_of_strings_are_left_out() {
        let written = json!({"type": "string", "pattern": r"^\p{L}", "not": {"pattern": "a"}});
        assert_eq!(respelled(&written), (json!({"type": "string", "not": {"pattern": "a"}}), 1));
    }

    /// Returns the schema with a property for each name that a pattern lists.
    fn named(schema: &Value) -> Value {
        let mut file = JsonFile::parse("a.schema.json", schema.to_string().into_bytes()).unwrap();
        let targets = Targets::of(std::slice::from_ref(&file));
        name_properties(&mut file, &targets);
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

    #[test]
    fn a_pattern_of_a_condition_stays() {
        let written = json!({"type": "string", "not": {"pattern": r"^\p{L}"}});
        assert_eq!(respelled(&written), (written, 0));
    }

    #[test]
    fn values_of_keys_whose_pattern_is_left_out_are_as_it_or_the_rest_says() {
        let numbers = json!({"type": "number"});
        let with =
            |rest: Value| json!({"patternProperties": {"(?!a)b": numbers, "c": {}}, "additionalProperties": rest});
        let after = |rest: Value| json!({"patternProperties": {"c": {}}, "additionalProperties": rest});
        let either = json!({"anyOf": [numbers, {"type": "string"}]});
        for (rest, becomes) in [
            (json!(false), numbers.clone()),
            (json!(true), json!(true)),
            (numbers.clone(), numbers.clone()),
            (json!({"type": "string"}), either),
        ] {
            assert_eq!(respelled(&with(rest)), (after(becomes), 1));
        }
        let written = json!({"patternProperties": {"(?!a)b": numbers}});
        assert_eq!(respelled(&written), (json!({"additionalProperties": true}), 1));
    }
}
