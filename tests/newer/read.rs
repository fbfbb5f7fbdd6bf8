//! Reads inputs with the current crate. README.md documents its input and output.

use std::error::Error;
use std::io::{self, BufRead};

use hookwire::{HookInput, Input, Problem, read_input};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize)]
struct Question {
    id: String,
    hex: String,
}

#[derive(Serialize)]
struct Answer {
    id: String,
    kind: &'static str,
    event: Option<String>,
    payload: Value,
    problems: Vec<Problem>,
    typed: Value,
}

fn answer(Question { id, hex }: Question) -> Result<Answer, Box<dyn Error>> {
    let bytes = bytes(&hex)?;
    let input = read_input(&bytes)?;
    let (kind, payload) = match &input {
        Input::Known(known) => ("known", serde_json::to_value(known)?),
        Input::Misfit(misfit) => ("misfit", misfit.payload.clone()),
        Input::Unknown(unknown) => ("unknown", unknown.payload.clone()),
        other => return Err(format!("a kind of tomorrow: {other:?}").into()),
    };
    let event = input.event_name().map(str::to_owned);
    Ok(Answer { id, kind, event, payload, problems: input.problems().to_vec(), typed: typed(&bytes)? })
}

/// Parses the text as any input, and returns it serialized again; `false` if it cannot be read.
fn typed(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<HookInput>(bytes).map_or(Ok(Value::Bool(false)), serde_json::to_value)
}

fn bytes(hex: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let byte = |at| Ok(u8::from_str_radix(hex.get(at..at + 2).unwrap_or_default(), 16)?);
    (0..hex.len()).step_by(2).map(byte).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lock().lines() {
        let answer = answer(serde_json::from_str(&line?)?)?;
        println!("{}", serde_json::to_string(&answer)?);
    }
    Ok(())
}
