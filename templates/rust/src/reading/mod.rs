//! Reads the inputs and replies of hooks from bytes. Differences from the contract are problems, not errors.

mod error;
mod handler;
mod input;
mod reply;
mod text;

use serde_json::Value;

pub use self::error::ReadError;
pub use self::handler::{Handler, HandlerEntry};
pub use self::input::{Input, InputReading, UnknownInput, read_input};
pub use self::reply::{Reply, ReplyKind, read_reply};
#[allow(unused_imports, reason = "not every contract has another reader")]
pub(crate) use self::text::{Fault, decoded, is_space, parsed};
use crate::types::ProblemSeverity;

/// Reads a JSON text of at most 64 MiB and 128 levels.
///
/// A byte order mark at the start is ignored. If an object has a key twice, the last one counts.
///
/// # Errors
/// The text is too large, not UTF-8, too deep, or not one JSON value.
pub fn read_json(bytes: &[u8]) -> Result<Value, ReadError> {
    let value = text::decoded(bytes).and_then(text::parsed);
    value.map_err(|fault| ReadError::of_text(fault.problem(ProblemSeverity::Mismatch)))
}
