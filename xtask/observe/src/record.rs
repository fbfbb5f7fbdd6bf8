//! The committed observations: a file for each version and event, a line for each case.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::observation::{self, Observation};
use crate::session::Signals;

/// A line of a record.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Recorded {
    /// The case.
    #[serde(flatten)]
    pub case: Case,
    /// What was seen.
    pub seen: Observation,
    /// The raw facts that `seen` follows from, so that they can be classified again without the host. The markers are
    /// those of `seen`.
    #[serde(default)]
    pub signals: Signals,
}

impl Recorded {
    /// Classifies the signals of a case. `None` if the host was lost.
    #[must_use]
    pub fn of(case: &Case, signals: &Signals) -> Option<Self> {
        let seen = observation::observe(case, signals)?;
        let signals = Signals { claude: Vec::new(), user: Vec::new(), ..signals.clone() };
        Some(Self { case: case.clone(), seen, signals })
    }

    /// Returns the complete signals, with the markers.
    #[must_use]
    pub fn signals(&self) -> Signals {
        Signals { claude: self.seen.claude.clone(), user: self.seen.user.clone(), ..self.signals.clone() }
    }

    /// Returns true if the same was seen of the same case, with the same texts if they are compared. Other raw facts can
    /// differ, such as the number of requests.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.case == other.case && self.seen == other.seen && self.texts() == other.texts()
    }

    /// Returns the digests of the texts that reached Claude and the user.
    #[must_use]
    pub fn texts(&self) -> [&[String]; 2] {
        [&self.signals.claude_texts, &self.signals.user_texts]
    }
}

/// Returns the folder of the records of a version, from the root of the repository.
#[must_use]
pub fn folder(version: &str) -> String {
    format!("tests/observed/{version}")
}

/// Returns the path of a record, from the root of the repository.
#[must_use]
pub fn path(version: &str, event: &str) -> String {
    format!("{}/{event}.jsonl", folder(version))
}

/// Writes a record, a line for each case, in order.
///
/// # Errors
/// The file cannot be written.
pub fn write(file: &Path, lines: &[impl Serialize]) -> Result<(), String> {
    let mut text = String::new();
    for line in lines {
        text.push_str(&serde_json::to_string(line).map_err(|error| error.to_string())?);
        text.push('\n');
    }
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    fs::create_dir_all(file.parent().unwrap_or(file)).map_err(failed)?;
    fs::write(file, text).map_err(failed)
}

/// Reads the lines of a record. Empty if there is none.
///
/// # Errors
/// The file cannot be read, or a line is not a recorded case.
pub fn lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>, String> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let parse = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", file.display(), at + 1))
    };
    text.lines().enumerate().map(parse).collect()
}

/// Reads the record of an event, by the id of the case. Empty if there is none.
///
/// # Errors
/// The file cannot be read, or a line is not a recorded case.
pub fn read(file: &Path) -> Result<BTreeMap<String, Recorded>, String> {
    let all: Vec<Recorded> = lines(file)?;
    Ok(all.into_iter().map(|one| (one.case.id.clone(), one)).collect())
}
