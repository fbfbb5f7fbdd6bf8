//! What an invalid example is expected to be refused for, held against its payload.

use serde_json::Value;

use super::{About, JsonFile, step};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The codes of problems, as the packages tell them.
pub const CODES: [&str; 10] = [
    "missing-field",
    "unknown-field",
    "misplaced-field",
    "wrong-type",
    "wrong-value",
    "wrong-event-name",
    "not-allowed-here",
    "required-here",
    "too-short",
    "too-long",
];

/// Every code is of the list, and every pointer leads to a place in the payload or to one where a key could be.
pub fn check(about: &About, file: &JsonFile, payload: &JsonFile, found: &mut Diagnostics) {
    for (index, problem) in about.problems.iter().enumerate() {
        let at = |key: &str| file.place(&step(&step("/problems", &index.to_string()), key));
        if !CODES.contains(&problem.code.as_str()) {
            found.push(
                Diagnostic::error("bad-expectation", format!("`{}` is no code of a problem", problem.code))
                    .at(at("code"))
                    .because("no language would ever tell it")
                    .instead(format!("one of: {}", CODES.join(", "))),
            );
        }
        if !leads_into(&problem.pointer, &payload.value) {
            found.push(
                Diagnostic::error("bad-expectation", format!("`{}` leads nowhere in the payload", problem.pointer))
                    .at(at("pointer"))
                    .because("the problem would be expected at a place that there is not")
                    .instead("write a JSON pointer: `/`, then keys with `/` between them; `~1` is `/`, `~0` is `~`"),
            );
        }
    }
}

/// The pointer is one, and what it points at is there or has a parent that is.
fn leads_into(pointer: &str, payload: &Value) -> bool {
    let Some((parent, key)) = pointer.rsplit_once('/') else { return pointer.is_empty() };
    let escapes = pointer.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
    escapes
        && match payload.pointer(parent) {
            Some(Value::Object(_)) => true,
            Some(Value::Array(items)) => key.parse().is_ok_and(|index: usize| index <= items.len()),
            _ => false,
        }
}
