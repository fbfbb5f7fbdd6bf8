//! Rules: what a type cannot express.

use serde::Serialize;
use serde_json::Value;

use super::{Origin, Version};

/// A rule that a type cannot express: when this holds, then that must. Paths start at the object that the rule belongs to.
#[derive(Debug, Clone, Serialize)]
pub struct Rule {
    /// Its name in the set: `suppress-original-prompt-needs-block`.
    pub name: String,
    /// All of these hold.
    pub when: Vec<Condition>,
    /// Then all of these must.
    pub then: Vec<Condition>,
    /// The consequence when they do not.
    pub severity: Severity,
    /// No second source says so.
    pub unconfirmed: bool,
    /// Since when hosts hold to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Version>,
    /// The message: the problem, and what to write instead.
    pub message: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// A test of one place in an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// Keys from the object down.
    pub path: Vec<String>,
    /// The test.
    #[serde(flatten)]
    pub test: Test,
}

/// The test of a condition. In templates: `condition.test`, `condition.values`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "test", rename_all = "kebab-case")]
pub enum Test {
    /// The key is there.
    Present,
    /// The key is not there.
    Absent,
    /// The value is one of these.
    In {
        /// The values.
        values: Vec<Value>,
    },
}

/// The consequence of a problem, as the host lets it follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The host refuses the whole reply.
    Rejected,
    /// The host drops that part silently.
    Ignored,
    /// Accepted, without effect here.
    Inert,
    /// Works, and will not for ever.
    Deprecated,
}

impl Severity {
    /// A schema refuses what has this consequence.
    pub fn refuses(self) -> bool {
        matches!(self, Self::Rejected | Self::Ignored)
    }
}
