//! Reads the inputs and replies of hooks from bytes. Differences from the contract are problems, not errors.

mod error;
mod fault;
mod handler;
mod input;
mod looks;
mod reply;
mod text;

use serde_json::Value;

pub use self::error::ReadError;
pub use self::handler::{Handler, HandlerEntry};
pub use self::input::{Input, InputReading, UnknownInput, read_input};
pub use self::reply::{Reply, ReplyKind, read_reply};
#[allow(unused_imports, reason = "not every contract has outcomes")]
pub(crate) use self::reply::answer_of;
#[allow(unused_imports, reason = "not every contract has a runtime")]
pub(crate) use self::fault::name_before_fault;
#[allow(unused_imports, reason = "not every contract has texts of settings")]
pub(crate) use self::fault::{fault_of, not_json};
#[allow(unused_imports, reason = "not every contract has a runtime")]
pub(crate) use self::input::{Named, named, with_replaced};
#[allow(unused_imports, reason = "not every contract has another reader")]
pub(crate) use self::text::{Decoded, Fault, Parsed, Replaced, SIZE, decoded, is_in_braces, is_space, object_of, parsed};
use crate::context::Context;
use crate::event::HookEvent;
use crate::types::ProblemSeverity;
use crate::validation::data::EVENT_KEY;
use crate::validation::words;

/// Returns the event in the input of a context, if it is known.
pub(crate) fn event_in(context: &Context) -> Option<HookEvent> {
    context.input()?.get(EVENT_KEY)?.as_str()?.parse().ok()
}

/// Reads a JSON text of at most 64 MiB and 10,000 levels.
///
/// A byte order mark at the start is ignored. If an object has a key twice, the last one counts. What the host reads and a
/// [`Value`] cannot hold is replaced, as in every reader of this crate:
///
/// - Bytes that are not UTF-8, and each half of a surrogate pair without the other half, are U+FFFD.
/// - A number beyond doubles, such as `1e400`, is [`f64::MAX`], or its negative.
/// - An array or object below level 128 is a string: its JSON text. So no value exhausts the stack.
///
/// # Errors
/// The text is too large, too deep, or not one JSON value.
pub fn read_json(bytes: &[u8]) -> Result<Value, ReadError> {
    read_text(bytes, words::JSON_VALUE).map(|parsed| parsed.value)
}

/// Reads a JSON text that the host wrote. `what` describes the value that is expected.
fn read_text(bytes: &[u8], what: &str) -> Result<Parsed, ReadError> {
    let failed = |fault: Fault, text: &str| ReadError::of_text(fault.problem(ProblemSeverity::Mismatch, text, what));
    let decoded = decoded(bytes).map_err(|fault| failed(fault, ""))?;
    parsed(&decoded.text).map_err(|fault| failed(fault, &decoded.text))
}
