//! The drafts of JSON Schema, and the two of them that the later steps know.

use serde_json::Value;

use super::find::Find;
use super::keywords::lookup;

/// A draft that a schema can be written in, from old to new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    /// Draft-04: `id`, and bounds that are exclusive by a boolean.
    Four,
    /// Draft-06.
    Six,
    /// Draft-07.
    Seven,
    /// Draft 2020-12.
    Newest,
}

impl Draft {
    /// Returns the name that people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "draft-04",
            Self::Six => "draft-06",
            Self::Seven => "draft-07",
            Self::Newest => "draft 2020-12",
        }
    }

    /// Returns the value of `$schema`.
    pub const fn url(self) -> &'static str {
        match self {
            Self::Four => "http://json-schema.org/draft-04/schema#",
            Self::Six => "http://json-schema.org/draft-06/schema#",
            Self::Seven => "http://json-schema.org/draft-07/schema#",
            Self::Newest => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// Returns the dialect that its schemas are brought into.
    pub const fn dialect(self) -> Dialect {
        match self {
            Self::Four | Self::Six | Self::Seven => Dialect::Draft07,
            Self::Newest => Dialect::Draft202012,
        }
    }

    /// Returns the keyword that holds definitions.
    pub const fn definitions(self) -> &'static str {
        match self {
            Self::Four | Self::Six | Self::Seven => "definitions",
            Self::Newest => "$defs",
        }
    }

    /// Returns another draft that has a keyword, if this one lacks it and a value can be refused for it. Validators skip it.
    pub fn lacks(self, name: &str) -> Option<Self> {
        let keyword = lookup(name).filter(|keyword| keyword.is_asserted() || name == "$dynamicRef")?;
        match keyword.known {
            Known::Since(first) => Some(first).filter(|first| *first > self),
            Known::Before(last) => Some(last).filter(|last| *last < self),
            Known::Own => None,
        }
    }
}

/// A draft that the later steps know. Older ones become draft-07.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The recommended draft, in which everything is published.
    Draft202012,
    /// The older draft that is still in use.
    Draft07,
}

impl Dialect {
    /// Every dialect, the recommended one first.
    pub const ALL: [Self; 2] = [Self::Draft202012, Self::Draft07];

    /// Returns the value of `$schema`.
    pub const fn url(self) -> &'static str {
        match self {
            Self::Draft202012 => Draft::Newest.url(),
            Self::Draft07 => Draft::Seven.url(),
        }
    }

    /// Returns the dialect that the `$schema` of a schema names, if it is supported.
    pub fn of(schema: &Value) -> Option<Self> {
        let named = schema.keyword("$schema")?.as_str()?;
        Self::ALL.into_iter().find(|dialect| dialect.url() == named)
    }
}

/// The drafts that have a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// This draft, and those after it.
    Since(Draft),
    /// The drafts up to this one.
    Before(Draft),
    /// None: it is an extension of this generator.
    Own,
}

impl Known {
    /// Returns the name in `docs/keywords.md`.
    pub fn name(self) -> String {
        match self {
            Self::Since(Draft::Four) => "all".to_owned(),
            Self::Since(Draft::Newest) => "2020-12".to_owned(),
            Self::Since(first) => format!("from {}", first.name()),
            Self::Before(last) => format!("up to {}", last.name()),
            Self::Own => "our own".to_owned(),
        }
    }
}
