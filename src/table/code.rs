//! The kinds of mistakes that validators tell: a closed list, which the type `ProblemCode` of a set describes.

use serde::{Deserialize, Serialize};

/// What kind of mistake a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// A key that has to be there is not.
    MissingField,
    /// A key that what stands beside it asks for is not there.
    RequiredHere,
    /// A key that the contract does not have in this place.
    UnknownField,
    /// A key that belongs at another level.
    MisplacedField,
    /// A key that the contract has, but not beside what else is there.
    NotAllowedHere,
    /// A value of another JSON type.
    WrongType,
    /// A value of the right type that is none of those that there are.
    WrongValue,
    /// The name of another event, or of none.
    WrongEventName,
    /// A list with too few items.
    TooShort,
    /// A list with too many items.
    TooLong,
    /// An integer that a double cannot hold exactly.
    OutOfRange,
    /// Something that came with a newer host.
    UnsupportedByHost,
    /// Something that does nothing here.
    WithoutEffect,
    /// Something that should not be used any more.
    Deprecated,
    /// A text that is too large to be read.
    TooLarge,
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// A text with too many levels.
    TooDeep,
    /// A text that is not one JSON value.
    NotJson,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 18] = [
        Self::MissingField,
        Self::RequiredHere,
        Self::UnknownField,
        Self::MisplacedField,
        Self::NotAllowedHere,
        Self::WrongType,
        Self::WrongValue,
        Self::WrongEventName,
        Self::TooShort,
        Self::TooLong,
        Self::OutOfRange,
        Self::UnsupportedByHost,
        Self::WithoutEffect,
        Self::Deprecated,
        Self::TooLarge,
        Self::NotUtf8,
        Self::TooDeep,
        Self::NotJson,
    ];

    /// As it is on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::MissingField => "missing-field",
            Self::RequiredHere => "required-here",
            Self::UnknownField => "unknown-field",
            Self::MisplacedField => "misplaced-field",
            Self::NotAllowedHere => "not-allowed-here",
            Self::WrongType => "wrong-type",
            Self::WrongValue => "wrong-value",
            Self::WrongEventName => "wrong-event-name",
            Self::TooShort => "too-short",
            Self::TooLong => "too-long",
            Self::OutOfRange => "out-of-range",
            Self::UnsupportedByHost => "unsupported-by-host",
            Self::WithoutEffect => "without-effect",
            Self::Deprecated => "deprecated",
            Self::TooLarge => "too-large",
            Self::NotUtf8 => "not-utf8",
            Self::TooDeep => "too-deep",
            Self::NotJson => "not-json",
        }
    }
}
