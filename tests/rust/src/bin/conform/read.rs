//! Reads documents with the crate's readers.

use std::fs;
use std::path::PathBuf;

use hookwire::{
    Event, Handler, Host, Input, ModelHandler, Problem, PromptContext, PromptReading, Reply, ReplyContext, ReplyKind,
    read_input, read_input_for, read_prompt_reply, read_reply,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
        Side::Input => input(&bytes, question.host.as_deref())?,
        Side::Reply => reply(read_reply(&bytes, &context(&question)?)),
        Side::Prompt => of_model(read_prompt_reply(&bytes, &asked(&question)?)),
    };
    let verdict = crate::conforms(&reading.problems);
    Ok(Answer { id: question.id, verdict, error: None, said: crate::Said::Read(reading) })
}

fn input(bytes: &[u8], host: Option<&str>) -> Result<Reading, String> {
    let read = match host {
        Some(host) => read_input_for(bytes, &host.parse().map_err(|error| format!("{host}: {error}"))?),
        None => read_input(bytes),
    };
    Ok(match read {
        Ok(Input::Known(input)) => {
            let payload = serde_json::to_value(input).map_err(|error| error.to_string())?;
            Reading::of("known", Vec::new(), Some(payload))
        }
        // The type requires a field of newer hosts, so a valid payload of an older host cannot become that type.
        Ok(Input::Misfit(it)) if it.problems.is_empty() => Reading::of("known", it.problems, Some(it.payload)),
        Ok(Input::Misfit(it)) => Reading::of("misfit", it.problems, Some(it.payload)),
        Ok(Input::Unknown(it)) => Reading::of("unknown", it.problems, Some(it.payload)),
        Ok(other) => return Err(format!("no kind of input: {other:?}")),
        Err(error) => Reading::of("unreadable", vec![error.into_problem()], None),
    })
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

fn asked(question: &Question) -> Result<PromptContext, String> {
    let Asked { stop_reason, timed_out, unstructured, continue_on_block } = &question.asked;
    let mut context = PromptContext::new()
        .with_timed_out(*timed_out)
        .with_structured_output(!unstructured)
        .with_continue_on_block(*continue_on_block);
    if let Some(reason) = stop_reason {
        context = context.stopped_by(reason);
    }
    if let Some(name) = &question.handler {
        context = context.from_handler(name.parse::<ModelHandler>().map_err(|error| format!("{name}: {error}"))?);
    }
    if let Some(name) = &question.event {
        context = context.for_event(name.parse::<Event>().map_err(|error| format!("{name}: {error}"))?);
    }
    if let Some(version) = &question.host {
        context = context.for_host(version.parse::<Host>().map_err(|error| format!("{version}: {error}"))?);
    }
    Ok(context)
}

fn context(question: &Question) -> Result<ReplyContext, String> {
    let mut context = ReplyContext::new();
    if let Some(name) = &question.handler {
        context = context.from_handler(name.parse::<Handler>().map_err(|error| format!("{name}: {error}"))?);
    }
    if let Some(name) = &question.event {
        context = context.for_event(name.parse::<Event>().map_err(|error| format!("{name}: {error}"))?);
    }
    if let Some(version) = &question.host {
        context = context.for_host(version.parse::<Host>().map_err(|error| format!("{version}: {error}"))?);
    }
    if let Some(name) = &question.tool {
        context = context.for_tool(name);
    }
    Ok(match crate::profile(question.profile.as_deref())? {
        Some(profile) => context.for_profile(profile),
        None => context,
    })
}
