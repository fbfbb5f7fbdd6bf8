//! Names that differ between the declarations and the contract, and differences that are right.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::kind::Kind;

/// The content of `known.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The tools whose names in the declarations are other ones.
    pub tools: BTreeMap<String, String>,
    /// The messages of the SDK, each with its type in the contract.
    pub messages: BTreeMap<String, String>,
    /// The differences that are right.
    pub accepted: Vec<Accepted>,
}

/// A difference that is right.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// Its kind: a difference of another kind at the same place is reported.
    pub kind: Kind,
    /// Where it is, as in a report.
    pub at: String,
    /// The reason.
    pub why: String,
}

impl Known {
    /// Reads the committed file.
    ///
    /// # Errors
    /// The file is wrong.
    pub fn read() -> Result<Self, String> {
        toml::from_str(include_str!("../known.toml")).map_err(|error| format!("known.toml: {error}"))
    }
}
