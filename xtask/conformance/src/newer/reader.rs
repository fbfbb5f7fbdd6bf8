//! Readers: one program for each language. It reads inputs with its package and answers with the results.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::language::{self, LANGUAGES, Language, Program};
use crate::vector::Seed;
use hookwire_harness::{RUST_USER, Root};

/// A program that reads inputs.
pub struct Reader {
    /// The name in reports.
    name: &'static str,
    command: Command,
    /// True if it also reads every input with the types of its language.
    typed: bool,
}

/// The reading of a payload.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    pub id: String,
    pub kind: String,
    pub event: Option<String>,
    pub payload: Value,
    pub problems: Vec<Value>,
    /// The JSON that the type of all inputs serializes to; `false` if the type rejects the payload.
    #[serde(default)]
    pub typed: Value,
}

/// Returns the readers with the current packages.
pub fn current(root: &Root) -> Result<Vec<Reader>, String> {
    root.cargo_on(RUST_USER, "build", &["--quiet", "--locked", "--bin", "newer"], "")?;
    LANGUAGES.iter().map(|it| reader(root, it, root)).collect()
}

/// Returns the readers that need no compiler, with the packages in `generated/` of a folder.
pub fn of(root: &Root, packages: &Root) -> Result<Vec<Reader>, String> {
    let scripts = LANGUAGES.iter().filter(|it| it.name != language::RUST.name);
    scripts.map(|it| reader(root, it, packages)).collect()
}

fn reader(root: &Root, language: &Language, packages: &Root) -> Result<Reader, String> {
    let program = Program { compiled: "newer", script: "tests/newer/read", packages: &packages.path("generated") };
    let command = language.command(root, &program)?;
    Ok(Reader { name: language.name, command, typed: language.typed })
}

/// The answers of a reader, and its failure.
pub struct Asked {
    pub name: &'static str,
    pub typed: bool,
    /// In the order of the payloads.
    pub answers: Vec<Reading>,
    pub failure: Option<String>,
}

/// Sends all payloads to every reader.
pub fn ask(newer: &Root, readers: Vec<Reader>, payloads: &[Seed]) -> Result<Vec<Asked>, String> {
    let path = newer.path("questions.jsonl");
    let questions: String = payloads.iter().map(question).collect();
    fs::write(&path, questions).map_err(message)?;
    readers.into_iter().map(|reader| reader.ask(File::open(&path))).collect()
}

fn question(seed: &Seed) -> String {
    let hex: String = seed.payload.to_string().bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("{}\n", json!({"id": seed.vector.id, "hex": hex}))
}

impl Reader {
    /// Runs a reader. If it fails at the end, its answers are kept.
    fn ask(mut self, questions: io::Result<File>) -> Result<Asked, String> {
        let run = self.command.stdin(questions.map_err(message)?).stderr(Stdio::inherit()).output().map_err(message)?;
        let lines = String::from_utf8_lossy(&run.stdout);
        let answers: Result<_, _> = lines.lines().map(serde_json::from_str).collect();
        let unread = answers.as_ref().err().map(ToString::to_string);
        let failure = unread.or_else(|| (!run.status.success()).then(|| run.status.to_string()));
        Ok(Asked { name: self.name, typed: self.typed, answers: answers.unwrap_or_default(), failure })
    }
}

fn message(error: impl Display) -> String {
    error.to_string()
}

/// Returns the number of readings of each kind.
pub fn tally(readers: &[Asked]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for reading in readers.iter().flat_map(|it| &it.answers) {
        *kinds.entry(&reading.kind).or_default() += 1;
    }
    kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}
