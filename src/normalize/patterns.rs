//! Regular expressions that not every language decides alike. They are spelled in another way, or they are left out. In a
//! condition (`not`, `if`), and in what one refers to, they stay, and are an error later.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::counted::Counted;
use super::targets::Targets;
use crate::diagnostic::{Code, Diagnostic};
use crate::regex::{self, Condition};
use crate::schema::{At, Find, JsonFile, Origin};
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
        let has_pattern = ["pattern", "patternProperties"].iter().any(|key| schema.has(key));
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
    let Some(Value::String(pattern)) = schema.keyword("pattern") else { return None };
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
        if schema.has(key) {
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
    let Some(Value::Object(written)) = schema.keyword("patternProperties") else { return Vec::new() };
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
        let rest = any_of(values, schema.keyword("additionalProperties").unwrap_or(&Value::Bool(true)));
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
