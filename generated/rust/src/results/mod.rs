//! Creates replies from validation results.

mod answers;
mod text;

use serde_json::{Value, json};

use self::answers::Way;
use crate::event::HookEvent;
use crate::types::{ValidationResult, ValidationSeverity};

/// A reply that reports the result of a validation to the host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValidatorReply {
    /// The JSON that a command prints or a server sends: the reply to the event, with the result in it.
    pub reply: Value,
    /// The exit code of a command.
    pub exit_code: u8,
    /// The text that a command writes to stderr. Empty if the exit code is 0.
    pub stderr: String,
    /// The limits of the reply: why it decides nothing, or who cannot read it.
    pub note: Option<&'static str>,
}

/// Creates the reply to an event from a validation result. Its text is `reason`, or the summary and the violations.
///
/// An `error` blocks if hooks can block the event. A `warning` is reported if somebody reads it on the event. `info`
/// decides nothing, and neither does a result that has passed, whatever the severity.
#[must_use]
pub fn validator_reply(
    result: &ValidationResult,
    severity: ValidationSeverity,
    event: HookEvent,
    reason: Option<&str>,
) -> ValidatorReply {
    let answer = answers::answer(event);
    let way = match severity {
        _ if result.passed => answer.passed,
        ValidationSeverity::Error => answer.error,
        ValidationSeverity::Warning => answer.warning,
        ValidationSeverity::Info => answer.info,
    };
    let text = reason.filter(|it| !it.is_empty()).map_or_else(|| text::text_of(result), str::to_owned);
    ValidatorReply {
        reply: reply(&way, &text, result),
        exit_code: way.exit_code,
        stderr: if way.exit_code == 0 { String::new() } else { text },
        note: way.note,
    }
}

/// Returns the decision with the text and the result.
fn reply(way: &Way, text: &str, result: &ValidationResult) -> Value {
    let mut reply = serde_json::from_str(way.reply).unwrap_or_default();
    if !way.text.is_empty() {
        put(&mut reply, way.text, text);
    }
    put(&mut reply, &["passed"], result.passed);
    put(&mut reply, &["violations"], json!(result.violations));
    put(&mut reply, &["summary"], &*result.summary);
    reply
}

/// Writes a value at a path of object keys.
fn put(mut at: &mut Value, path: &[&str], value: impl Into<Value>) {
    for key in path {
        let Value::Object(object) = at else { return };
        at = object.entry(*key).or_insert(Value::Null);
    }
    *at = value.into();
}
