//! A crate as a binding of `cargo xtask suite`: reads lines of payloads, and answers whether each is of its type.

use std::error::Error;
use std::io::{self, BufRead, Write};

use json_schema_suite::{Problem, ProblemSeverity, Target, validate};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

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
    problems: Vec<Problem>,
}

fn answer(line: &str) -> Result<Answer, Box<dyn Error>> {
    let vector: Vector = serde_json::from_str(line)?;
    let problems = validate(&vector.payload, &Target::named(&vector.r#type)?);
    Ok(Answer { id: vector.id, verdict: !problems.iter().any(is_wrong), problems })
}

fn is_wrong(problem: &Problem) -> bool {
    matches!(problem.severity, ProblemSeverity::Rejected | ProblemSeverity::Mismatch | ProblemSeverity::Ignored)
}

/// Over all answers, in the order of their ids.
fn digest(answers: &mut [(String, bool)]) -> String {
    answers.sort();
    let hash = answers.iter().fold(Sha256::new(), |hash, (id, verdict)| hash.chain_update(format!("{id} {verdict}\n")));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut answers = Vec::new();
    for line in io::stdin().lock().lines() {
        let answer = answer(&line?)?;
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
        answers.push((answer.id, answer.verdict));
    }
    writeln!(out, "{}", json!({"digest": digest(&mut answers), "count": answers.len()}))?;
    Ok(())
}
