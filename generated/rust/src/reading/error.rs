//! The error of an input that cannot be read.

use std::error::Error;
use std::fmt;

use serde_json::Value;

use crate::event::HookEvent;
use crate::json::Mismatch;
use crate::shown::shown;
use crate::types::Problem;

/// The error of a text that is not the input of a hook, or of an input that the type of its event cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    problems: Vec<Problem>,
    event: Option<HookEvent>,
    payload: Option<Value>,
    mismatch: Option<Box<Mismatch>>,
}

impl ReadError {
    /// Creates the error of a text that cannot be read.
    pub(crate) fn of_text(problem: Problem) -> Self {
        Self { problems: vec![problem], event: None, payload: None, mismatch: None }
    }

    /// Creates the error of a value that is not an object with the name of an event.
    pub(super) fn of_value(payload: Value, problems: Vec<Problem>) -> Self {
        Self { problems, event: None, payload: Some(payload), mismatch: None }
    }

    /// Creates the error of an input that the type of its event cannot hold.
    pub(super) fn of_event(event: HookEvent, payload: Value, problems: Vec<Problem>, mismatch: Mismatch) -> Self {
        Self { problems, event: Some(event), payload: Some(payload), mismatch: Some(Box::new(mismatch)) }
    }

    /// Returns the differences from the contract. Empty only if the host is older than a field that the type requires.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the event, if the text is an input of an event that the contract has.
    #[must_use]
    pub const fn event(&self) -> Option<HookEvent> {
        self.event
    }

    /// Returns the JSON value, if the text is one.
    #[must_use]
    pub const fn payload(&self) -> Option<&Value> {
        self.payload.as_ref()
    }

    /// Converts the error into its problems.
    #[must_use]
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }
}

/// Writes a line for each problem. A problem of the text as a whole has no pointer. The mismatch with the type of the
/// event is only written if no problem is at the same place. What a terminal obeys is written as its escape.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(event), Some(mismatch)) = (self.event, &self.mismatch) {
            write!(f, "the input of {event} cannot be read:")?;
            let pointer = mismatch.pointer();
            if !self.problems.iter().any(|it| it.pointer == pointer) {
                write!(f, " {mismatch}")?;
            }
        }
        for (at, problem) in self.problems.iter().enumerate() {
            let line = if at == 0 && self.event.is_none() { "" } else { "\n" };
            match &*problem.pointer {
                "" => write!(f, "{line}{}", shown(&problem.message))?,
                pointer => write!(f, "{line}{}: {}", shown(pointer), shown(&problem.message))?,
            }
        }
        Ok(())
    }
}

impl Error for ReadError {}
