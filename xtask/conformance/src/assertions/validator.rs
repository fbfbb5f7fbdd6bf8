//! Validators: one program for each language. It validates payloads with its package and answers with the problems.

use std::fmt::Display;
use std::fs::{self, File};
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::{Value, json};

use super::PACKAGES;
use super::payloads::Payload;
use crate::language::{LANGUAGES, Language, Program};
use hookwire_harness::Root;

/// The manifest of the validator in Rust.
pub const RUST: &str = "tests/assertions/Cargo.toml";

/// A program that validates payloads.
pub struct PackageValidator {
    /// The name in reports.
    pub name: &'static str,
    pub command: Command,
}

/// The problems of a payload.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub problems: Vec<Value>,
    /// True if the types of the language accept the payload. Absent in a language whose types check no values.
    #[serde(default)]
    pub typed: Option<bool>,
}

/// Builds all validators.
pub fn validators(root: &Root) -> Result<Vec<PackageValidator>, String> {
    root.cargo_on(RUST, "build", &["--quiet", "--locked"], "")?;
    let packages = root.path(PACKAGES);
    let program = Program { compiled: "stations-validator", script: "tests/assertions/validator", packages: &packages };
    let of = |it: &&Language| Ok(PackageValidator { name: it.name, command: it.command(root, &program)? });
    LANGUAGES.iter().map(of).collect()
}

/// Sends all payloads to every validator.
pub fn ask(
    root: &Root,
    validators: Vec<PackageValidator>,
    payloads: &[Payload],
) -> Result<Vec<(PackageValidator, Vec<Answer>)>, String> {
    let path = root.path(PACKAGES).join("questions.jsonl");
    let question = |it: &Payload| format!("{}\n", json!({"type": it.of, "payload": it.value, "levels": it.levels}));
    fs::write(&path, payloads.iter().map(question).collect::<String>()).map_err(message)?;
    validators
        .into_iter()
        .map(|mut validator| {
            let answers = validator.ask(File::open(&path).map_err(message)?)?;
            Ok((validator, answers))
        })
        .collect()
}

impl PackageValidator {
    fn ask(&mut self, questions: File) -> Result<Vec<Answer>, String> {
        let run = self.command.stdin(questions).stderr(Stdio::inherit()).output().map_err(message)?;
        if !run.status.success() {
            return Err(format!("{}: {}", self.name, run.status));
        }
        let lines = String::from_utf8_lossy(&run.stdout);
        lines
            .lines()
            .map(|line| serde_json::from_str(line).map_err(|error| format!("{}: {error}", self.name)))
            .collect()
    }
}

fn message(error: impl Display) -> String {
    error.to_string()
}
