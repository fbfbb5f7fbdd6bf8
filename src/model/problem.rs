//! The problems that validators report: a closed list of codes, which the type `ProblemCode` of a set describes.

use serde::{Deserialize, Serialize, Serializer};

/// The feature that a set lists to get validators.
pub const FEATURE: &str = "problems";

/// Describes, for messages, who enforces a constraint that no type expresses, in a set with or without validators.
pub fn enforcement(reported: bool) -> &'static str {
    if reported {
        "the validators judge it"
    } else {
        "only the pydantic models check it: a set with the feature `problems` gets validators that do"
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
    /// Returns true if a schema refuses a payload with this problem. The other codes are about a text or a host, or
    /// about payloads that are accepted.
    pub fn is_of_schemas(self) -> bool {
        !matches!(
            self,
            Self::UnsupportedByHost
                | Self::WithoutEffect
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
