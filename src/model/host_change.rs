//! Changes of the host that no schema shows.

use serde::{Deserialize, Serialize};

use super::Version;

/// A change of the host that no schema shows: something else happens for the same payloads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostChange {
    /// The host version that began it.
    pub version: Version,
    /// What it is a change of.
    pub kind: HostChangeKind,
    /// What it is about, in a few words of CommonMark: a field, a variable, a setting.
    pub about: String,
    /// The events that it is about; none: no certain ones.
    #[serde(default)]
    pub events: Vec<String>,
    /// What is otherwise, in a sentence or two of CommonMark.
    pub summary: String,
    /// What was right before can do something else now.
    pub breaks: bool,
    /// Where it comes from: words as in `x-source`.
    pub source: Vec<String>,
    /// No second source says so.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// What a change of the host is a change of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostChangeKind {
    /// What the host does.
    Behaviour,
    /// How hooks are configured.
    Settings,
    /// The variables in the environment of a hook, or of the host.
    Environment,
    /// Values that the host takes, or gives, and that the types do not have.
    Values,
}
