//! Telling what is wrong with a payload, all of it, in the same words in every language.

pub(crate) mod data;
pub(crate) mod host;
mod message;
mod near;
mod object;
mod problems;
mod profile;
mod spot;
pub(crate) mod table;
pub(crate) mod telling;
pub(crate) mod types;
mod walk;

use std::error::Error;
use std::fmt;

use serde_json::Value;

pub(crate) use self::data::{types_of, words};
pub use self::host::{Host, InvalidHost};
pub use self::problems::Problems;
pub use self::profile::Profile;
use self::table::Type;
use crate::json::{FromJson, Mismatch};
use crate::{Event, Problem, ProblemCode, ProblemConfidence, ProblemSeverity, from_value};

/// More levels than this are not judged: the stack of no language is asked for more.
pub(crate) const LEVELS: i32 = 128;

/// A type of the contract that has a name. There are no others than those of this crate.
pub trait ContractType: FromJson + sealed::Described {
    /// The name in the contract, which [`Target::named`] takes.
    const NAME: &'static str;
}

pub(crate) mod sealed {
    /// What the table has of a type of this crate.
    pub trait Described {
        const TARGET: super::Target;
    }
}

/// What a payload is for: a type of the contract; a version of the host and a tool, if those are known; and a profile, if it
/// is for one.
#[derive(Clone)]
pub struct Target {
    of: &'static Type,
    host: Option<Host>,
    tool: Option<String>,
    profile: Option<Profile>,
}

impl Target {
    /// A type of the contract by its name.
    ///
    /// # Errors
    /// The contract has no type of this name.
    pub fn named(name: &str) -> Result<Self, UnknownType> {
        let at = data::TYPES.binary_search_by(|known| known.name.cmp(name)).ok();
        let found = at.and_then(|at| data::TYPES.get(at).copied());
        found.map(Self::of).ok_or_else(|| UnknownType { name: name.to_owned() })
    }

    /// What the host writes for an event.
    #[must_use]
    pub fn input(event: Event) -> Self {
        Self::of(types_of(event).input)
    }

    /// What a hook answers to an event.
    #[must_use]
    pub fn output(event: Event) -> Self {
        Self::of(types_of(event).output)
    }

    pub(crate) const fn of(of: &'static Type) -> Self {
        Self { of, host: None, tool: None, profile: None }
    }

    /// The same for this version of the host: what it does not know yet is told as well.
    #[must_use]
    pub fn for_host(self, host: Host) -> Self {
        Self { host: Some(host), ..self }
    }

    /// The same for a call of this tool: what is given to it and comes from it is judged as what it takes and gives. Of
    /// one that the contract does not have nothing is known.
    #[must_use]
    pub fn for_tool(self, name: impl Into<String>) -> Self {
        Self { tool: Some(name.into()), ..self }
    }

    /// The same under this profile, as [`validate`] judges it. What [`parse`] gives is of the contract itself.
    #[must_use]
    pub fn for_profile(self, profile: Profile) -> Self {
        Self { profile: Some(profile), ..self }
    }

    /// The name of the type.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.of.name
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Target");
        shown.field("name", &self.of.name).field("host", &self.host);
        shown.field("tool", &self.tool).field("profile", &self.profile).finish()
    }
}

/// A name that no type of the contract has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownType {
    name: String,
}

impl fmt::Display for UnknownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the contract has no type {:?}", self.name)
    }
}

impl Error for UnknownType {}

/// Everything that is wrong with a payload, sorted by place. Not all of it makes the payload one that is not of the
/// type: [`ProblemSeverity`] says what follows.
#[must_use]
pub fn validate(payload: &Value, target: &Target) -> Vec<Problem> {
    if is_deeper(payload, LEVELS) {
        let severity = if target.of.output { ProblemSeverity::Rejected } else { ProblemSeverity::Mismatch };
        return under(target.profile, vec![of_the_whole(ProblemCode::TooDeep, severity, words::TOO_DEEP)]);
    }
    let of = target.profile.map_or(target.of, |profile| profile.of(target.of));
    under(target.profile, walk::walk(payload, of, target.host.as_ref(), target.tool.as_deref()))
}

/// Problems as they are told under a profile: no surer than it is itself.
pub(crate) fn under(profile: Option<Profile>, mut problems: Vec<Problem>) -> Vec<Problem> {
    if profile.is_some_and(Profile::is_unconfirmed) {
        problems.iter_mut().for_each(|problem| problem.confidence = ProblemConfidence::Unconfirmed);
    }
    problems
}

/// Reads a payload as a type of the contract.
///
/// # Errors
/// All that makes it another one: the problems of [`validate`] that are more than notes.
pub fn parse<T: ContractType>(payload: &Value) -> Result<T, Problems> {
    let problems: Vec<Problem> = validate(payload, &T::TARGET).into_iter().filter(refuses).collect();
    if !problems.is_empty() {
        return Err(Problems::new(problems));
    }
    from_value(payload.clone()).map_err(|mismatch| Problems::new(vec![contradiction(&mismatch)]))
}

/// The payload is not what the contract describes.
fn refuses(problem: &Problem) -> bool {
    !matches!(problem.severity, ProblemSeverity::Inert | ProblemSeverity::Deprecated)
}

/// A type refuses what the table accepts. There is no such payload: the tests ask both about very many.
pub(crate) fn contradiction(mismatch: &Mismatch) -> Problem {
    let (code, severity) = (ProblemCode::WrongType, ProblemSeverity::Mismatch);
    Problem::new(mismatch.pointer(), code, severity, ProblemConfidence::Confirmed, mismatch.message())
}

/// A problem of the payload as a whole.
pub(crate) fn of_the_whole(code: ProblemCode, severity: ProblemSeverity, message: &str) -> Problem {
    Problem::new("", code, severity, ProblemConfidence::Confirmed, message)
}

/// The value has more than so many levels. Not more than those are looked at.
fn is_deeper(value: &Value, levels: i32) -> bool {
    let below = |value: &Value| is_deeper(value, levels - 1);
    match value {
        Value::Array(items) => levels == 0 || items.iter().any(below),
        Value::Object(map) => levels == 0 || map.values().any(below),
        _ => false,
    }
}
