//! A crate as a binding of `cargo xtask conform suite` and `cargo xtask conform sets`: reads lines of payloads, and answers whether each
//! is valid for its type. The crate is the dependency `package`, and the file at `TYPES` lists its types.
//!
//! The types may accept more than the validator, but never less: a valid payload is read and comes back equal.

#[path = "../../conform/binding.rs"]
mod binding;

use std::error::Error;

use binding::{answer_all, same};
use package::Context;
use package::problems::{Problem, ProblemSeverity};
use package::read::{FromJson, from_value};
use package::validate::{Target, validate};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Reads a payload as a type.
type Validate = fn(&Value) -> Typed;

/// How a type reads a payload.
struct Typed {
    /// True if the type alone accepts it.
    accepts: bool,
    /// The reason why it does not come back equal.
    fault: Option<String>,
}

include!(env!("TYPES"));

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
    /// True if the type alone, without the validator, accepts the payload.
    typed: bool,
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
    let Typed { accepts, fault } = typed(&vector.payload);
    Ok(Answer { id: vector.id, verdict, typed: accepts, error: fault.filter(|_| verdict), problems })
}

fn typed<T: FromJson + Serialize>(payload: &Value) -> Typed {
    let read = match from_value::<T>(payload.clone()) {
        Ok(read) => read,
        Err(error) => return Typed { accepts: false, fault: Some(format!("the type refuses it: {error}")) },
    };
    let fault = match serde_json::to_value(read) {
        Ok(written) if same(&written, payload) => None,
        Ok(written) => Some(format!("the type gives back {written}")),
        Err(error) => Some(format!("the type cannot be written: {error}")),
    };
    Typed { accepts: true, fault }
}

fn is_wrong(problem: &Problem) -> bool {
    matches!(problem.severity, ProblemSeverity::Rejected | ProblemSeverity::Mismatch | ProblemSeverity::Ignored)
}

fn main() -> Result<(), Box<dyn Error>> {
    answer_all(answer, |it| (it.id, it.verdict))
}
