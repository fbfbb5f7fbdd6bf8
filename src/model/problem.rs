//! The problems that validators report: a closed list of codes, which the type `ProblemCode` of a set describes.

use serde::{Deserialize, Serialize, Serializer};

/// The feature that a set lists to get validators.
pub const FEATURE: &str = "problems";

/// Returns the words for the enforcement of a constraint that no type shows, in a set with or without validators.
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

            /// As it is on the wire.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)+
                }
            }
        }
    };
}

codes! {
    /// A key that has to be there is not.
    MissingField = "missing-field",
    /// A key that what is beside it requires is not there.
    RequiredHere = "required-here",
    /// A key that the contract does not have in this place.
    UnknownField = "unknown-field",
    /// A key that belongs at another level.
    MisplacedField = "misplaced-field",
    /// A key that the contract has, but not beside what else is there.
    NotAllowedHere = "not-allowed-here",
    /// A value of another JSON type.
    WrongType = "wrong-type",
    /// A value of the right type that is none of those that there are.
    WrongValue = "wrong-value",
    /// The name of another event, or of none.
    WrongEventName = "wrong-event-name",
    /// A list with too few items, or a string with too few characters.
    TooShort = "too-short",
    /// A list with too many items.
    TooLong = "too-long",
    /// A number outside of its bounds, or an integer that a double cannot hold exactly.
    OutOfRange = "out-of-range",
    /// Something that came with a newer host.
    UnsupportedByHost = "unsupported-by-host",
    /// Something that does nothing here.
    WithoutEffect = "without-effect",
    /// Something that should not be used any more.
    Deprecated = "deprecated",
    /// A text that is too large to be read.
    TooLarge = "too-large",
    /// Bytes that are no UTF-8.
    NotUtf8 = "not-utf8",
    /// A text with too many levels.
    TooDeep = "too-deep",
    /// A text that is not one JSON value.
    NotJson = "not-json",
}

impl Code {
    /// A schema refuses a payload for it. The others are about a text, a host, or what is accepted all the same.
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

/// A problem that an invalid example is refused for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedProblem {
    /// A code of the closed list in `docs/schemas.md`.
    pub code: String,
    /// A JSON pointer into the payload.
    pub pointer: String,
}
