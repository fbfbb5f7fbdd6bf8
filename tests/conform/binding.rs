//! The common part of the Rust bindings of `cargo xtask conform`; README.md describes questions and answers. Each crate
//! that has a binding includes this file as a module.

use std::error::Error;
use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Answers every line of standard input, then prints the digest of all answers in the order of their ids. `of` returns
/// the id and the verdict of an answer.
///
/// # Errors
/// A line cannot be answered, or standard output is closed.
pub fn answer_all<A: Serialize, E: Into<Box<dyn Error>>>(
    answer: impl Fn(&str) -> Result<A, E>,
    of: impl Fn(A) -> (String, bool),
) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut answers = Vec::new();
    for line in io::stdin().lock().lines() {
        let answer = answer(&line?).map_err(Into::into)?;
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
        answers.push(of(answer));
    }
    answers.sort();
    let hash = answers.iter().fold(Sha256::new(), |hash, (id, verdict)| hash.chain_update(format!("{id} {verdict}\n")));
    let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(out, "{}", json!({"digest": digest, "count": answers.len()}))?;
    Ok(())
}

/// Returns true if two JSON values are equal: the order of keys does not count, and numbers are doubles.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(key, value)| other.get(key).is_some_and(|it| same(value, it)))
        }
        _ => one == other,
    }
}
