//! Reads the text of an answer, and determines its failure and its problems.

use serde_json::Value;

use super::data::{FAILURES, FALSY, REPLY, STOP_REASONS};
use super::{PromptContext, ModelHandler, confirmed_if};
use crate::read::{Fault, decoded, is_space, parsed};
use crate::validate::{Target, of_the_whole, validate};
use crate::{Problem, ProblemCode, ProblemSeverity, PromptFailure};

/// The answer of a model.
pub(super) struct Answer {
    /// The failure, if the host cannot use the answer.
    pub(super) failure: Option<PromptFailure>,
    pub(super) reply: Option<Value>,
    pub(super) problems: Vec<Problem>,
}

impl Answer {
    pub(super) fn read(bytes: &[u8], context: &PromptContext) -> Self {
        if context.timed_out {
            return Self::failed(PromptFailure::TimedOut, None);
        }
        if context.handler == ModelHandler::Agent && !context.structured_output {
            return Self::failed(PromptFailure::NoStructuredOutput, None);
        }
        let answer = match decoded(bytes) {
            Ok(text) => Self::of_text(text.trim_matches(is_space), context),
            Err(fault) => Self::unreadable(fault, context),
        };
        let failure = answer.failure.map(|mode| if context.structured_output { mode } else { unheld(mode) });
        Self { failure, ..answer }
    }

    fn of_text(text: &str, context: &PromptContext) -> Self {
        if text.is_empty() {
            return Self::failed(stopped(context, PromptFailure::Empty), None);
        }
        match parsed(text) {
            Ok(value) if is_no_json(&value, context) => Self::failed(stopped(context, PromptFailure::NotJson), None),
            Ok(value) => Self::checked(value, context),
            Err(Fault::NotJson) => match inside(text) {
                Some((mode, value)) => Self::failed(mode, Some(value)),
                None => Self::failed(stopped(context, PromptFailure::NotJson), None),
            },
            Err(fault) => Self::unreadable(fault, context),
        }
    }

    fn checked(reply: Value, context: &PromptContext) -> Self {
        let target = Target::of(REPLY);
        let target = match &context.host {
            Some(host) => target.for_host(host.clone()),
            None => target,
        };
        let problems = validate(&reply, &target);
        let is_refused = problems.iter().any(|it| it.severity == ProblemSeverity::Rejected);
        Self { failure: is_refused.then_some(PromptFailure::SchemaViolation), reply: Some(reply), problems }
    }

    fn unreadable(fault: Fault, context: &PromptContext) -> Self {
        let problems = vec![fault.problem(ProblemSeverity::Rejected)];
        Self { failure: Some(stopped(context, PromptFailure::NotJson)), reply: None, problems }
    }

    fn failed(mode: PromptFailure, reply: Option<Value>) -> Self {
        let problem = |message: &str, unconfirmed: bool| Problem {
            confidence: confirmed_if(!unconfirmed),
            ..of_the_whole(ProblemCode::NotJson, ProblemSeverity::Rejected, message)
        };
        let fact = FAILURES.iter().find(|it| it.mode == mode);
        let problems = fact.map(|it| problem(it.message, it.unconfirmed)).into_iter().collect();
        Self { failure: Some(mode), reply, problems }
    }
}

/// Returns true if the value is falsy and the host treats it as invalid JSON.
fn is_no_json(value: &Value, context: &PromptContext) -> bool {
    let is_falsy = match value {
        Value::Null => true,
        Value::Bool(it) => !it,
        Value::Number(it) => it.as_f64() == Some(0.0),
        Value::String(it) => it.is_empty(),
        Value::Array(_) | Value::Object(_) => false,
    };
    is_falsy && context.host.as_ref().is_some_and(|host| !host.is_newer_than(FALSY))
}

/// Returns the failure that the stop reason explains, or `otherwise`.
fn stopped(context: &PromptContext, otherwise: PromptFailure) -> PromptFailure {
    let reason = context.stop_reason.as_deref();
    STOP_REASONS.iter().find(|(known, _)| Some(*known) == reason).map_or(otherwise, |(_, mode)| *mode)
}

/// Replaces the failures that structured output prevents with `NoStructuredOutput`.
const fn unheld(mode: PromptFailure) -> PromptFailure {
    use PromptFailure::{Fenced, NoStructuredOutput, NotJson, Preamble, SchemaViolation};
    if matches!(mode, NotJson | Fenced | Preamble | SchemaViolation) { NoStructuredOutput } else { mode }
}

/// Returns the object inside a text that is not JSON, with the failure mode.
fn inside(text: &str) -> Option<(PromptFailure, Value)> {
    let fenced = in_fence(text).and_then(object).map(|value| (PromptFailure::Fenced, value));
    fenced.or_else(|| around(text).and_then(object).map(|value| (PromptFailure::Preamble, value)))
}

/// Returns the text in a fence at the start: from the second line to the end of the fence.
fn in_fence(text: &str) -> Option<&str> {
    let (_, body) = text.strip_prefix("```")?.split_once('\n')?;
    let body = body.trim_matches(is_space);
    Some(body.strip_suffix("```").unwrap_or(body).trim_matches(is_space))
}

fn around(text: &str) -> Option<&str> {
    text.get(text.find('{')?..=text.rfind('}')?)
}

fn object(text: &str) -> Option<Value> {
    parsed(text).ok().filter(Value::is_object)
}
