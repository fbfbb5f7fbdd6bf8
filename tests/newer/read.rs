//! Reads inputs with the current crate. README.md documents its input and output.

use std::error::Error;
use std::io::{self, BufRead};

use hookwire::problems::Problem;
use hookwire::{Context, HookInput, Input, read_input};
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
    let typed = typed(&bytes)?;
    let reading = match read_input(&bytes, &Context::new()) {
        Ok(reading) => reading,
        // The type cannot hold the input, or it has no name of an event.
        Err(error) => {
            let (kind, event) = (if error.event().is_some() { "misfit" } else { "unknown" }, error.event());
            let (event, payload) = (event.map(|it| it.to_string()), error.payload().cloned().unwrap_or_default());
            return Ok(Answer { id, kind, event, payload, problems: error.into_problems(), typed });
        }
    };
    let event = Some(reading.event_name().to_owned());
    let (kind, payload) = match &reading.input {
        Input::Known(known) if reading.problems.is_empty() => ("known", serde_json::to_value(known)?),
        Input::Known(_) => ("misfit", reading.payload),
        _ => ("unknown", reading.payload),
    };
    Ok(Answer { id, kind, event, payload, problems: reading.problems, typed })
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
