//! Calls whose arguments have another type than the tool expects: what the hook is given, and whether the call is made.

use serde_json::{Value, json};

use crate::conversation::COMMAND;

/// The arguments of `Bash` that are changed, each with its name.
#[must_use]
pub fn arguments() -> Vec<(String, Value)> {
    let values = [
        ("timeout", "number-as-text", json!("1000")),
        ("timeout", "fraction-as-text", json!("1000.5")),
        ("timeout", "number-with-space", json!(" 1000 ")),
        ("timeout", "negative-as-text", json!("-1")),
        ("timeout", "exponent-as-text", json!("1e3")),
        ("timeout", "word", json!("soon")),
        ("timeout", "blank", json!("")),
        ("timeout", "flag", json!(true)),
        ("timeout", "null", json!(null)),
        ("timeout", "list", json!([1000])),
        ("run_in_background", "true-as-text", json!("true")),
        ("run_in_background", "false-as-text", json!("false")),
        ("run_in_background", "capital-as-text", json!("True")),
        ("run_in_background", "yes", json!("yes")),
        ("run_in_background", "one", json!(1)),
        ("run_in_background", "zero-as-text", json!("0")),
        ("run_in_background", "null", json!(null)),
        ("dangerouslyDisableSandbox", "true-as-text", json!("true")),
        ("dangerouslyDisableSandbox", "false-as-text", json!("false")),
        ("dangerouslyDisableSandbox", "capital-as-text", json!("True")),
        ("dangerouslyDisableSandbox", "yes", json!("yes")),
        ("dangerouslyDisableSandbox", "one", json!(1)),
        ("dangerouslyDisableSandbox", "null", json!(null)),
        ("description", "number", json!(7)),
        ("description", "null", json!(null)),
        ("command", "number", json!(7)),
        ("command", "flag", json!(true)),
        ("command", "null", json!(null)),
        ("command", "list", json!([COMMAND])),
        ("command", "object", json!({"command": COMMAND})),
        ("command", "blank", json!("")),
        ("command", "spaces", json!("  ")),
        ("unknown", "text", json!("a")),
    ];
    let mut all: Vec<(String, Value)> =
        values.map(|(key, name, value)| (format!("arguments/{key}/{name}"), with(key, value))).into();
    all.push(("arguments/command/missing".to_owned(), json!({"description": DESCRIPTION})));
    all.push(("arguments/as-they-are".to_owned(), with("description", json!(DESCRIPTION))));
    all
}

/// The description of each call.
const DESCRIPTION: &str = "A step of a case";

fn with(key: &str, value: Value) -> Value {
    let mut arguments = json!({"command": COMMAND, "description": DESCRIPTION});
    arguments[key] = value;
    arguments
}
