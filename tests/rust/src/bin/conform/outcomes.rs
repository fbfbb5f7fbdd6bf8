//! Interprets the results of hooks, and merges the outcomes of several.

use hookwire::host::{HandlerResult, Outcome, RecordedResult, interpret, merge, recorded_result};
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
    result: Value,
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

/// The outcome, and the results as JSON.
#[derive(Serialize)]
pub struct Said {
    outcome: Box<Outcome>,
    records: Vec<RecordedResult>,
}

pub fn answer(question: Question) -> Result<Answer, String> {
    let results: Vec<HandlerResult> = question.hooks.iter().map(Hook::result).collect::<Result<_, _>>()?;
    let records = results.iter().map(HandlerResult::record).collect();
    let each = question.hooks.into_iter().zip(&results).map(|(hook, result)| hook.outcome(result));
    let each: Vec<Outcome> = each.collect::<Result<_, _>>()?;
    let outcome = match &each[..] {
        [one] if question.finished.is_none() => one.clone(),
        all => merge(all, question.finished.as_deref()).map_err(|error| error.to_string())?,
    };
    let said = crate::Said::Interpreted(Said { outcome: Box::new(outcome), records });
    Ok(Answer { id: question.id, verdict: true, error: None, said })
}

impl Hook {
    fn result(&self) -> Result<HandlerResult, String> {
        recorded_result(&self.result).map_err(|error| error.to_string())
    }

    fn outcome(self, result: &HandlerResult) -> Result<Outcome, String> {
        Ok(interpret(&self.event, result, &self.context.into_context()?))
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
