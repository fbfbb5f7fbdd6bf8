//! Interprets the results of hooks, and merges the outcomes of several.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hookwire::host::{
    HandlerResult, ModelAnswer, Outcome, backgrounded, exited, http, interpret, mcp, merge, model, not_started,
    signalled, timed_out,
};
use hookwire::{Context, HandlerEntry};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Answer;

/// A line of the harness that has `hooks`.
#[derive(Deserialize)]
pub struct Question {
    id: String,
    hooks: Vec<Hook>,
    finished: Option<Vec<usize>>,
}

/// A hook that has ended.
#[derive(Deserialize)]
struct Hook {
    event: String,
    result: Ended,
    #[serde(default)]
    context: Given,
}

/// The context of a hook.
#[derive(Default, Deserialize)]
struct Given {
    host: Option<String>,
    tool: Option<String>,
    profile: Option<String>,
    input: Option<Value>,
    handler: Option<Value>,
}

/// The result of a hook.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Ended {
    Exited { code: i32, stdout: Bytes, stderr: Bytes },
    Signalled { stdout: Bytes, stderr: Bytes },
    Http { status: u16, body: Bytes },
    Mcp { text: Bytes, is_error: bool },
    Model { text: Bytes, stop_reason: Option<String> },
    TimedOut,
    NotStarted,
    Backgrounded { later: Bytes },
}

/// Bytes: a string, or an object with their base64.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bytes {
    Text(String),
    Other { base64: String },
}

/// The outcome.
#[derive(Serialize)]
pub struct Said {
    outcome: Box<Outcome>,
}

pub fn answer(question: Question) -> Result<Answer, String> {
    let each: Vec<Outcome> = question.hooks.into_iter().map(Hook::outcome).collect::<Result<_, _>>()?;
    let outcome = match &each[..] {
        [one] if question.finished.is_none() => one.clone(),
        all => merge(all, question.finished.as_deref()).map_err(|error| error.to_string())?,
    };
    let said = crate::Said::Interpreted(Said { outcome: Box::new(outcome) });
    Ok(Answer { id: question.id, verdict: true, error: None, said })
}

impl Hook {
    fn outcome(self) -> Result<Outcome, String> {
        Ok(interpret(&self.event, &self.result.into_result()?, &self.context.into_context()?))
    }
}

impl Ended {
    fn into_result(self) -> Result<HandlerResult, String> {
        Ok(match self {
            Self::Exited { code, stdout, stderr } => exited(code, stdout.decoded()?, stderr.decoded()?),
            Self::Signalled { stdout, stderr } => signalled(stdout.decoded()?, stderr.decoded()?),
            Self::Http { status, body } => http(status, body.decoded()?),
            Self::Mcp { text, is_error } => mcp(text.decoded()?, is_error),
            Self::Model { text, stop_reason } => {
                let answer = ModelAnswer::new(text.decoded()?);
                model(stop_reason.into_iter().fold(answer, |answer, reason| answer.with_stop_reason(&reason)))
            }
            Self::TimedOut => timed_out(),
            Self::NotStarted => not_started(),
            Self::Backgrounded { later } => backgrounded(later.decoded()?),
        })
    }
}

impl Bytes {
    fn decoded(self) -> Result<Vec<u8>, String> {
        match self {
            Self::Text(text) => Ok(text.into_bytes()),
            Self::Other { base64 } => BASE64_STANDARD.decode(base64).map_err(|error| error.to_string()),
        }
    }
}

impl Given {
    fn into_context(self) -> Result<Context, String> {
        let context = crate::context(self.host.as_deref(), self.tool.as_deref(), self.profile.as_deref())?;
        let context = self.input.into_iter().fold(context, Context::with_input);
        let Some(entry) = self.handler else { return Ok(context) };
        Ok(context.with_handler(HandlerEntry::try_from(entry).map_err(|error| error.to_string())?))
    }
}
