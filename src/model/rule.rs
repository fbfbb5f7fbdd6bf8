//! Rules: constraints that a type cannot express.

use serde::Serialize;
use serde_json::{Number, Value};

use super::{Origin, Version};

/// A constraint that a type cannot express: if `when` holds, `then` must hold. Paths start at the object that the rule
/// belongs to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// Its name in the set: `suppress-original-prompt-needs-block`.
    pub name: String,
    /// The conditions under which the rule applies, all of them.
    pub when: Vec<Condition>,
    /// The conditions that must then hold, all of them.
    pub then: Vec<Condition>,
    /// The consequence if they do not hold.
    pub severity: Severity,
    /// No second source confirms it.
    pub unconfirmed: bool,
    /// The host version that introduced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Version>,
    /// The message: the problem and the fix.
    pub message: String,
    /// The location in the schemas.
    pub origin: Origin,
}

/// A test of one place in an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Condition {
    /// The keys from the object down.
    pub path: Vec<String>,
    /// The test.
    #[serde(flatten)]
    pub test: Test,
}

/// The test of a condition. In templates: `condition.test`, and `condition.values`, `condition.limit` or
/// `condition.pattern`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "test", rename_all = "kebab-case")]
pub enum Test {
    /// The key is present.
    Present,
    /// The key is absent.
    Absent,
    /// The value is one of these.
    In {
        /// The values.
        values: Vec<Value>,
    },
    /// The value is a number greater than this. Only advice tests it.
    Above {
        /// The limit.
        limit: Number,
    },
    /// The value is a list of at most so many items. Only advice tests it.
    AtMost {
        /// The number of items.
        limit: u64,
    },
    /// The value is a string in which this regular expression is found. Only advice tests it.
    Matches {
        /// The pattern.
        pattern: String,
    },
}

/// The consequence of a problem in the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The host refuses the whole reply.
    Rejected,
    /// The host drops that part silently.
    Ignored,
    /// It is accepted, but has no effect.
    Inert,
    /// It works, but is probably not what was meant.
    Suspicious,
    /// It works, but is deprecated.
    Deprecated,
}

impl Severity {
    /// Returns true if a schema refuses values with this consequence.
    pub fn refuses(self) -> bool {
        matches!(self, Self::Rejected | Self::Ignored)
    }
}
