//! Reading what the host writes.

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
    /// The input of an event, and not as the contract describes it.
    Misfit(Misfit),
    /// An object that is the input of no event of this contract.
    Unknown(UnknownInput),
}

/// The input of an event that the contract describes otherwise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Misfit {
    /// The event.
    pub event: Event,
    /// The JSON value.
    pub payload: Value,
    /// The differences from the contract. There is at least one, unless the host is older than a required field of the
    /// type.
    pub problems: Vec<Problem>,
}

/// An object that is the input of no event of this contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnknownInput {
    /// The JSON value.
    pub payload: Value,
    /// The reasons why it is not the input of a known event.
    pub problems: Vec<Problem>,
}

impl UnknownInput {
    /// The name that is where that of the event should, if there is one.
    #[must_use]
    pub fn event_name(&self) -> Option<&str> {
        name(&self.payload)
    }
}

impl Input {
    /// Returns the JSON value, unless the input is a known one, which contains all of it.
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

    /// The event, if the contract has it.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        match self {
            Self::Known(input) => Some(input.event()),
            Self::Misfit(it) => Some(it.event),
            Self::Unknown(_) => None,
        }
    }

    /// The name of the event, if there is one.
    #[must_use]
    pub fn event_name(&self) -> Option<&str> {
        match self {
            Self::Unknown(it) => it.event_name(),
            known => known.event().map(Event::as_str),
        }
    }
}

/// Reads the input of a hook. An object is always read, whatever is wrong with it.
///
/// # Errors
/// The text is none that can be read, or not an object.
#[inline] // As the readers of the types are: compiled where it is used.
pub fn read_input(bytes: &[u8]) -> Result<Input, ReadError> {
    read(bytes, None)
}

/// The same from this version of the host: what it does not know yet need not be there. An input without a field that
/// its type has to have is an [`Input::Misfit`] without problems then.
///
/// # Errors
/// The text is none that can be read, or not an object.
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

/// An input without problems, for its host if there is one. The types are those of the newest.
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

/// The name of the event that the payload says it is of.
fn name(payload: &Value) -> Option<&str> {
    payload.get(EVENT_KEY)?.as_str()
}
