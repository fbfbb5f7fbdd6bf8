//! The results of hooks as JSON, for logs, recordings and tests: the type [`RecordedResult`].

use std::error::Error;
use std::fmt;

use serde_json::Value;

use super::data::{NOT_A_RECORD, NOT_BASE64};
use super::result::{HandlerResult, Kind};
use crate::prompt::ModelAnswer;
use crate::shown::shown;
use crate::types::{
    RecordedAnswer, RecordedBackground, RecordedBase64, RecordedBytes, RecordedExit, RecordedFailedStart,
    RecordedResponse, RecordedResult, RecordedSignal, RecordedTimeout, RecordedToolResult,
};
use crate::validation::parse;

/// A value that is not a record of a result. The text says what is wrong and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError(String);

impl RecordError {
    fn new(pointer: &str, message: &str) -> Self {
        Self(NOT_A_RECORD.replace("{pointer}", pointer).replace("{message}", message))
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

impl Error for RecordError {}

impl HandlerResult {
    /// Returns the result as JSON, for logs, recordings and tests. [`recorded_result`] reads it.
    ///
    /// # Examples
    /// ```
    /// use hookwire::host::exited;
    /// use serde_json::json;
    ///
    /// let record = json!(exited(2, "", [0x6e, 0x6f, 0xff]).record());
    /// assert_eq!(record, json!({"kind": "exited", "code": 2, "stdout": "", "stderr": {"base64": "bm//"}}));
    /// ```
    #[must_use]
    pub fn record(&self) -> RecordedResult {
        match &self.0 {
            Kind::Ended { code: Some(code), stdout, stderr } => {
                let record = RecordedExit::new(*code);
                record.with_stdout(recorded(stdout)).with_stderr(recorded(stderr)).into()
            }
            Kind::Ended { code: None, stdout, stderr } => {
                RecordedSignal::new().with_stdout(recorded(stdout)).with_stderr(recorded(stderr)).into()
            }
            Kind::Http { status, body } => RecordedResponse::new(*status).with_body(recorded(body)).into(),
            Kind::Mcp { text, is_error } => {
                RecordedToolResult::new().with_text(recorded(text)).with_is_error(*is_error).into()
            }
            Kind::Model(answer) => {
                let mut record = RecordedAnswer::new().with_text(recorded(&answer.text));
                record.stop_reason.clone_from(&answer.stop_reason);
                record.with_timed_out(answer.timed_out).with_structured_output(answer.structured_output).into()
            }
            Kind::TimedOut => RecordedTimeout::new().into(),
            Kind::NotStarted => RecordedFailedStart::new().into(),
            Kind::Backgrounded { later } => RecordedBackground::new().with_later(recorded(later)).into(),
        }
    }
}

/// Returns the result that a record is of: what [`HandlerResult::record`] returned, or JSON of the type
/// [`RecordedResult`]. A text that it lacks is empty. An exit code above 2147483647 becomes the negative number with the
/// same bits, as programs for Windows have it.
///
/// # Errors
/// It is not a record of a result.
///
/// # Examples
/// ```
/// use hookwire::host::{exited, recorded_result};
/// use serde_json::json;
///
/// let result = recorded_result(&json!({"kind": "exited", "code": 2, "stderr": "no"}))?;
/// assert_eq!(result, exited(2, "", "no"));
///
/// let error = recorded_result(&json!({"kind": "exited"})).unwrap_err();
/// assert!(error.to_string().starts_with("not a recorded result, at \"/code\": "));
/// # Ok::<(), hookwire::host::RecordError>(())
/// ```
pub fn recorded_result(record: &Value) -> Result<HandlerResult, RecordError> {
    let record: RecordedResult = parse(record).map_err(|problems| {
        let first = problems.first();
        RecordError::new(first.map_or("", |it| &it.pointer), first.map_or("", |it| &it.message))
    })?;
    HandlerResult::try_from(&record)
}

impl TryFrom<&RecordedResult> for HandlerResult {
    type Error = RecordError;

    fn try_from(record: &RecordedResult) -> Result<Self, RecordError> {
        Ok(Self(match record {
            RecordedResult::Exited(it) => Kind::Ended {
                code: Some(code(it.code)),
                stdout: bytes("stdout", it.stdout.as_ref())?,
                stderr: bytes("stderr", it.stderr.as_ref())?,
            },
            RecordedResult::Signalled(it) => Kind::Ended {
                code: None,
                stdout: bytes("stdout", it.stdout.as_ref())?,
                stderr: bytes("stderr", it.stderr.as_ref())?,
            },
            RecordedResult::Http(it) => Kind::Http {
                // A record that was read has a status in this range.
                status: u16::try_from(it.status).unwrap_or(u16::MAX),
                body: bytes("body", it.body.as_ref())?,
            },
            RecordedResult::Mcp(it) => {
                Kind::Mcp { text: bytes("text", it.text.as_ref())?, is_error: it.is_error.unwrap_or_default() }
            }
            RecordedResult::Model(it) => Kind::Model(ModelAnswer {
                text: bytes("text", it.text.as_ref())?,
                stop_reason: it.stop_reason.clone(),
                timed_out: it.timed_out.unwrap_or_default(),
                structured_output: it.structured_output.unwrap_or(true),
            }),
            RecordedResult::TimedOut(_) => Kind::TimedOut,
            RecordedResult::NotStarted(_) => Kind::NotStarted,
            RecordedResult::Backgrounded(it) => Kind::Backgrounded { later: bytes("later", it.later.as_ref())? },
        }))
    }
}

/// Returns the exit code with these lowest 32 bits.
fn code(code: i64) -> i32 {
    let [first, second, third, fourth, ..] = code.to_le_bytes();
    i32::from_le_bytes([first, second, third, fourth])
}

/// Returns bytes as a string, or as their base64 if they are not UTF-8.
fn recorded(bytes: &[u8]) -> RecordedBytes {
    match std::str::from_utf8(bytes) {
        Ok(text) => RecordedBytes::Text(text.to_owned()),
        Err(_) => RecordedBytes::Base64(RecordedBase64::new(base64(bytes))),
    }
}

/// Returns the bytes of a text at a key.
fn bytes(key: &str, text: Option<&RecordedBytes>) -> Result<Vec<u8>, RecordError> {
    match text {
        None => Ok(Vec::new()),
        Some(RecordedBytes::Text(text)) => Ok(text.clone().into_bytes()),
        Some(RecordedBytes::Base64(it)) => {
            decoded(&it.base64).ok_or_else(|| RecordError::new(&format!("/{key}/base64"), NOT_BASE64))
        }
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the base64 of bytes, with padding.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let at = |index: usize| u32::from(part.get(index).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let sign = ALPHABET.get((bits >> (18 - 6 * digit) & 0x3f) as usize);
            text.push(if digit > part.len() { '=' } else { sign.copied().unwrap_or_default().into() });
        }
    }
    text
}

/// Returns the bytes of a base64 text; `None` if it is none.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut found = Vec::with_capacity(text.len() / 4 * 3);
    for part in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for sign in part {
            let digit = if *sign == b'=' { 0 } else { ALPHABET.iter().position(|it| it == sign)? };
            bits = bits << 6 | u32::try_from(digit).ok()?;
        }
        let padding = part.iter().filter(|sign| **sign == b'=').count();
        let [_, bytes @ ..] = bits.to_be_bytes();
        found.extend_from_slice(bytes.get(..3usize.checked_sub(padding)?)?);
    }
    // Only a text with all its padding, and with nothing after it, is the base64 of its bytes.
    (base64(&found) == text).then_some(found)
}
