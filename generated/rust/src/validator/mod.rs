//! Replies that are made of what a validator has found.

mod answers;
mod text;

use serde_json::{Value, json};

use self::answers::Way;
use crate::{Event, ValidationResult, ValidationSeverity};

/// A reply that reports the result of a validation to the host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValidatorReply {
    /// The JSON that a command prints or a server sends: the reply to the event, with the result in it.
    pub reply: Value,
    /// The exit code of a command.
    pub exit_code: u8,
    /// The text that a command writes to stderr; empty if the reply contains everything.
    pub stderr: String,
    /// The limits of the reply: why nothing is decided, or who cannot read it.
    pub note: Option<&'static str>,
}

/// Makes the reply to an event out of what a validator of this severity has found. The summary and the violations are
/// told to whoever reads it.
///
/// An `error` refuses where a hook can refuse, a `warning` is told where somebody reads it, `info` decides nothing; so
/// does a result that has passed, whatever the severity.
#[must_use]
pub fn validator_reply(result: &ValidationResult, severity: ValidationSeverity, event: Event) -> ValidatorReply {
    validator_reply_with_reason(result, severity, event, "")
}

/// The same with a text of one's own, if it is not empty.
#[must_use]
pub fn validator_reply_with_reason(
    result: &ValidationResult,
    severity: ValidationSeverity,
    event: Event,
    reason: &str,
) -> ValidatorReply {
    let answer = answers::answer(event);
    let way = match severity {
        _ if result.passed => answer.passed,
        ValidationSeverity::Error => answer.error,
        ValidationSeverity::Warning => answer.warning,
        ValidationSeverity::Info => answer.info,
    };
    let text = if reason.is_empty() { text::text_of(result) } else { reason.to_owned() };
    ValidatorReply {
        reply: reply(&way, &text, result),
        exit_code: way.exit_code,
        stderr: if way.exit_code == 0 { String::new() } else { text },
        note: way.note,
    }
}

/// The decision and the text of a way, and the result beside them.
fn reply(way: &Way, text: &str, result: &ValidationResult) -> Value {
    let mut reply = (way.reply)();
    if !way.text.is_empty() {
        put(&mut reply, way.text, text);
    }
    put(&mut reply, &["passed"], result.passed);
    put(&mut reply, &["violations"], json!(result.violations));
    put(&mut reply, &["summary"], &*result.summary);
    reply
}

/// Writes a value at a path that leads through objects.
fn put(mut at: &mut Value, path: &[&str], value: impl Into<Value>) {
    for key in path {
        let Value::Object(object) = at else { return };
        at = object.entry(*key).or_insert(Value::Null);
    }
    *at = value.into();
}
