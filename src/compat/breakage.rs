//! Decides which code a change breaks in each language, and which version step it requires.
//!
//! Only code that was correct before is considered. In Rust the types are `#[non_exhaustive]`: `new` creates them with
//! the required fields, and a match on them has a wildcard arm. In Python and TypeScript a payload is a typed object
//! literal, and a type checker can prove that every value is handled.

use std::fmt;

use serde::Serialize;

use super::change::{ChangeKind, Direction, Effect};

/// The code that no longer compiles, or no longer passes a type checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harm {
    /// None.
    Nobody,
    /// Code whose type checker proves that every value is handled.
    Exhaustive,
    /// Code that creates such values.
    Makers,
    /// Code that reads such values.
    Readers,
    /// All code that uses it.
    Everyone,
}

/// The broken code, by language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Harms {
    /// To users of the crate.
    pub rust: Harm,
    /// To users of the Python package, if they check types.
    pub python: Harm,
    /// To users of the npm package, if they check types.
    pub typescript: Harm,
}

/// A version step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VersionStep {
    /// No program can notice the change.
    Patch,
    /// Something was added; correct code stays correct.
    Minor,
    /// Some correct code breaks.
    Major,
}

impl fmt::Display for VersionStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        })
    }
}

impl Harms {
    /// Creates a value with the same harm in every language.
    pub(super) const fn all(harm: Harm) -> Self {
        Self { rust: harm, python: harm, typescript: harm }
    }

    /// Creates a value with one harm in Rust, and another in the languages with type checkers.
    const fn of(rust: Harm, checked: Harm) -> Self {
        Self { rust, python: checked, typescript: checked }
    }

    /// Combines the harm of two changes.
    pub(super) fn and(self, other: Self) -> Self {
        let and = |one: Harm, other: Harm| {
            if one.min(other) == Harm::Makers && one != other { Harm::Everyone } else { one.max(other) }
        };
        Self {
            rust: and(self.rust, other.rust),
            python: and(self.python, other.python),
            typescript: and(self.typescript, other.typescript),
        }
    }

    fn has(self, harm: Harm) -> bool {
        [self.rust, self.python, self.typescript].contains(&harm)
    }

    fn is_breaking(self) -> bool {
        self.has(Harm::Makers) || self.has(Harm::Readers) || self.has(Harm::Everyone)
    }
}

/// The facts that decide which code a change breaks.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The writers of the payloads.
    pub direction: Direction,
    /// For a field: it is required.
    pub required: bool,
    /// For a field: it is a constant, which the constructors of Rust write.
    pub constant: bool,
    /// For a value: its enum is open.
    pub open: bool,
    /// The effect on the types, and on the values that only validators check.
    pub types: Effect,
}

impl Facts {
    /// Creates the facts of a change whose kind decides alone.
    pub fn new(kind: ChangeKind, direction: Direction) -> Self {
        Self { kind, direction, required: false, constant: false, open: false, types: Effect::Same }
    }
}

/// Returns the code that a change breaks, by language.
pub fn harms(facts: Facts) -> Harms {
    use Harm::{Everyone, Exhaustive, Makers, Nobody, Readers};
    // A hook does not need to handle a value that only hooks write.
    let every_value = if facts.direction.is_written_only() { Nobody } else { Exhaustive };
    match facts.kind {
        ChangeKind::FieldAdded if facts.required => Harms::of(if facts.constant { Nobody } else { Makers }, Makers),
        ChangeKind::FieldAdded | ChangeKind::TypeAdded | ChangeKind::StructOpened | ChangeKind::Deprecated => {
            Harms::all(Nobody)
        }
        ChangeKind::RuleAdded
        | ChangeKind::RuleRemoved
        | ChangeKind::RuleChanged
        | ChangeKind::DefaultChanged
        | ChangeKind::StructAsserted => Harms::all(Nobody),
        ChangeKind::EventAdded | ChangeKind::RowAdded => Harms::of(Nobody, Exhaustive),
        ChangeKind::VariantAdded => Harms::of(Nobody, every_value),
        ChangeKind::ValueAdded => Harms::of(Nobody, if facts.open { Nobody } else { every_value }),
        ChangeKind::ValueRemoved => Harms::of(Everyone, if facts.open { Nobody } else { Everyone }),
        ChangeKind::FieldRequired | ChangeKind::StructClosed => Harms::of(Everyone, Makers),
        ChangeKind::FieldOptional | ChangeKind::EnumOpened => Harms::of(Everyone, Readers),
        ChangeKind::FieldChanged
        | ChangeKind::RestChanged
        | ChangeKind::AliasChanged
        | ChangeKind::VariantChanged
        | ChangeKind::RowChanged => retyped(facts.types),
        ChangeKind::EventRemoved
        | ChangeKind::TypeRemoved
        | ChangeKind::TypeMoved
        | ChangeKind::TypeChanged
        | ChangeKind::FieldRemoved
        | ChangeKind::EnumClosed
        | ChangeKind::VariantRemoved
        | ChangeKind::RowRemoved => Harms::all(Everyone),
    }
}

fn retyped(types: Effect) -> Harms {
    match types {
        Effect::Same => Harms::all(Harm::Nobody),
        Effect::Wider => Harms::of(Harm::Everyone, Harm::Readers),
        Effect::Narrower => Harms::of(Harm::Everyone, Harm::Makers),
        Effect::Other => Harms::all(Harm::Everyone),
    }
}

/// Returns the version step that a change requires.
pub fn step(kind: ChangeKind, effect: Effect, harms: Harms) -> VersionStep {
    let comes = matches!(
        kind,
        ChangeKind::TypeAdded
            | ChangeKind::FieldAdded
            | ChangeKind::ValueAdded
            | ChangeKind::Deprecated
            | ChangeKind::DefaultChanged
    );
    if harms.is_breaking() {
        VersionStep::Major
    } else if comes || effect != Effect::Same || harms.has(Harm::Exhaustive) {
        VersionStep::Minor
    } else {
        VersionStep::Patch
    }
}

impl VersionStep {
    /// Returns the lowest version after this one that makes the step, by the rules of cargo: before 1.0 a breaking
    /// change raises the second number, and any other the third. Returns `None` for a version without three numbers.
    pub fn next(self, version: &str) -> Option<String> {
        let [major, minor, patch] = numbers(version)?;
        let next = match (self, major, minor) {
            (Self::Major, 0, 0) | (_, 0, 0) => [0, 0, patch + 1],
            (Self::Major, 0, _) => [0, minor + 1, 0],
            (_, 0, _) | (Self::Patch, ..) => [major, minor, patch + 1],
            (Self::Minor, ..) => [major, minor + 1, 0],
            (Self::Major, ..) => [major + 1, 0, 0],
        };
        Some(next.map(|number| number.to_string()).join("."))
    }
}

/// Returns the three numbers of a version, without its pre-release part.
pub fn numbers(version: &str) -> Option<[u64; 3]> {
    let plain = version.split(['-', '+']).next().unwrap_or(version);
    let parts: Vec<u64> = plain.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_first_release_what_breaks_moves_the_number_in_the_middle() {
        let next = |step: VersionStep, version| step.next(version).unwrap_or_default();
        assert_eq!(
            [VersionStep::Patch, VersionStep::Minor, VersionStep::Major].map(|step| next(step, "0.1.4")),
            ["0.1.5", "0.1.5", "0.2.0"]
        );
        assert_eq!(
            [VersionStep::Patch, VersionStep::Minor, VersionStep::Major].map(|step| next(step, "0.0.4")),
            ["0.0.5"; 3]
        );
        assert_eq!(
            [VersionStep::Patch, VersionStep::Minor, VersionStep::Major].map(|step| next(step, "1.2.3")),
            ["1.2.4", "1.3.0", "2.0.0"]
        );
        assert_eq!(VersionStep::Minor.next("1.2"), None);
    }
}
