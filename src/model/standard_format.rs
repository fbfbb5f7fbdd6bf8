//! Formats of strings that a set asserts: those of JSON Schema that every language decides alike.
//!
//! The functions are those of the generated crate, so that the generator decides as the packages do.

#[path = "../../templates/rust/src/validation/assertion/format.rs"]
mod standard;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use standard::StandardFormat as Format;

/// A format that a set asserts. In the plan it is its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandardFormat(Format);

impl StandardFormat {
    /// Every format.
    pub const ALL: [Self; 7] = [
        Self(Format::DateTime),
        Self(Format::Date),
        Self(Format::Email),
        Self(Format::Uri),
        Self(Format::Uuid),
        Self(Format::Ipv4),
        Self(Format::Ipv6),
    ];

    /// Returns the format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns its name, the value of `format`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns true if the string has this format.
    pub fn fits(self, text: &str) -> bool {
        self.0.fits(text)
    }
}

impl Serialize for StandardFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for StandardFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| de::Error::custom(format!("there is no format `{name}`")))
    }
}
