//! Reads the inputs that the host writes.

use serde_json::Value;

use super::text::Replaced;
use super::{Parsed, ReadError, read_text};
use crate::context::Context;
use crate::event::HookEvent;
use crate::json::{FromJson, Strictness};
use crate::types::{HookInput, Problem};
use crate::validation::data::{ANY_INPUT, EVENT_KEY, EVENT_NAME};
use crate::validation::order::ordered;
use crate::validation::{problems_of, types_of, words};

/// The input of a hook, with its differences from the contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InputReading {
    /// The input.
    pub input: Input,
    /// The differences from the contract, by pointer. A newer host can write what the contract does not know.
    pub problems: Vec<Problem>,
    /// The JSON value that was read.
    pub payload: Value,
}

impl InputReading {
    /// Returns the event, if the contract has it.
    #[must_use]
    pub fn event(&self) -> Option<HookEvent> {
        match &self.input {
            Input::Known(input) => Some(input.event()),
            Input::Unknown(_) => None,
        }
    }

    /// Returns the name of the event.
    #[must_use]
    pub fn event_name(&self) -> &str {
        match &self.input {
            Input::Known(input) => input.event().as_str(),
            Input::Unknown(input) => &input.event_name,
        }
    }
}

/// An input of a hook.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum Input {
    /// The input of an event of this contract.
    ///
    /// If the payload differs from the contract, the type holds what it can. A string that an enum does not list is
    /// `Unlisted`, unknown keys are in `extra`, and an optional field of a wrong type is `None`.
    Known(HookInput),
    /// The input of an event that this contract does not have.
    Unknown(UnknownInput),
}

/// The input of an event that this contract does not have, such as one of a newer host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnknownInput {
    /// The name of the event.
    pub event_name: String,
}

/// Reads the input of a hook.
///
/// The input of an event that the contract has is always [`Input::Known`]. Differences from the contract are in
/// [`InputReading::problems`]. What a [`Value`] cannot hold is replaced, as [`read_json`](crate::read::read_json) does it.
///
/// Of the context, the host counts: an older host may omit fields that it does not know yet.
///
/// # Errors
/// The text is not JSON, or not an object with the name of an event. Or it is the input of a known event, and a required
/// field is missing or has a wrong JSON type; then the error has the event, the payload and all problems.
///
/// # Examples
/// See the first page of this crate.
#[inline] // Like the readers of the types, compiled where it is used.
pub fn read_input(bytes: &[u8], context: &Context) -> Result<InputReading, ReadError> {
    let (payload, event_name, problems) = checked(bytes, context)?;
    let Ok(event) = event_name.parse::<HookEvent>() else {
        return Ok(InputReading { input: Input::Unknown(UnknownInput { event_name }), problems, payload });
    };
    match HookInput::from_json(payload.clone(), Strictness::Lenient) {
        Ok(input) => Ok(InputReading { input: Input::Known(input), problems, payload }),
        Err(mismatch) => Err(ReadError::of_event(event, payload, problems, mismatch)),
    }
}

/// Reads an object, with the name of its event and its problems.
fn checked(bytes: &[u8], context: &Context) -> Result<(Value, String, Vec<Problem>), ReadError> {
    let Named { payload, event_name, replaced } = named(bytes)?;
    let of = event_name.parse().map_or(ANY_INPUT, |event| types_of(event).input);
    let problems = with_replaced(problems_of(&payload, of, context.host(), None), replaced);
    Ok((payload, event_name, problems))
}

/// An object with the name of an event.
pub(crate) struct Named {
    pub(crate) payload: Value,
    pub(crate) event_name: String,
    pub(crate) replaced: Vec<Replaced>,
}

/// Reads an object with the name of an event. Nothing else is validated.
pub(crate) fn named(bytes: &[u8]) -> Result<Named, ReadError> {
    let Parsed { value: payload, replaced } = read_text(bytes, words::JSON_OBJECT)?;
    match payload.get(EVENT_KEY).and_then(Value::as_str).map(str::to_owned) {
        Some(event_name) => Ok(Named { payload, event_name, replaced }),
        None => {
            let problems = problems_of(&payload, EVENT_NAME, None, None);
            Err(ReadError::of_value(payload, problems))
        }
    }
}

/// Adds the problems of what was replaced in a text.
pub(crate) fn with_replaced(mut problems: Vec<Problem>, replaced: Vec<Replaced>) -> Vec<Problem> {
    problems.extend(replaced.into_iter().filter_map(Replaced::mismatch));
    ordered(problems)
}
