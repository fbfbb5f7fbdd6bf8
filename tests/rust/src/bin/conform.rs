//! The typed crate as a binding of `cargo xtask conform`; tests/conform/README.md says what it reads and answers.

use std::io::{self, BufRead, Write};

use hookwire::FromJson;
use hookwire_user::plain;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Whether the bytes are a value of the type; an error if the crate contradicts itself.
type Judge = fn(&[u8]) -> Result<bool, String>;

include!(concat!(env!("OUT_DIR"), "/all_types.rs"));

/// A line of the harness: a payload, or the bytes of a document.
#[derive(Deserialize)]
struct Vector<'a> {
    id: String,
    r#type: String,
    #[serde(borrow, default, deserialize_with = "there")]
    payload: Option<&'a RawValue>,
    hex: Option<String>,
}

/// A payload of `null` is one.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// What is said of a vector.
#[derive(Serialize)]
struct Answer {
    id: String,
    verdict: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The last line.
#[derive(Serialize)]
struct Closing {
    digest: String,
    count: usize,
}

/// What is accepted comes back equal; and a text and a value are read alike.
fn judge<T: DeserializeOwned + Serialize + FromJson>(text: &[u8]) -> Result<bool, String> {
    let from_text = serde_json::from_slice::<T>(text);
    let Ok(value) = serde_json::from_slice::<Value>(text) else {
        return if from_text.is_ok() { Err("reads what is no JSON".to_owned()) } else { Ok(false) };
    };
    match (from_text, hookwire::from_value::<T>(value.clone())) {
        (Ok(one), Ok(other)) => gives_back(&one, &value).and_then(|()| gives_back(&other, &value)).map(|()| true),
        (Err(_), Err(_)) => Ok(false),
        (Ok(_), Err(problem)) => Err(format!("reads the text but not the value: {problem}")),
        (Err(error), Ok(_)) => Err(format!("reads the value but not the text: {error}")),
    }
}

fn gives_back<T: Serialize>(read: &T, value: &Value) -> Result<(), String> {
    let written = serde_json::to_value(read).map_err(|error| error.to_string())?;
    if plain(written.clone()) == plain(value.clone()) { Ok(()) } else { Err(format!("gives back {written}")) }
}

fn answer(vector: Vector<'_>) -> Result<Answer, String> {
    let at = TYPES.binary_search_by(|(name, _)| (*name).cmp(&vector.r#type));
    let (_, judge) = TYPES[at.map_err(|_| format!("there is no type {}", vector.r#type))?];
    let outcome = match (&vector.payload, &vector.hex) {
        (Some(payload), _) => judge(payload.get().as_bytes()),
        (None, Some(hex)) => judge(&bytes(hex)?),
        (None, None) => return Err(format!("{} has no payload", vector.id)),
    };
    let (verdict, error) = outcome.map_or_else(|error| (true, Some(error)), |verdict| (verdict, None));
    Ok(Answer { id: vector.id, verdict, error })
}

fn bytes(hex: &str) -> Result<Vec<u8>, String> {
    let digit = |at| u8::from_str_radix(hex.get(at..at + 2).unwrap_or_default(), 16).map_err(|error| error.to_string());
    (0..hex.len()).step_by(2).map(digit).collect()
}

/// Over all answers, in the order of their ids.
fn digest(mut answers: Vec<(String, bool)>) -> Closing {
    answers.sort();
    let hash = answers.iter().fold(Sha256::new(), |hash, (id, verdict)| hash.chain_update(format!("{id} {verdict}\n")));
    let digest = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Closing { digest, count: answers.len() }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    let mut answers = Vec::new();
    for line in io::stdin().lock().lines() {
        let answer = answer(serde_json::from_str(&line?)?)?;
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        out.flush()?;
        answers.push((answer.id, answer.verdict));
    }
    writeln!(out, "{}", serde_json::to_string(&digest(answers))?)?;
    Ok(())
}
