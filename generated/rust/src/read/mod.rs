//! Reads the inputs and replies of hooks from bytes. Differences from the contract are problems, not errors.

mod handler;
mod input;
mod reply;
mod text;

use std::error::Error;
use std::fmt;

use serde_json::Value;

pub use self::handler::Handler;
pub use self::input::{Input, Misfit, UnknownInput, read_input, read_input_for};
pub use self::reply::{Reply, ReplyContext, ReplyKind, read_reply};
#[allow(unused_imports, reason = "not every contract has another reader")]
pub(crate) use self::text::{Fault, decoded, is_space, parsed};
use crate::{Problem, ProblemSeverity};

/// Reads a JSON text of at most 64 MiB and 128 levels.
///
/// A byte order mark at the start is ignored. If an object has a key twice, the last one counts.
///
/// # Errors
/// The text is too large, not UTF-8, too deep, or not one JSON value.
pub fn read_json(bytes: &[u8]) -> Result<Value, ReadError> {
    let value = text::decoded(bytes).and_then(text::parsed);
    value.map_err(|fault| ReadError { problem: fault.problem(ProblemSeverity::Mismatch) })
}

/// The error of a text that cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    problem: Problem,
}

impl ReadError {
    /// Returns the problem. Its pointer is empty, because it is about the whole text.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Converts the error into its problem.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        self.problem
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl Error for ReadError {}
