//! The bundled schemas as a binding: the `jsonschema` crate validates with the file of each type.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::digest::digest;
use crate::vector;

#[derive(Deserialize)]
struct Question<'a> {
    id: String,
    r#type: String,
    profile: Option<String>,
    #[serde(borrow)]
    payload: &'a RawValue,
}

/// The part of `xtask inside` that is this binding. The program that runs the harness must have it, and call [`serve_schemas`].
pub const SCHEMA_COMMAND: &str = "schemas";

/// Reads vectors from standard input and answers on standard output, until the input ends.
///
/// # Errors
/// A vector, or the schema of its type, cannot be read.
pub fn serve_schemas(folder: &Path) -> Result<(), String> {
    let mut schemas = Schemas { folder: folder.to_owned(), known: HashMap::new() };
    let mut out = io::stdout().lock();
    let mut answers = Vec::new();
    let failed = |error: io::Error| error.to_string();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(failed)?;
        let asked: Question<'_> = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let verdict = schemas.accepts(&asked.r#type, None, asked.payload)?;
        let mut said = json!({"id": asked.id, "verdict": verdict});
        if let Some(profile) = &asked.profile {
            said["under"] = json!(schemas.accepts(&asked.r#type, Some(profile.as_str()), asked.payload)?);
        }
        writeln!(out, "{said}").and_then(|()| out.flush()).map_err(failed)?;
        answers.push((asked.id, verdict));
    }
    let (digest, count) = (digest(answers.iter().map(|(id, verdict)| (id.as_str(), *verdict))), answers.len());
    writeln!(out, "{}", json!({"digest": digest, "count": count})).map_err(failed)
}

/// Validators by type and profile, created on first use.
struct Schemas {
    folder: PathBuf,
    known: HashMap<(String, Option<String>), Validator>,
}

impl Schemas {
    fn accepts(&mut self, of: &str, profile: Option<&str>, payload: &RawValue) -> Result<bool, String> {
        let key = (of.to_owned(), profile.map(str::to_owned));
        if !self.known.contains_key(&key) {
            let validator = self.read(of, profile)?;
            self.known.insert(key.clone(), validator);
        }
        // A payload that this reader rejects, such as a number beyond the range of doubles, does not conform.
        let Ok(payload) = serde_json::from_str::<Value>(payload.get()) else { return Ok(false) };
        Ok(self.known.get(&key).is_some_and(|validator| validator.is_valid(&payload)))
    }

    fn read(&self, of: &str, profile: Option<&str>) -> Result<Validator, String> {
        let plain = !of.is_empty() && of.chars().all(char::is_alphanumeric);
        let file = if plain { of } else { return Err(format!("there is no type {of}")) };
        let otherwise = profile.map(|profile| self.otherwise(of, profile)).transpose()?.flatten();
        let schema = match otherwise {
            Some(schema) => schema,
            None => vector::read_json(&self.folder.join(format!("{file}.schema.json")))?,
        };
        jsonschema::validator_for(&schema).map_err(|error| format!("{of}: {error}"))
    }

    /// Returns the schema of a type under a profile, if the profile has one of its own.
    fn otherwise(&self, of: &str, profile: &str) -> Result<Option<Value>, String> {
        let path = self.folder.join(format!("profiles/{profile}.schema.json"));
        let mut all: Value = vector::read_json(&path)?;
        let known = all["$defs"].get(of).is_some();
        all["$ref"] = json!(format!("#/$defs/{of}"));
        Ok(known.then_some(all))
    }
}
