//! Reads the answer of a prompt or agent hook, and returns its effects.

mod answer;
mod chance;
mod data;
mod effects;
mod kinds;
mod outcome;
mod question;

use self::answer::Answer;
pub use self::answer::ModelAnswer;
pub use self::chance::any_failure;
use self::data::IMPOSSIBLE;
use self::effects::Settings;
pub use self::kinds::HANDLER_KINDS;
use self::outcome::Answered;
pub use self::question::{QuestionError, message_answer, prompt_question};
use crate::context::Context;
use crate::event::HookEvent;
use crate::reading::{Handler, event_in};
use crate::types::{
    Problem, ProblemCode, ProblemConfidence, ProblemSeverity, PromptFailure, PromptKind, PromptReading,
};
use crate::validation::order::ordered;
use crate::validation::{HostVersion, of_the_whole};
use crate::wire::CONTINUES;

/// A handler that asks a model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModelHandler {
    /// One question to a model.
    Prompt,
    /// A question to a subagent, which has tools.
    Agent,
}

/// A question about an answer.
struct Asked<'a> {
    event: Option<HookEvent>,
    handler: ModelHandler,
    host: Option<&'a HostVersion>,
    /// The setting `continueOnBlock` of the hook. Agent hooks do not have it.
    continue_on_block: bool,
}

impl<'a> Asked<'a> {
    fn new(event: Option<HookEvent>, context: &'a Context) -> Self {
        let handler = if context.handler_kind() == Handler::Agent { ModelHandler::Agent } else { ModelHandler::Prompt };
        let set = context.handler_value(CONTINUES).and_then(serde_json::Value::as_bool);
        let event = event.or_else(|| event_in(context));
        Self { event, handler, host: context.host(), continue_on_block: set == Some(true) }
    }

    fn answered(&self) -> Option<&'static Answered> {
        self.event.map(|event| data::answered(event, self.handler))
    }
}

/// Reads the answer to a prompt or agent hook, as the host does.
///
/// For a prompt, pass the whole text of the answer. For an agent, pass the arguments of its tool for answers. Returns
/// the outcome, the problems and the effects. Without an event, it is that of the context's input, and without that, the
/// effects of `ok: false` are not known.
///
/// Of the context, the host and the handler count: its kind, and its setting `continueOnBlock`. Without a handler, the
/// answer is to a prompt hook.
///
/// A handler that does not ask a model, such as a command or a server, has no such answer. This function does not
/// report that: it ignores the kind, and reads the answer to a prompt hook. Read the reply of a command or a server with
/// [`read_reply`](crate::read::read_reply).
#[must_use]
pub fn read_prompt_reply(
    answer: impl Into<ModelAnswer>,
    event: impl Into<Option<HookEvent>>,
    context: &Context,
) -> PromptReading {
    read(&answer.into(), &Asked::new(event.into(), context))
}

fn read(answer: &ModelAnswer, asked: &Asked<'_>) -> PromptReading {
    let Answer { failure, reply, mut problems } = Answer::read(answer, asked);
    let kind = kind(failure, reply.as_ref(), &mut problems, asked);
    let confidence = confidence(kind, &problems);
    let settings = Settings::of(asked, &mut problems);
    let effects = effects::effects(kind, &settings, asked);
    let reason = reply.as_ref().filter(|_| is_no(kind)).and_then(|it| it["reason"].as_str().map(str::to_owned));
    PromptReading { kind, failure, reason, reply, problems: ordered(problems), confidence, effects }
}

const fn is_no(kind: PromptKind) -> bool {
    matches!(kind, PromptKind::NotMet | PromptKind::Impossible)
}

fn kind(
    failure: Option<PromptFailure>,
    reply: Option<&serde_json::Value>,
    problems: &mut Vec<Problem>,
    asked: &Asked<'_>,
) -> PromptKind {
    let says = |key: &str| reply.and_then(|it| it.get(key)).and_then(serde_json::Value::as_bool) == Some(true);
    let is_heard = || match asked.answered() {
        Some(it) => !it.impossible.is_empty(),
        None => asked.handler == ModelHandler::Prompt,
    };
    match failure {
        Some(_) => PromptKind::Failed,
        None if says("ok") => PromptKind::Met,
        None if !says("impossible") || is_unread(problems) => PromptKind::NotMet,
        None if is_heard() => PromptKind::Impossible,
        None => {
            let (code, severity) = (ProblemCode::WithoutEffect, ProblemSeverity::Inert);
            problems.push(Problem { pointer: "/impossible".to_owned(), ..of_the_whole(code, severity, IMPOSSIBLE) });
            PromptKind::NotMet
        }
    }
}

/// Returns true if the host is older than `impossible`.
fn is_unread(problems: &[Problem]) -> bool {
    problems.iter().any(|it| it.pointer == "/impossible" && it.severity == ProblemSeverity::Ignored)
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
