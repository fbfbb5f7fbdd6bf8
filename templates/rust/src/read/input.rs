//! Reads the inputs that the host writes.

use serde_json::Value;

use super::{ReadError, read_json};
use crate::validate::data::{ANY_INPUT, EVENT_KEY};
use crate::validate::{Host, Target, contradiction, validate};
use crate::{Event, HookInput, Problem, from_value};

/// An input of a hook.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "a payload is read once, and matching should not need a box")]
pub enum Input {
    /// The input of an event, as the contract describes it.
    Known(HookInput),
    /// The input of an event that does not match the contract.
    Misfit(Misfit),
    /// An object that is not the input of any event of this contract.
    Unknown(UnknownInput),
}

/// The input of an event that does not match the contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Misfit {
    /// The event.
    pub event: Event,
    /// The JSON value.
    pub payload: Value,
    /// The differences from the contract. Empty only if the host is older than a required field of the type.
    pub problems: Vec<Problem>,
}

/// An object that is not the input of any event of this contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnknownInput {
    /// The JSON value.
    pub payload: Value,
    /// The reasons why it is not the input of a known event.
    pub problems: Vec<Problem>,
}

impl UnknownInput {
    /// Returns the event name in the payload, if there is one.
    #[must_use]
    pub fn event_name(&self) -> Option<&str> {
        name(&self.payload)
    }
}

impl Input {
    /// Returns the JSON value. Returns `None` for a known input, which contains all of it.
    #[must_use]
    pub fn payload(&self) -> Option<&Value> {
        match self {
            Self::Known(_) => None,
            Self::Misfit(it) => Some(&it.payload),
            Self::Unknown(it) => Some(&it.payload),
        }
    }

    /// Returns the differences from the contract.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Known(_) => &[],
            Self::Misfit(it) => &it.problems,
            Self::Unknown(it) => &it.problems,
        }
    }

    /// Returns the event, if the contract has it.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        match self {
            Self::Known(input) => Some(input.event()),
            Self::Misfit(it) => Some(it.event),
            Self::Unknown(_) => None,
        }
    }

    /// Returns the name of the event, if there is one.
    #[must_use]
    pub fn event_name(&self) -> Option<&str> {
        match self {
            Self::Unknown(it) => it.event_name(),
            known => known.event().map(Event::as_str),
        }
    }
}

/// Reads the input of a hook.
///
/// Any object that [`read_json`] reads is accepted. Differences from the contract are in [`Input::problems`].
///
/// # Errors
/// The text cannot be read as JSON, or the value is not an object.
#[inline] // Like the readers of the types, compiled where it is used.
pub fn read_input(bytes: &[u8]) -> Result<Input, ReadError> {
    read(bytes, None)
}

/// Reads the input of a hook from this version of the host, which may omit fields that it does not know yet.
///
/// If the type requires an omitted field, the result is an [`Input::Misfit`] without problems.
///
/// # Errors
/// The text cannot be read as JSON, or the value is not an object.
#[inline]
pub fn read_input_for(bytes: &[u8], host: &Host) -> Result<Input, ReadError> {
    read(bytes, Some(host))
}

#[inline]
fn read(bytes: &[u8], host: Option<&Host>) -> Result<Input, ReadError> {
    let payload = read_json(bytes)?;
    let event = name(&payload).and_then(|name| name.parse::<Event>().ok());
    let newest = event.map_or_else(|| Target::of(ANY_INPUT), Target::input);
    let target = host.map_or_else(|| newest.clone(), |host| newest.clone().for_host(host.clone()));
    let problems = validate(&payload, &target);
    if let Some(problem) = problems.first().filter(|_| !payload.is_object()) {
        return Err(ReadError { problem: problem.clone() });
    }
    match event {
        None => Ok(Input::Unknown(UnknownInput { payload, problems })),
        Some(event) if problems.is_empty() => Ok(known(event, payload, &newest)),
        Some(event) => Ok(Input::Misfit(Misfit { event, payload, problems })),
    }
}

/// Reads an input that has no problems on its host. The types are those of the newest host.
#[inline]
fn known(event: Event, payload: Value, newest: &Target) -> Input {
    match from_value(payload.clone()) {
        Ok(input) => Input::Known(input),
        Err(mismatch) => {
            let is_excused = !validate(&payload, newest).is_empty();
            let problems = if is_excused { Vec::new() } else { vec![contradiction(&mismatch)] };
            Input::Misfit(Misfit { event, payload, problems })
        }
    }
}

/// Returns the event name in the payload.
fn name(payload: &Value) -> Option<&str> {
    payload.get(EVENT_KEY)?.as_str()
}
