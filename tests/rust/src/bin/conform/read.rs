//! What the crate's readers make of a document.

use std::fs;
use std::path::PathBuf;

use hookwire::{Event, Handler, Host, Input, Problem, Reply, ReplyContext, ReplyKind, read_input, read_input_for, read_reply};
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
    file: PathBuf,
}

/// Who has written the document.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The host.
    Input,
    /// A hook.
    Reply,
}

/// What a document is taken for.
#[derive(Serialize)]
pub struct Reading {
    kind: &'static str,
    problems: Vec<Problem>,
    /// What was read, if anything.
    payload: Option<Value>,
}

pub fn answer(question: Question) -> Result<Answer, String> {
    let bytes = fs::read(&question.file).map_err(|error| format!("{}: {error}", question.file.display()))?;
    let reading = match question.read {
        Side::Input => input(&bytes, question.host.as_deref())?,
        Side::Reply => reply(read_reply(&bytes, &context(&question)?)),
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
            Reading { kind: "known", problems: Vec::new(), payload: Some(payload) }
        }
        // A type asks for what only newer hosts have: it fits, and cannot be built.
        Ok(Input::Misfit(it)) if it.problems.is_empty() => {
            Reading { kind: "known", problems: it.problems, payload: Some(it.payload) }
        }
        Ok(Input::Misfit(it)) => Reading { kind: "misfit", problems: it.problems, payload: Some(it.payload) },
        Ok(Input::Unknown(it)) => Reading { kind: "unknown", problems: it.problems, payload: Some(it.payload) },
        Ok(other) => return Err(format!("no kind of input: {other:?}")),
        Err(error) => Reading { kind: "unreadable", problems: vec![error.into_problem()], payload: None },
    })
}

fn reply(reply: Reply) -> Reading {
    let kind = match reply.kind {
        ReplyKind::Nothing => "nothing",
        ReplyKind::Json => "json",
        ReplyKind::Text => "text",
        _ => "other",
    };
    Reading { kind, problems: reply.problems, payload: reply.reply }
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
