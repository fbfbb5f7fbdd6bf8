//! A crate as a binding of `cargo xtask suite`: reads lines of payloads, and answers whether each is valid for its
//! type.
//!
//! The types may accept more than the validator, but never less: a valid payload is read and comes back equal.

#[path = "../../conform/binding.rs"]
mod binding;

use std::error::Error;

use binding::{answer_all, same};
use json_schema_suite::Context;
use json_schema_suite::problems::{Problem, ProblemSeverity};
use json_schema_suite::read::{FromJson, from_value};
use json_schema_suite::validate::{Target, validate};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Returns the failure of a type to read a payload, if it fails.
type Validate = fn(&Value) -> Option<String>;

include!(concat!(env!("OUT_DIR"), "/types.rs"));

#[derive(Deserialize)]
struct Vector {
    id: String,
    r#type: String,
    payload: Value,
}

#[derive(Serialize)]
struct Answer {
    id: String,
    verdict: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    problems: Vec<Problem>,
}

fn answer(line: &str) -> Result<Answer, Box<dyn Error>> {
    let vector: Vector = serde_json::from_str(line)?;
    let problems = validate(&vector.payload, &Target::named(&vector.r#type)?, &Context::new());
    let verdict = !problems.iter().any(is_wrong);
    let at =
        TYPES.binary_search_by(|(known, _)| (*known).cmp(&vector.r#type)).map_err(|_| "a type without a schema")?;
    let (_, typed) = TYPES[at];
    let error = if verdict { typed(&vector.payload) } else { None };
    Ok(Answer { id: vector.id, verdict, error, problems })
}

fn typed<T: FromJson + Serialize>(payload: &Value) -> Option<String> {
    let read = match from_value::<T>(payload.clone()) {
        Ok(read) => read,
        Err(error) => return Some(format!("the type refuses it: {error}")),
    };
    match serde_json::to_value(read) {
        Ok(written) if same(&written, payload) => None,
        Ok(written) => Some(format!("the type gives back {written}")),
        Err(error) => Some(format!("the type cannot be written: {error}")),
    }
}

fn is_wrong(problem: &Problem) -> bool {
    matches!(problem.severity, ProblemSeverity::Rejected | ProblemSeverity::Mismatch | ProblemSeverity::Ignored)
}

fn main() -> Result<(), Box<dyn Error>> {
    answer_all(answer, |it| (it.id, it.verdict))
}
