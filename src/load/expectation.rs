//! Checks the problems that an invalid example is expected to have against its payload.

use serde_json::Value;

use super::About;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::problem;
use crate::schema::{JsonFile, step};

/// Checks that every code is in the list, and that every pointer leads to a place in the payload or to one where a key
/// could be. `entry` is the pointer of the example's entry in `file`.
pub fn check(about: &About, file: &JsonFile, entry: &str, payload: &Value, found: &mut Diagnostics) {
    let problems = step(entry, "problems");
    for (index, problem) in about.problems.iter().enumerate() {
        let at = |key: &str| file.place(&step(&step(&problems, &index.to_string()), key));
        if !codes().any(|code| code == problem.code) {
            found.push(
                Diagnostic::error(Code::BadExpectation, format!("`{}` is not the code of a problem", problem.code))
                    .at(at("code"))
                    .because("no validator would ever report it")
                    .instead(format!("one of: {}", codes().collect::<Vec<_>>().join(", "))),
            );
        }
        if !leads_into(&problem.code, &problem.pointer, payload) {
            found.push(
                Diagnostic::error(
                    Code::BadExpectation,
                    format!("`{}` is not a place in a `{}`", problem.pointer, problem.code),
                )
                .at(at("pointer"))
                .because("the payload has no such place, or the field that should be missing is there")
                .instead(
                    "write the JSON pointer of what is wrong, or of where the missing field should be: `/`, then \
                         keys with `/` between them; `~1` is `/`, `~0` is `~`",
                ),
            );
        }
    }
}

/// Returns the codes for which a schema can refuse a payload.
fn codes() -> impl Iterator<Item = &'static str> {
    problem::Code::ALL.iter().filter(|code| code.is_of_schemas()).map(|code| code.name())
}

/// Returns true if the pointer is valid and leads to the problem: to a value in the payload, or for a missing key into
/// the object that should have it.
fn leads_into(code: &str, pointer: &str, payload: &Value) -> bool {
    let escapes = pointer.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
    let parent = pointer.rsplit_once('/').and_then(|(parent, _)| payload.pointer(parent));
    let there = payload.pointer(pointer).is_some();
    escapes
        && match code {
            "missing-field" => !there && parent.is_some_and(Value::is_object),
            // The key can be present with another value than the required one.
            "required-here" => parent.is_some_and(Value::is_object),
            _ => there,
        }
}
