//! Reads rules: `if` and `then`, for constraints across fields and levels.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::assertion::expect_known;
use super::form::{self, Position};
use super::{Scope, facts, origin};
use crate::diagnostic::{Code, Diagnostic};
use crate::link::Definition;
use crate::model::{Condition, Rule, Severity, Test};
use crate::schema::{Find, step};

/// Reads one rule. A rule in `allOf` refuses values; one in `x-advice` does not.
pub fn rule(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    refuses: bool,
) -> Option<Rule> {
    form::check(scope, definition, schema, pointer, &form::RULE, Position::Inner);
    let one = if refuses { "rejected" } else { "inert" };
    let severity: Severity = required(scope, definition, schema, pointer, "x-severity", one)?;
    if severity.refuses() != refuses {
        let message = if refuses {
            "a rule in `allOf` refuses, and its severity says that it does not"
        } else {
            "a rule in `x-advice` refuses nothing, and its severity says that it does"
        };
        let diagnostic = Diagnostic::error(Code::RuleSeverity, message).instead(
            "`rejected` and `ignored` belong in `allOf`; `inert`, `suspicious` and `deprecated` in `x-advice`",
        );
        scope.report(definition, &step(pointer, "x-severity"), diagnostic);
    }
    let name = required(scope, definition, schema, pointer, "x-rule", "name-of-the-rule")?;
    let what = "what is wrong, and what to write instead";
    let message = required(scope, definition, schema, pointer, "x-message", what)?;
    let facts = facts::facts(scope, definition, schema, pointer);
    let mut when = Vec::new();
    let mut then = Vec::new();
    for (key, into) in [("if", &mut when), ("then", &mut then)] {
        match schema.keyword(key) {
            Some(inner) => {
                let at = step(pointer, key);
                let reported = scope.found.0.len();
                conditions(scope, definition, refuses, inner, &at, &mut Vec::new(), into);
                if into.is_empty() && scope.found.0.len() == reported {
                    tell_unsupported(scope, definition, &at, "a test of nothing");
                }
            }
            None => {
                let diagnostic = Diagnostic::error(Code::Rule, format!("a rule without `{key}`"))
                    .because("a rule says what has to hold, in `then`, where `if` holds")
                    .instead(format!("write `{key}` in it: a schema with `properties` or `required`"));
                scope.report(definition, pointer, diagnostic);
            }
        }
    }
    // A path with another test needs no test for presence.
    when.retain(|condition: &Condition| condition.test != Test::Present || !is_tested(&condition.path, schema, "if"));
    then.retain(|condition: &Condition| condition.test != Test::Present || !is_tested(&condition.path, schema, "then"));
    Some(Rule {
        name,
        when,
        then,
        severity,
        unconfirmed: facts.unconfirmed,
        since: facts.since,
        message,
        origin: origin(definition, pointer),
    })
}

fn required<T: for<'de> Deserialize<'de>>(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    key: &str,
    example: &str,
) -> Option<T> {
    if !schema.has(key) {
        let diagnostic = Diagnostic::error(Code::Rule, format!("a rule without `{key}`"))
            .because("its message is reported, and its severity decides what follows")
            .instead(format!("write `\"{key}\": \"{example}\"` in it"));
        scope.report(definition, pointer, diagnostic);
    }
    facts::read(scope, definition, schema, pointer, key)
}

/// Returns true if the value at this path has a test other than `required`.
fn is_tested(path: &[String], rule: &Map<String, Value>, part: &str) -> bool {
    let mut schema = rule.get(part);
    for key in path {
        schema = schema.and_then(|it| it.keyword("properties")).and_then(|it| it.get(key));
    }
    schema.and_then(Value::as_object).is_some_and(|object| !object.is_empty())
}

/// The keywords of a rule's test.
pub const TESTS: [&str; 8] =
    ["required", "properties", "const", "enum", "exclusiveMinimum", "maxItems", "pattern", "not"];

/// Flattens a condition into a path and a test for every key that it names.
fn conditions(
    scope: &mut Scope<'_>,
    definition: &Definition,
    refuses: bool,
    schema: &Value,
    pointer: &str,
    path: &mut Vec<String>,
    into: &mut Vec<Condition>,
) {
    let Some(object) = schema.as_object() else {
        return tell_unsupported(scope, definition, pointer, "a test that is not an object");
    };
    for (key, value) in object {
        let at = step(pointer, key);
        match (key.as_str(), value) {
            ("required", Value::Array(names)) => {
                into.extend(names.iter().filter_map(Value::as_str).map(|name| condition(path, name, Test::Present)));
            }
            ("const", value) if is_scalar(value) => {
                into.push(Condition { path: path.clone(), test: Test::In { values: vec![value.clone()] } })
            }
            ("enum", Value::Array(values)) if values.iter().all(is_scalar) => {
                into.push(Condition { path: path.clone(), test: Test::In { values: values.clone() } });
            }
            // The types of the languages check a rule that refuses, and have no such tests.
            ("exclusiveMinimum", Value::Number(limit)) if !refuses => {
                into.push(Condition { path: path.clone(), test: Test::Above { limit: limit.clone() } });
            }
            ("maxItems", Value::Number(limit)) if !refuses && limit.is_u64() => {
                let limit = limit.as_u64().unwrap_or_default();
                into.push(Condition { path: path.clone(), test: Test::AtMost { limit } });
            }
            ("pattern", Value::String(pattern)) if !refuses => {
                expect_known(scope, definition, pattern, &at);
                into.push(Condition { path: path.clone(), test: Test::Matches { pattern: pattern.clone() } });
            }
            ("not", value) => match absent(value) {
                Some(name) => into.push(condition(path, name, Test::Absent)),
                None => tell_unsupported(scope, definition, &at, "`not` of anything but `{\"required\": [one]}`"),
            },
            ("properties", Value::Object(properties)) => {
                for (name, inner) in properties {
                    if !names(object, name) {
                        let diagnostic = Diagnostic::error(Code::Rule, format!("`{name}` is tested and not required"))
                            .because("JSON Schema lets a test of an absent key pass")
                            .instead(format!("write `\"required\": [\"{name}\"]` beside these `properties`"));
                        scope.report(definition, &step(&at, name), diagnostic);
                    }
                    path.push(name.clone());
                    conditions(scope, definition, refuses, inner, &step(&at, name), path, into);
                    path.pop();
                }
            }
            ("const" | "enum", _) => tell_unsupported(scope, definition, &at, "a list or an object as a value"),
            (other, _) => tell_unsupported(scope, definition, &at, &format!("`{other}`")),
        }
    }
}

/// Returns true for the values that every language compares in the same way.
fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn names(schema: &Map<String, Value>, name: &str) -> bool {
    schema.keyword("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|it| it == name))
}

fn condition(path: &[String], name: &str, test: Test) -> Condition {
    Condition { path: path.iter().cloned().chain([name.to_owned()]).collect(), test }
}

fn absent(schema: &Value) -> Option<&str> {
    match schema.as_object()?.iter().collect::<Vec<_>>()[..] {
        [(key, Value::Array(names))] if key == "required" => match &names[..] {
            [Value::String(name)] => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn tell_unsupported(scope: &mut Scope<'_>, definition: &Definition, pointer: &str, what: &str) {
    let diagnostic = Diagnostic::error(Code::Rule, format!("{what} in a rule"))
        .because("every language has to evaluate it to the same end")
        .instead(
            "use `required`, `properties`, `const`, `enum` and `not: {\"required\": [one]}`, and in `x-advice` also \
             `exclusiveMinimum`, `maxItems` and `pattern`",
        );
    scope.report(definition, pointer, diagnostic);
}
