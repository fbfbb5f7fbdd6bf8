//! Reads the text of an answer, and determines its failure and its problems.

use serde_json::Value;

use super::data::{FAILURES, FALSY, REPLY, STOP_REASONS, UNFENCED, WORDS_FROM};
use super::{Asked, ModelHandler, confirmed_if};
use crate::context::Context;
use crate::reading::{Decoded, Fault, Parsed, Replaced, decoded, is_space, object_of, parsed};
use crate::validation::{Target, of_the_whole, validate, words};
use crate::types::{Problem, ProblemCode, ProblemSeverity, PromptFailure};

/// The answer of a model, with the facts about it that its text does not have.
///
/// Text and bytes convert to an answer in time, whose output was constrained to a schema.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelAnswer {
    /// The text, in UTF-8.
    pub text: Vec<u8>,
    /// The stop reason of the model, as its API reports it.
    pub stop_reason: Option<String>,
    /// The model did not answer in time.
    pub timed_out: bool,
    /// The output of the model was constrained to a schema. For an agent: it called its tool for answers.
    pub structured_output: bool,
}

impl ModelAnswer {
    /// Creates an answer in time, whose output was constrained to a schema.
    #[must_use]
    pub fn new(text: impl Into<Vec<u8>>) -> Self {
        Self { text: text.into(), stop_reason: None, timed_out: false, structured_output: true }
    }

    /// Sets the stop reason of the model, such as `refusal`.
    #[must_use]
    pub fn with_stop_reason(mut self, stop_reason: impl Into<String>) -> Self {
        self.stop_reason = Some(stop_reason.into());
        self
    }

    /// Sets `timed_out`: the model did not answer in time.
    #[must_use]
    pub fn with_timed_out(mut self, timed_out: bool) -> Self {
        self.timed_out = timed_out;
        self
    }

    /// Sets `structured_output`: the output of the model was constrained to a schema. For an agent: it called its tool
    /// for answers.
    #[must_use]
    pub fn with_structured_output(mut self, structured_output: bool) -> Self {
        self.structured_output = structured_output;
        self
    }
}

impl From<&str> for ModelAnswer {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<&String> for ModelAnswer {
    fn from(text: &String) -> Self {
        Self::new(text.as_str())
    }
}

impl From<String> for ModelAnswer {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&[u8]> for ModelAnswer {
    fn from(text: &[u8]) -> Self {
        Self::new(text)
    }
}

impl From<&Vec<u8>> for ModelAnswer {
    fn from(text: &Vec<u8>) -> Self {
        Self::new(text.as_slice())
    }
}

impl From<Vec<u8>> for ModelAnswer {
    fn from(text: Vec<u8>) -> Self {
        Self::new(text)
    }
}

impl From<&Self> for ModelAnswer {
    fn from(answer: &Self) -> Self {
        answer.clone()
    }
}

/// What the host makes of an answer.
pub(super) struct Answer {
    /// The failure, if the host cannot use the answer.
    pub(super) failure: Option<PromptFailure>,
    pub(super) reply: Option<Value>,
    pub(super) problems: Vec<Problem>,
}

/// An answer, and the question about it.
struct Circumstances<'a> {
    answer: &'a ModelAnswer,
    asked: &'a Asked<'a>,
}

impl Circumstances<'_> {
    /// Returns true if the host reads the answer in a code fence.
    fn has_fence_taken_off(&self) -> bool {
        let is_prompt = self.asked.handler == ModelHandler::Prompt;
        is_prompt && self.is_from(UNFENCED)
    }

    /// Returns true if the host takes a word as the flag of an answer.
    fn has_words_read(&self) -> bool {
        self.asked.handler == ModelHandler::Agent && self.is_from(WORDS_FROM)
    }

    fn is_from(&self, version: &[u64]) -> bool {
        !version.is_empty() && self.asked.host.is_none_or(|host| !host.is_older_than(version))
    }
}

impl Answer {
    pub(super) fn read(answer: &ModelAnswer, asked: &Asked<'_>) -> Self {
        let context = &Circumstances { answer, asked };
        if answer.timed_out {
            return Self::failed(PromptFailure::TimedOut, None);
        }
        if asked.handler == ModelHandler::Agent && !answer.structured_output {
            return Self::failed(PromptFailure::NoStructuredOutput, None);
        }
        let read = match decoded(&answer.text) {
            Ok(Decoded { text, replaced }) => {
                let mut read = Self::of_text(text.trim_matches(is_space), context);
                read.problems.extend(replaced.map(Replaced::problem));
                read
            }
            Err(fault) => Self::unreadable(fault, context),
        };
        let failure = read.failure.map(|mode| if answer.structured_output { mode } else { unheld(mode) });
        Self { failure, ..read }
    }

    fn of_text(text: &str, context: &Circumstances<'_>) -> Self {
        if text.is_empty() {
            return Self::failed(stopped(context, PromptFailure::Empty), None);
        }
        match parsed(if context.has_fence_taken_off() { unfenced(text) } else { text }) {
            Ok(read) if is_no_json(&read.value, context) => Self::failed(stopped(context, PromptFailure::NotJson), None),
            Ok(read) => Self::checked(read, context),
            Err(Fault::NotJson) => match inside(text) {
                Some((mode, value)) => Self::failed(mode, Some(value)),
                None => Self::failed(stopped(context, PromptFailure::NotJson), None),
            },
            Err(fault) => Self::unreadable(fault, context),
        }
    }

    fn checked(Parsed { value: mut reply, replaced }: Parsed, context: &Circumstances<'_>) -> Self {
        let host = context.asked.host.cloned().map_or_else(Context::new, |host| Context::new().with_host(host));
        if context.has_words_read() {
            convert_flag(&mut reply);
        }
        let mut problems = validate(&reply, &Target::of(REPLY), &host);
        problems.extend(replaced.into_iter().map(Replaced::problem));
        let is_refused = problems.iter().any(|it| it.severity == ProblemSeverity::Rejected);
        Self { failure: is_refused.then_some(PromptFailure::SchemaViolation), reply: Some(reply), problems }
    }

    fn unreadable(fault: Fault, context: &Circumstances<'_>) -> Self {
        let problems = vec![fault.problem(ProblemSeverity::Rejected, "", words::JSON_OBJECT)];
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

/// Converts `ok` from a string, as the tool for the answers of agents does.
fn convert_flag(reply: &mut Value) {
    let Some(ok) = reply.get_mut("ok") else { return };
    match ok.as_str() {
        Some("true") => *ok = Value::Bool(true),
        Some("false") => *ok = Value::Bool(false),
        _ => {}
    }
}

/// Returns true if the value is falsy and the host treats it as invalid JSON.
fn is_no_json(value: &Value, context: &Circumstances<'_>) -> bool {
    let is_falsy = match value {
        Value::Null => true,
        Value::Bool(it) => !it,
        Value::Number(it) => it.as_f64() == Some(0.0),
        Value::String(it) => it.is_empty(),
        Value::Array(_) | Value::Object(_) => false,
    };
    is_falsy && context.asked.host.is_some_and(|host| !host.is_newer_than(FALSY))
}

/// Returns the failure that the stop reason explains, or `otherwise`.
fn stopped(context: &Circumstances<'_>, otherwise: PromptFailure) -> PromptFailure {
    let reason = context.answer.stop_reason.as_deref();
    STOP_REASONS.iter().find(|(known, _)| Some(*known) == reason).map_or(otherwise, |(_, mode)| *mode)
}

/// Replaces the failures that structured output prevents with `NoStructuredOutput`.
const fn unheld(mode: PromptFailure) -> PromptFailure {
    use PromptFailure::{Fenced, NoStructuredOutput, NotJson, Preamble, SchemaViolation};
    if matches!(mode, NotJson | Fenced | Preamble | SchemaViolation) { NoStructuredOutput } else { mode }
}

/// Returns the object inside a text that is not JSON, with the failure mode.
fn inside(text: &str) -> Option<(PromptFailure, Value)> {
    let fenced = in_fence(text).and_then(object_of).map(|value| (PromptFailure::Fenced, value));
    fenced.or_else(|| around(text).and_then(object_of).map(|value| (PromptFailure::Preamble, value)))
}

/// Returns the text in a fence at the start: from the second line to the end of the fence.
fn in_fence(text: &str) -> Option<&str> {
    let (_, body) = text.strip_prefix("```")?.split_once('\n')?;
    let body = body.trim_matches(is_space);
    Some(body.strip_suffix("```").unwrap_or(body).trim_matches(is_space))
}

/// Returns the object in a fence, and any other text as it is.
fn unfenced(text: &str) -> &str {
    in_fence(text).filter(|inner| object_of(inner).is_some()).unwrap_or(text)
}

fn around(text: &str) -> Option<&str> {
    text.get(text.find('{')?..=text.rfind('}')?)
}
