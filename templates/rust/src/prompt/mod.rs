//! Reads the answer of a prompt or agent hook, and returns its effects.

mod answer;
mod chance;
mod data;
mod effects;
mod kinds;
mod outcome;

use std::fmt;
use std::str::FromStr;

use self::answer::Answer;
pub use self::chance::{NoProbability, any_failure};
use self::data::IMPOSSIBLE;
use self::effects::Asked;
pub use self::kinds::handler_kinds;
use self::outcome::Answered;
use crate::validate::messages::sorted;
use crate::validate::{Host, of_the_whole};
use crate::{
    Event, Problem, ProblemCode, ProblemConfidence, ProblemSeverity, PromptFailure, PromptKind, PromptReading,
    UnknownValue,
};

/// The context of a model's answer, apart from its text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PromptContext {
    /// The kind of hook.
    pub handler: ModelHandler,
    /// The event that it answers. Without an event, the effects of `ok: false` are not reported.
    pub event: Option<Event>,
    /// The version of the host.
    pub host: Option<Host>,
    /// The stop reason of the model, as its API reports it.
    pub stop_reason: Option<String>,
    /// The model did not answer in time.
    pub timed_out: bool,
    /// The output of the model was constrained to a schema. For an agent: it called its tool for answers.
    pub structured_output: bool,
    /// The setting `continueOnBlock` of the hook. Agent hooks do not have it.
    pub continue_on_block: bool,
}

impl Default for PromptContext {
    fn default() -> Self {
        let handler = ModelHandler::default();
        let (event, host, stop_reason) = (None, None, None);
        Self { handler, event, host, stop_reason, timed_out: false, structured_output: true, continue_on_block: false }
    }
}

impl PromptContext {
    /// Creates the context of a prompt hook that was answered in time, without an event.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the kind of hook.
    #[must_use]
    pub fn from_handler(self, handler: ModelHandler) -> Self {
        Self { handler, ..self }
    }

    /// Sets the event.
    #[must_use]
    pub fn for_event(self, event: Event) -> Self {
        Self { event: Some(event), ..self }
    }

    /// Sets the version of the host.
    #[must_use]
    pub fn for_host(self, host: Host) -> Self {
        Self { host: Some(host), ..self }
    }

    /// Sets the stop reason of the model, such as `refusal`.
    #[must_use]
    pub fn stopped_by(self, stop_reason: impl Into<String>) -> Self {
        Self { stop_reason: Some(stop_reason.into()), ..self }
    }

    /// Sets `timed_out`: the model did not answer in time.
    #[must_use]
    pub fn with_timed_out(self, timed_out: bool) -> Self {
        Self { timed_out, ..self }
    }

    /// Sets `structured_output`: the output of the model was constrained to a schema. For an agent: it called its tool
    /// for answers.
    #[must_use]
    pub fn with_structured_output(self, structured_output: bool) -> Self {
        Self { structured_output, ..self }
    }

    /// Sets the hook's setting `continueOnBlock`.
    #[must_use]
    pub fn with_continue_on_block(self, continue_on_block: bool) -> Self {
        Self { continue_on_block, ..self }
    }

    fn answered(&self) -> Option<&'static Answered> {
        self.event.map(|event| data::answered(event, self.handler))
    }
}

/// A handler that asks a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ModelHandler {
    /// One question to a model.
    #[default]
    Prompt,
    /// A question to a subagent, which has tools.
    Agent,
}

impl ModelHandler {
    /// All handlers that ask a model.
    pub const ALL: &'static [Self] = &[Self::Prompt, Self::Agent];

    /// Returns the name in the settings of the host.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Agent => "agent",
        }
    }
}

impl fmt::Display for ModelHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ModelHandler {
    type Err = UnknownValue;

    fn from_str(name: &str) -> Result<Self, UnknownValue> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == name).ok_or(UnknownValue)
    }
}

/// Reads the answer to a prompt or agent hook, as the host does.
///
/// For a prompt, pass the whole text of the answer. For an agent, pass the arguments of its tool for answers. Returns
/// the outcome, the problems and the effects.
#[must_use]
pub fn read_prompt_reply(bytes: &[u8], context: &PromptContext) -> PromptReading {
    let Answer { failure, reply, mut problems } = Answer::read(bytes, context);
    let kind = kind(failure, reply.as_ref(), &mut problems, context);
    let confidence = confidence(kind, &problems);
    let asked = Asked::of(context, &mut problems);
    let mut reading = PromptReading::new(kind, sorted(problems), confidence, effects::effects(kind, &asked, context));
    reading.reason = reply.as_ref().filter(|_| is_no(kind)).and_then(|it| it["reason"].as_str().map(str::to_owned));
    reading.failure = failure;
    reading.reply = reply;
    reading
}

const fn is_no(kind: PromptKind) -> bool {
    matches!(kind, PromptKind::NotMet | PromptKind::Impossible)
}

fn kind(
    failure: Option<PromptFailure>,
    reply: Option<&serde_json::Value>,
    problems: &mut Vec<Problem>,
    context: &PromptContext,
) -> PromptKind {
    let says = |key: &str| reply.and_then(|it| it.get(key)).and_then(serde_json::Value::as_bool) == Some(true);
    let is_heard = || match context.answered() {
        Some(it) => !it.impossible.is_empty(),
        None => context.handler == ModelHandler::Prompt,
    };
    match failure {
        Some(_) => PromptKind::Failed,
        None if says("ok") => PromptKind::Met,
        None if !says("impossible") => PromptKind::NotMet,
        None if is_heard() => PromptKind::Impossible,
        None => {
            let (code, severity) = (ProblemCode::WithoutEffect, ProblemSeverity::Inert);
            problems.push(Problem::new("/impossible", code, severity, ProblemConfidence::Confirmed, IMPOSSIBLE));
            PromptKind::NotMet
        }
    }
}

fn confidence(kind: PromptKind, problems: &[Problem]) -> ProblemConfidence {
    let is_sure = match kind {
        PromptKind::Failed => problems.iter().any(|it| {
            it.severity == ProblemSeverity::Rejected && it.confidence == ProblemConfidence::Confirmed
        }),
        PromptKind::Impossible => problems.iter().all(|it| it.code != ProblemCode::UnsupportedByHost),
        _ => true,
    };
    confirmed_if(is_sure)
}

const fn confirmed_if(is_sure: bool) -> ProblemConfidence {
    if is_sure { ProblemConfidence::Confirmed } else { ProblemConfidence::Unconfirmed }
}

/// Adds a problem of the settings, with an empty pointer, unless there is already one with this code.
fn add(problems: &mut Vec<Problem>, code: ProblemCode, severity: ProblemSeverity, is_sure: bool, message: &str) {
    if !problems.iter().any(|it| it.pointer.is_empty() && it.code == code) {
        problems.push(Problem { confidence: confirmed_if(is_sure), ..of_the_whole(code, severity, message) });
    }
}
