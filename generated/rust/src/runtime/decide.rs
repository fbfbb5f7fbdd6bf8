//! Reads an event, and calls the handlers that are for it.

use serde_json::Value;

use super::answer::{Answer, Calls};
use super::call::TOOL_KEY;
use super::call::sealed::Key;
use super::choose;
use super::data::words;
use super::plan::Known;
use super::policy::{EventName, Frame, Policy, Writer};
use crate::reading::{Named, Replaced, named, with_replaced};
use crate::types::Problem;
use crate::validation::data::EVENT_KEY;
use crate::validation::problems_of;

/// An input.
pub(super) struct Reading {
    pub(super) event: EventName,
    /// What the handlers know of the event.
    pub(super) known: Option<Known>,
    payload: Value,
    replaced: Vec<Replaced>,
    /// The reason why it cannot be read.
    error: Option<String>,
}

impl Reading {
    /// Reads an input for handlers.
    pub(super) fn of(data: &[u8], keys: &[Key]) -> Self {
        match named(data) {
            Ok(Named { payload, event_name, replaced }) => {
                let event = EventName::of(&event_name);
                let known = event.contract().and_then(|event| keys.iter().find_map(|key| (key.known)(event)));
                Self { event, known, payload, replaced, error: None }
            }
            Err(error) => {
                let error = Some(words::UNREAD.replace("{error}", &error.to_string()));
                Self { event: EventName::Unread, known: None, payload: Value::Null, replaced: Vec::new(), error }
            }
        }
    }

    /// Calls the handlers of the event, and returns their answer.
    pub(super) fn answer(mut self, keys: &[Key], call: &mut Calls<'_>, policy: &Policy, writer: Writer) -> Answer {
        let guard = policy.of(&self.event, keys);
        let found = self.found(keys);
        // Each handler knows only its own tool.
        let first = found.iter().flatten().next().and_then(|at| keys.get(*at));
        self.known = first.zip(self.event.contract()).and_then(|(key, event)| (key.known)(event)).or(self.known);
        let problems = first.map_or_else(Vec::new, |key| self.problems(key));
        let frame = Frame { event: &self.event, payload: &self.payload, known: self.known, guard, policy, writer };
        let mut answer = Answer::default();
        match found {
            Ok(found) => answer.hear(&found, &problems, call, &frame),
            Err(error) => answer.fail(&error, &frame),
        }
        answer
    }

    /// Returns the numbers of the handlers.
    fn found(&mut self, keys: &[Key]) -> Result<Vec<usize>, String> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        choose::check(keys)?;
        let text = |key| self.payload.get(key).and_then(Value::as_str);
        Ok(choose::handlers(keys, text(EVENT_KEY).unwrap_or_default(), text(TOOL_KEY)))
    }

    /// Returns the differences of the input from the contract.
    fn problems(&mut self, key: &Key) -> Vec<Problem> {
        let of = self.known.map(|known| known.input).or(key.newer);
        let problems = of.map_or_else(Vec::new, |of| problems_of(&self.payload, of, None, None));
        with_replaced(problems, std::mem::take(&mut self.replaced))
    }
}
