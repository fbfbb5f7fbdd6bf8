//! The problems that validators report: a closed list of codes, which the type `ProblemCode` of a set describes.

use serde::{Deserialize, Serialize, Serializer};

/// The feature of a set that defines the types of problems.
pub const FEATURE: &str = "problems";

/// The types of problems.
pub const TYPES: &[&str] = &["Problem", "ProblemCode", "ProblemSeverity", "ProblemConfidence"];

/// The namespaces of the packages that have the validators and these types.
pub const NAMESPACES: &[&str] = &["problems", "validate"];

/// The severities.
pub const SEVERITIES: &[&str] = &["rejected", "mismatch", "ignored", "inert", "suspicious", "deprecated"];

/// The confidences.
pub const CONFIDENCES: &[&str] = &["confirmed", "unconfirmed"];

/// The fields of a problem.
pub const FIELDS: [&str; 5] = ["pointer", "code", "severity", "confidence", "message"];

/// Returns true for a name in problems, which the code of validators refers to.
pub fn is_name(name: &str) -> bool {
    FIELDS.contains(&name)
        || SEVERITIES.contains(&name)
        || CONFIDENCES.contains(&name)
        || Code::ALL.iter().any(|code| code.name() == name)
}

/// Describes, for messages, who enforces a constraint that no type expresses, in a set with or without validators.
pub fn enforcement(reported: bool) -> &'static str {
    if reported {
        "the validators check it"
    } else {
        "only the pydantic models check it: without `validators = false`, the packages have validators that do"
    }
}

/// The codes, each with its name on the wire.
macro_rules! codes {
    ($($(#[$about:meta])+ $code:ident = $name:literal,)+) => {
        /// The kind of mistake.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $($(#[$about])+ $code,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$code,)+];

            /// Returns the name on the wire.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)+
                }
            }
        }
    };
}

codes! {
    /// A required key is missing.
    MissingField = "missing-field",
    /// A key is missing that another key or value requires.
    RequiredHere = "required-here",
    /// A key that the contract does not have here.
    UnknownField = "unknown-field",
    /// A key that belongs at another level.
    MisplacedField = "misplaced-field",
    /// A key that the contract has, but that must not occur together with another key or value.
    NotAllowedHere = "not-allowed-here",
    /// A value of another JSON type.
    WrongType = "wrong-type",
    /// A value of the right type that is not one of the accepted values.
    WrongValue = "wrong-value",
    /// The name of another operation, or of no operation.
    WrongEventName = "wrong-event-name",
    /// A list with too few items, or a string with too few characters.
    TooShort = "too-short",
    /// A list with too many items.
    TooLong = "too-long",
    /// A number outside of its bounds, or an integer that a double cannot hold exactly.
    OutOfRange = "out-of-range",
    /// Something that a newer host added.
    UnsupportedByHost = "unsupported-by-host",
    /// Something that has no effect here.
    WithoutEffect = "without-effect",
    /// Something that works, but is probably not what was meant.
    Suspicious = "suspicious",
    /// A guard whose failure lets pass what it guards.
    FailsOpen = "fails-open",
    /// A condition that nothing fulfils.
    NeverMatches = "never-matches",
    /// A variable that is not set, or not replaced.
    UnknownVariable = "unknown-variable",
    /// Syntax of a shell where no shell reads the text.
    NotExpanded = "not-expanded",
    /// A path in a shell line that is not quoted.
    UnquotedPath = "unquoted-path",
    /// A path that depends on the working directory.
    RelativePath = "relative-path",
    /// Something that should not be used any more.
    Deprecated = "deprecated",
    /// A text that is too large to read.
    TooLarge = "too-large",
    /// Bytes that are not UTF-8.
    NotUtf8 = "not-utf8",
    /// A text with too many levels of nesting.
    TooDeep = "too-deep",
    /// A text that is not one JSON value.
    NotJson = "not-json",
}

impl Code {
    /// Returns true if only validators of sets with operations report it.
    pub fn is_of_operations(self) -> bool {
        matches!(self, Self::WrongEventName)
    }

    /// Returns true if only readers of texts report it.
    pub fn is_of_texts(self) -> bool {
        matches!(self, Self::TooLarge | Self::NotUtf8 | Self::NotJson)
    }

    /// Returns true if a schema refuses a payload with this problem. The other codes are about a text or a host, or
    /// about payloads that are accepted.
    pub fn is_of_schemas(self) -> bool {
        !matches!(
            self,
            Self::UnsupportedByHost
                | Self::WithoutEffect
                | Self::Suspicious
                | Self::FailsOpen
                | Self::Deprecated
                | Self::TooLarge
                | Self::NotUtf8
                | Self::TooDeep
                | Self::NotJson
        )
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A problem for which an invalid example is refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedProblem {
    /// A code from the list in `docs/schemas.md`.
    pub code: String,
    /// A JSON pointer into the payload.
    pub pointer: String,
}
