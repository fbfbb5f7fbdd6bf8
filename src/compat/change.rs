//! A change of a contract, and whom it touches.

use serde::Serialize;

use super::harm::{Harms, Step};
use crate::model::{Origin, Version};

/// Something that one state of a contract has differently from another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The name of the part: `PreToolUse`, `StopInput/session_crons`, `PermissionMode/auto`, `tools/Bash`.
    pub name: String,
    /// The type, event or table in that name.
    pub of: String,
    /// The field, value, variant, rule or row in that name, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// The node of the schemas: of the newer state, unless only the older one has it.
    pub place: Origin,
    /// The writers of the payloads that contain it.
    pub direction: Direction,
    /// The events in whose payloads it is; none for what no event carries (settings, tools, what a host keeps).
    pub events: Vec<String>,
    /// A field that came or went is one that has to be there.
    pub required: bool,
    /// The old value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The new value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The host version that brought it, or took it away, if the schemas say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// Which payloads are of the contract now.
    pub effect: Effect,
    /// Whom it harms, language by language.
    pub harms: Harms,
    /// The step of the packages' version that it needs.
    pub step: Step,
    /// All of it in a line of CommonMark.
    pub summary: String,
}

impl Change {
    /// Something goes over the wire of some event differently from before.
    pub fn is_wire(&self) -> bool {
        !self.events.is_empty() && self.kind != ChangeKind::Deprecated
    }
}

/// The kinds of change to a part of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    // Each is named in `docs/compat.schema.json` as well.
    /// There is another event, with all that belongs to it.
    EventAdded,
    /// An event is gone, with all that belongs to it.
    EventRemoved,
    /// There is a type that nothing else refers to.
    TypeAdded,
    /// A type is gone.
    TypeRemoved,
    /// A type is in another module.
    TypeMoved,
    /// A type is of another kind: a struct has become a union.
    TypeChanged,
    /// A type stands for something else.
    AliasChanged,
    /// There is another field.
    FieldAdded,
    /// A field is gone.
    FieldRemoved,
    /// A field could be left out and cannot be any more.
    FieldRequired,
    /// A field had to be there and can be left out.
    FieldOptional,
    /// A field holds something else.
    FieldChanged,
    /// The value that the host uses for an absent field is another one.
    DefaultChanged,
    /// A struct takes keys that it does not name.
    StructOpened,
    /// A struct no longer takes keys that it does not name.
    StructClosed,
    /// The keys that a struct does not name hold something else.
    RestChanged,
    /// A struct as a whole is asked for something else, beside its fields.
    StructAsserted,
    /// There is another value of an enum.
    ValueAdded,
    /// A value of an enum is gone.
    ValueRemoved,
    /// Other strings are values of an enum, too.
    EnumOpened,
    /// Other strings are not values of an enum any more.
    EnumClosed,
    /// There is another member of a union.
    VariantAdded,
    /// A member of a union is gone.
    VariantRemoved,
    /// A member of a union holds something else, or is chosen by something else.
    VariantChanged,
    /// There is another rule.
    RuleAdded,
    /// A rule is gone.
    RuleRemoved,
    /// A rule says something else.
    RuleChanged,
    /// A table has another row.
    RowAdded,
    /// A row of a table is gone.
    RowRemoved,
    /// A row of a table leads to other types, or has other names.
    RowChanged,
    /// It works, and should not be used any more.
    Deprecated,
}

/// The writers of the payloads that contain a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The host writes them, and a hook reads them.
    Input,
    /// A hook writes them, and the host reads them.
    Output,
    /// Some the one, some the other.
    Both,
    /// Nobody is known to.
    None,
}

impl Direction {
    /// Of a type, or of several together.
    pub fn of(input: bool, output: bool) -> Self {
        match (input, output) {
            (true, false) => Self::Input,
            (false, true) => Self::Output,
            (true, true) => Self::Both,
            (false, false) => Self::None,
        }
    }

    /// A hook writes such payloads and nothing else.
    pub fn is_written_only(self) -> bool {
        self == Self::Output
    }
}

/// Which payloads are of the contract, compared with before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The same.
    Same,
    /// All of before, and others.
    Wider,
    /// Not all of before, and no others.
    Narrower,
    /// Others.
    Other,
}

impl Effect {
    /// Of two changes at once.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (one, Self::Same) => one,
            (Self::Same, other) => other,
            (one, other) if one == other => one,
            _ => Self::Other,
        }
    }

    /// Wider where the first is true, narrower where the second one is.
    pub fn when(wider: bool, narrower: bool) -> Self {
        match (wider, narrower) {
            (false, false) => Self::Same,
            (true, false) => Self::Wider,
            (false, true) => Self::Narrower,
            (true, true) => Self::Other,
        }
    }
}
