//! Formats of strings that a set asserts: those of JSON Schema that every language decides alike.
//!
//! The functions are those of the generated crate, so that the generator decides as the packages do.
//!
//! A format can be native: its strings are values of a type that the languages have, such as `datetime` of Python. Then only
//! strings count that all of these types hold. In schemas and in the plan it has a name of its own, `native-date`.

#[path = "../../templates/rust/src/validation/assertion/format.rs"]
mod standard;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use standard::StandardFormat as Format;

/// The beginning of the names of native formats.
const NATIVE: &str = "native-";

/// A format that a set asserts. In the plan it is its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandardFormat {
    format: Format,
    /// The name of the type that its strings are values of.
    native: Option<&'static str>,
}

impl StandardFormat {
    /// Every format that is not native.
    pub const ALL: [Self; 7] = [
        Self::checked(Format::DateTime),
        Self::checked(Format::Date),
        Self::checked(Format::Email),
        Self::checked(Format::Uri),
        Self::checked(Format::Uuid),
        Self::checked(Format::Ipv4),
        Self::checked(Format::Ipv6),
    ];

    /// Every native format. Each is the one above, or a narrower one if the types of the languages hold fewer strings.
    pub const ALL_NATIVE: [Self; 6] = [
        Self { format: Format::NativeDateTime, native: Some("DateTime") },
        Self { format: Format::NativeDate, native: Some("Date") },
        Self { format: Format::NativeUri, native: Some("Uri") },
        Self { format: Format::Uuid, native: Some("Uuid") },
        Self { format: Format::Ipv4, native: Some("Ipv4") },
        Self { format: Format::Ipv6, native: Some("Ipv6") },
    ];

    const fn checked(format: Format) -> Self {
        Self { format, native: None }
    }

    /// Returns the format that has this name in a schema.
    pub fn named(name: &str) -> Option<Self> {
        match name.strip_prefix(NATIVE) {
            Some(name) => Self::native(name),
            None => Self::ALL.into_iter().find(|it| it.format.name() == name),
        }
    }

    /// Returns the native format for the format of this name.
    pub fn native(name: &str) -> Option<Self> {
        Self::ALL_NATIVE.into_iter().find(|it| it.published() == name)
    }

    /// Returns the name that people write.
    pub fn published(self) -> &'static str {
        self.format.published()
    }

    /// Returns the name that it has in schemas of the generator.
    pub fn name(self) -> String {
        [if self.native.is_some() { NATIVE } else { "" }, self.published()].concat()
    }

    /// Returns the name of the type that its strings are values of.
    pub fn native_type(self) -> Option<&'static str> {
        self.native
    }

    /// Returns a pattern of the strings that a native format does not share with the one of the same name, for users of the
    /// schemas alone. None describes a URL.
    pub fn pattern(self) -> Option<&'static str> {
        match self.format {
            Format::NativeDate => Some("^(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-"),
            Format::NativeDateTime => Some(concat!(
                "^(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-[^:]+:[0-9]{2}:[0-5][0-9]",
                "(?:[.][0-9]{1,6})?[^0-9.]"
            )),
            _ => None,
        }
    }

    /// Returns true if the string has this format.
    pub fn fits(self, text: &str) -> bool {
        self.format.fits(text)
    }
}

impl Serialize for StandardFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.format.name())
    }
}

impl<'de> Deserialize<'de> for StandardFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| de::Error::custom(format!("there is no format `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_of_a_native_format_and_its_function_agree() {
        let texts = [
            "0001-01-01",
            "0000-01-01",
            "9999-12-31",
            "0010-10-10T00:00:00Z",
            "0000-10-10T00:00:00Z",
            "2016-12-31T23:59:60Z",
            "2016-12-31T23:59:59.123456Z",
            "2016-12-31T23:59:59.1234567Z",
            "2016-12-31t23:59:59.1+23:59",
            "2016-12-31T23:59:59-00:00",
        ];
        for format in StandardFormat::ALL_NATIVE {
            let published = StandardFormat::named(format.published()).map(|it| it.format);
            let schema = serde_json::json!({"pattern": format.pattern().unwrap_or_default()});
            for text in texts {
                let fits = published.is_some_and(|it| it.fits(text)) && jsonschema::is_valid(&schema, &text.into());
                assert_eq!(fits, format.fits(text), "{text} {}", format.name());
            }
        }
    }
}
