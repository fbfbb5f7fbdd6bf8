//! The kinds of differences.

use serde::{Deserialize, Serialize};

/// The kinds of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An event that the contract does not have.
    NewEvent,
    /// An event that the declarations do not have.
    GoneEvent,
    /// A tool that the contract does not have.
    NewTool,
    /// A tool that the declarations do not have.
    GoneTool,
    /// A field that the contract does not have.
    NewField,
    /// A field that the declarations do not have.
    GoneField,
    /// A word that the contract does not have.
    NewValue,
    /// A word that the declarations do not have.
    GoneValue,
    /// The JSON types are others.
    ChangedType,
    /// A field can be absent, or cannot.
    ChangedPresence,
    /// A case in which the host does something else than is recorded.
    ChangedBehaviour,
    /// A key of real inputs that the contract does not have.
    NewKey,
}
