//! A change of a contract, and the code that it breaks.

use serde::Serialize;

use super::breakage::{Harms, VersionStep};
use crate::model::{Origin, Version};

/// A difference between two states of a contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The name of the part: `PreToolUse`, `StopInput/session_crons`, `PermissionMode/auto`, `tools/Bash`.
    pub name: String,
    /// The first part of the name: a type, an event or a table.
    pub of: String,
    /// The second part of the name: a field, value, variant, rule or row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// The location in the schemas of the newer state, or of the older one if only that has it.
    pub place: Origin,
    /// The writers of the payloads that contain it.
    pub direction: Direction,
    /// The events whose payloads contain it; empty for types outside of payloads, such as settings and tables.
    pub events: Vec<String>,
    /// For an added or removed field: it is required.
    pub required: bool,
    /// The old value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The new value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The host version that added or removed it, if the schemas have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The effect on the set of valid payloads.
    pub effect: Effect,
    /// The code that it breaks, by language.
    pub harms: Harms,
    /// The version step that it requires.
    pub step: VersionStep,
    /// A summary in one line of CommonMark.
    pub summary: String,
}

impl Change {
    /// Returns true if payloads of an event change.
    pub fn is_wire(&self) -> bool {
        !self.events.is_empty() && self.kind != ChangeKind::Deprecated
    }
}

/// The kinds of change to a part of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    // `docs/compat.schema.json` lists all of them.
    /// An event was added, with its types.
    EventAdded,
    /// An event was removed, with its types.
    EventRemoved,
    /// A type was added that no other change mentions.
    TypeAdded,
    /// A type was removed.
    TypeRemoved,
    /// A type moved to another module.
    TypeMoved,
    /// The kind of a type changed: a struct became a union.
    TypeChanged,
    /// The target of an alias changed.
    AliasChanged,
    /// A field was added.
    FieldAdded,
    /// A field was removed.
    FieldRemoved,
    /// An optional field became required.
    FieldRequired,
    /// A required field became optional.
    FieldOptional,
    /// The type of a field changed.
    FieldChanged,
    /// The default value of an absent field changed.
    DefaultChanged,
    /// A struct now accepts unknown keys.
    StructOpened,
    /// A struct no longer accepts unknown keys.
    StructClosed,
    /// The type of a struct's unknown keys changed.
    RestChanged,
    /// The assertions on a struct as a whole changed.
    StructAsserted,
    /// A value of an enum was added.
    ValueAdded,
    /// A value of an enum was removed.
    ValueRemoved,
    /// An enum now accepts other strings.
    EnumOpened,
    /// An enum no longer accepts other strings.
    EnumClosed,
    /// A member of a union was added.
    VariantAdded,
    /// A member of a union was removed.
    VariantRemoved,
    /// The type of a union's member changed, or the value that selects it.
    VariantChanged,
    /// A rule was added.
    RuleAdded,
    /// A rule was removed.
    RuleRemoved,
    /// A rule changed.
    RuleChanged,
    /// A row of a table was added.
    RowAdded,
    /// A row of a table was removed.
    RowRemoved,
    /// The types or the names of a row of a table changed.
    RowChanged,
    /// It was deprecated.
    Deprecated,
}

/// The writers of the payloads that contain a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The host: hooks read the payloads.
    Input,
    /// Hooks: the host reads the payloads.
    Output,
    /// Both.
    Both,
    /// Unknown: no payload contains it.
    None,
}

impl Direction {
    /// Returns the writers of the payloads that contain these types.
    pub fn of(input: bool, output: bool) -> Self {
        match (input, output) {
            (true, false) => Self::Input,
            (false, true) => Self::Output,
            (true, true) => Self::Both,
            (false, false) => Self::None,
        }
    }

    /// Returns true if only hooks write such payloads.
    pub fn is_written_only(self) -> bool {
        self == Self::Output
    }
}

/// The effect of a change on the set of valid payloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The same payloads are valid.
    Same,
    /// More payloads are valid.
    Wider,
    /// Fewer payloads are valid.
    Narrower,
    /// Some payloads became valid, and others invalid.
    Other,
}

impl Effect {
    /// Combines the effects of two changes.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (one, Self::Same) => one,
            (Self::Same, other) => other,
            (one, other) if one == other => one,
            _ => Self::Other,
        }
    }

    /// Returns the effect of adding payloads, removing them, or both.
    pub fn when(wider: bool, narrower: bool) -> Self {
        match (wider, narrower) {
            (false, false) => Self::Same,
            (true, false) => Self::Wider,
            (false, true) => Self::Narrower,
            (true, true) => Self::Other,
        }
    }
}
