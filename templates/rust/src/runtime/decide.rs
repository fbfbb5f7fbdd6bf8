//! Reads an event, and calls the handlers that are for it.

use serde_json::Value;

use super::answer::{Answer, Calls, heard};
use super::call::sealed::Key;
use super::choose;
use super::data::words;
use super::plan::Known;
use super::policy::{EventName, Frame, Policy, Writer};
use super::reply::Said;
use crate::reading::{Named, Replaced, name_before_fault, named, with_replaced};
use crate::types::Problem;
use crate::validation::problems_of;

/// An input, and what is known of its event.
pub(super) struct Reading {
    pub(super) event: EventName,
    /// What the handlers know of the event.
    known: Option<Known>,
    /// `null` if the input cannot be read.
    payload: Value,
    replaced: Vec<Replaced>,
    /// The handlers to call, or the reason why none can be called.
    found: Result<Vec<usize>, String>,
}

impl Reading {
    /// Reads an input for handlers.
    pub(super) fn of(data: &[u8], keys: &[Key], policy: &Policy) -> Self {
        // A wrong option or key is the first that fails, whatever the input.
        let checked = policy.check().and_then(|()| choose::check(keys));
        match named(data) {
            Ok(Named { payload, event_name, replaced }) => {
                let event = EventName::of(&event_name);
                let known = event.contract().and_then(|event| keys.iter().find_map(|key| (key.known)(event)));
                let is_about_tool = known.is_some_and(|it| it.plan.has_tool);
                let found = checked.and_then(|()| choose::handlers(keys, &payload, is_about_tool));
                Self { event, known, payload, replaced, found }
            }
            Err(error) => {
                let (event, known) = EventName::of_unread(name_before_fault(data), keys);
                let unread = || Err(words::UNREAD.replace("{error}", &error.to_string()));
                // An event that the program does not handle is no business of it.
                let is_handled = event == EventName::Unread || choose::are_for(keys, event.name());
                let found = checked.and_then(|()| if is_handled { unread() } else { Ok(Vec::new()) });
                Self { event, known, payload: Value::Null, replaced: Vec::new(), found }
            }
        }
    }

    /// Calls the handlers, and returns what each of them says.
    pub(super) fn hear(&mut self, keys: &[Key], call: &mut Calls<'_>) -> Vec<Said> {
        let Ok(found) = &self.found else { return Vec::new() };
        let found = found.clone();
        let Some(first) = found.first().and_then(|at| keys.get(*at)) else { return Vec::new() };
        // Each handler knows only its own tool.
        self.known = self.event.contract().and_then(first.known).or(self.known);
        let problems = self.problems(first);
        heard(&found, &self.payload, &problems, call)
    }

    /// Returns the answer to what the handlers say. `fault` is what went wrong after that.
    pub(super) fn answer(
        &self,
        said: Vec<Said>,
        fault: Option<&str>,
        keys: &[Key],
        policy: &Policy,
        writer: Writer,
    ) -> Answer {
        let frame = self.frame(keys, policy, writer);
        let mut answer = Answer::default();
        if let Err(error) = &self.found {
            answer.fail(error, &frame);
        }
        if let Some(error) = fault {
            answer.fail(error, &frame);
        }
        answer.hear(said, &frame);
        answer
    }

    /// Returns what an answer depends on.
    pub(super) fn frame<'a>(&'a self, keys: &[Key], policy: &'a Policy, writer: Writer) -> Frame<'a> {
        let Self { event, payload, known, .. } = self;
        let is_unread = payload.is_null();
        Frame { event, payload, known: *known, is_unread, guard: policy.of(event, keys), policy, writer }
    }

    /// Returns the differences of the input from the contract.
    fn problems(&mut self, key: &Key) -> Vec<Problem> {
        let of = self.known.map(|known| known.input).or(key.newer);
        let problems = of.map_or_else(Vec::new, |of| problems_of(&self.payload, of, None, None));
        with_replaced(problems, std::mem::take(&mut self.replaced))
    }
}
