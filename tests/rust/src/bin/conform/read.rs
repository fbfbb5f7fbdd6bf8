//! Reads documents with the crate's readers.

use std::fs;
use std::path::PathBuf;

use hookwire::host::{ModelAnswer, PromptReading, read_prompt_reply};
use hookwire::problems::Problem;
use hookwire::read::{Reply, ReplyKind, read_reply};
use hookwire::{Context, HandlerEntry, HookEvent, Input, read_input};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Answer;

/// A line of the harness that has `read`.
#[derive(Deserialize)]
pub struct Question {
    id: String,
    read: Side,
    event: Option<String>,
    handler: Option<String>,
    host: Option<String>,
    tool: Option<String>,
    profile: Option<String>,
    #[serde(flatten)]
    asked: Asked,
    file: PathBuf,
}

/// The context of a model's answer, next to its text.
#[derive(Deserialize)]
struct Asked {
    stop_reason: Option<String>,
    #[serde(default)]
    timed_out: bool,
    #[serde(default)]
    unstructured: bool,
    #[serde(default)]
    continue_on_block: bool,
}

/// The writer of the document.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The host.
    Input,
    /// A hook.
    Reply,
    /// The model of a hook.
    Prompt,
}

/// The reading of a document.
#[derive(Serialize)]
pub struct Reading {
    kind: &'static str,
    problems: Vec<Problem>,
    #[serde(flatten)]
    what: What,
}

/// The kind of document, with its reading.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum What {
    /// The input or the reply, if there is one.
    Payload(Option<Value>),
    /// The full reading of the answer of a model.
    Reading(Box<PromptReading>),
}

impl Reading {
    fn of(kind: &'static str, problems: Vec<Problem>, payload: Option<Value>) -> Self {
        Self { kind, problems, what: What::Payload(payload) }
    }
}

pub fn answer(question: Question) -> Result<Answer, String> {
    let bytes = fs::read(&question.file).map_err(|error| format!("{}: {error}", question.file.display()))?;
    let reading = match question.read {
        Side::Input => input(&bytes, &question.context()?)?,
        Side::Reply => reply(read_reply(&bytes, question.event()?, &question.context()?)),
        Side::Prompt => of_model(read_prompt_reply(question.answer(bytes), question.event()?, &question.context()?)),
    };
    let verdict = crate::conforms(&reading.problems);
    Ok(Answer { id: question.id, verdict, error: None, said: crate::Said::Read(reading) })
}

fn input(bytes: &[u8], context: &Context) -> Result<Reading, String> {
    match read_input(bytes, context) {
        Ok(reading) => {
            let kind = match &reading.input {
                Input::Known(_) if !reading.problems.is_empty() => "misfit",
                Input::Known(_) => "known",
                _ => "unknown",
            };
            let payload = match &reading.input {
                Input::Known(input) if kind == "known" => {
                    serde_json::to_value(input).map_err(|error| error.to_string())?
                }
                _ => reading.payload,
            };
            Ok(Reading::of(kind, reading.problems, Some(payload)))
        }
        // The type cannot hold the input. The other languages have no such type.
        Err(error) => {
            let kind = match error.event() {
                // A valid payload of an older host, without a field that the type requires.
                Some(_) if error.problems().is_empty() => "known",
                Some(_) => "misfit",
                None => "unreadable",
            };
            let payload = error.event().and(error.payload()).cloned();
            Ok(Reading::of(kind, error.into_problems(), payload))
        }
    }
}

fn reply(reply: Reply) -> Reading {
    let kind = match reply.kind {
        ReplyKind::Nothing => "nothing",
        ReplyKind::Json => "json",
        ReplyKind::Text => "text",
        _ => "other",
    };
    Reading::of(kind, reply.problems, reply.reply)
}

fn of_model(reading: PromptReading) -> Reading {
    let (kind, problems) = (reading.kind.as_str(), reading.problems.clone());
    Reading { kind, problems, what: What::Reading(Box::new(reading)) }
}

impl Question {
    fn event(&self) -> Result<Option<HookEvent>, String> {
        self.event.as_deref().map(crate::event).transpose()
    }

    fn context(&self) -> Result<Context, String> {
        let context = crate::context(self.host.as_deref(), self.tool.as_deref(), self.profile.as_deref())?;
        let is_model = matches!(self.read, Side::Prompt);
        let kind = self.handler.as_deref().or(is_model.then_some("prompt"));
        let Some(kind) = kind else { return Ok(context) };
        let mut entry = json!({"type": kind});
        if self.asked.continue_on_block {
            entry["continueOnBlock"] = json!(true);
        }
        Ok(context.with_handler(HandlerEntry::try_from(entry).map_err(|error| error.to_string())?))
    }

    fn answer(&self, bytes: Vec<u8>) -> ModelAnswer {
        let Asked { stop_reason, timed_out, unstructured, .. } = &self.asked;
        let answer = ModelAnswer::new(bytes).with_timed_out(*timed_out).with_structured_output(!unstructured);
        stop_reason.iter().fold(answer, |answer, reason| answer.with_stop_reason(reason))
    }
}
