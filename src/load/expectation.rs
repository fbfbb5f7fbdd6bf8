//! Checks the problems that an invalid example is expected to have against its payload.

use serde_json::Value;

use super::About;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::problem;
use crate::schema::{JsonFile, step};

/// Checks that every code is one of the list, and that every pointer leads to a place in the payload or to one where a key
/// could be. `entry` is the pointer in `file` of what is written about the example.
pub fn check(about: &About, file: &JsonFile, entry: &str, payload: &JsonFile, found: &mut Diagnostics) {
    let problems = step(entry, "problems");
    for (index, problem) in about.problems.iter().enumerate() {
        let at = |key: &str| file.place(&step(&step(&problems, &index.to_string()), key));
        if !codes().any(|code| code == problem.code) {
            found.push(
                Diagnostic::error(Code::BadExpectation, format!("`{}` is no code of a problem", problem.code))
                    .at(at("code"))
                    .because("no language would ever tell it")
                    .instead(format!("one of: {}", codes().collect::<Vec<_>>().join(", "))),
            );
        }
        if !leads_into(&problem.code, &problem.pointer, &payload.value) {
            found.push(
                Diagnostic::error(
                    Code::BadExpectation,
                    format!("`{}` is no place of a `{}`", problem.pointer, problem.code),
                )
                .at(at("pointer"))
                .because("the payload has no such place, or has what is said to be missing")
                .instead(
                    "write the JSON pointer of what is wrong, or of where the missing field should be: `/`, then \
                         keys with `/` between them; `~1` is `/`, `~0` is `~`",
                ),
            );
        }
    }
}

/// The codes for which a schema can refuse a payload.
fn codes() -> impl Iterator<Item = &'static str> {
    problem::Code::ALL.iter().filter(|code| code.is_of_schemas()).map(|code| code.name())
}

/// The pointer is one, and leads to what is wrong: to a place in the payload, or for a key that is not there to the
/// object that it should be in.
fn leads_into(code: &str, pointer: &str, payload: &Value) -> bool {
    let escapes = pointer.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
    let parent = pointer.rsplit_once('/').and_then(|(parent, _)| payload.pointer(parent));
    let there = payload.pointer(pointer).is_some();
    escapes
        && match code {
            "missing-field" => !there && parent.is_some_and(Value::is_object),
            // Another value than the one that is requested can be there.
            "required-here" => parent.is_some_and(Value::is_object),
            _ => there,
        }
}
