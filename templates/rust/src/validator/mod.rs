//! Replies that are made of what a validator has found.

mod answers;
mod text;

use serde_json::{Value, json};

use self::answers::Way;
use crate::{Event, ValidationResult, ValidationSeverity};

/// How the outcome of a validation is told to the host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValidatorReply {
    /// What a command prints as JSON, or a server sends: the reply to the event, and the result beside it.
    pub reply: Value,
    /// What a command exits with.
    pub exit_code: u8,
    /// What a command writes on stderr; empty where the reply says all.
    pub stderr: String,
    /// What the reply does not do: why nothing is decided, or who does not get to read it.
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
