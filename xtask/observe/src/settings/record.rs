//! The committed observations: a file for each version and family, a line for each case.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::firing::Firing;
use super::tree::Case;
use crate::record;

/// A line of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The case.
    #[serde(flatten)]
    pub case: Case,
    /// The host ended before the first request to the model.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// What was seen: the inputs of the scene on the events of the tree, each with the handlers that ran.
    pub seen: Vec<Firing>,
}

/// Returns the path of a record, from the root of the repository.
#[must_use]
pub fn path(version: &str, family: &str) -> String {
    format!("{}/settings/{family}.jsonl", record::folder(version))
}

/// Reads the record of a family, by the id of the case. Empty if there is none.
///
/// # Errors
/// The file cannot be read, or a line is not a recorded case.
pub fn read(file: &Path) -> Result<BTreeMap<String, Recorded>, String> {
    let all: Vec<Recorded> = record::lines(file)?;
    Ok(all.into_iter().map(|one| (one.case.id.clone(), one)).collect())
}
