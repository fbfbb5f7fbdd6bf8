//! The dialects of JSON Schema that a file can be written in.

use serde_json::Value;

use super::KEYWORDS;

/// A draft of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The one that sets are best written in, and all that is published.
    Draft202012,
    /// The one before it that is still about.
    Draft07,
}

impl Dialect {
    /// Every one, the best first.
    pub const ALL: [Self; 2] = [Self::Draft202012, Self::Draft07];

    /// What a schema says in `$schema`.
    pub const fn url(self) -> &'static str {
        match self {
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Self::Draft07 => "http://json-schema.org/draft-07/schema#",
        }
    }

    /// As people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft202012 => "draft 2020-12",
            Self::Draft07 => "draft-07",
        }
    }

    /// Where definitions stand.
    pub const fn definitions(self) -> &'static str {
        match self {
            Self::Draft202012 => "$defs",
            Self::Draft07 => "definitions",
        }
    }

    /// The one that a schema says that it is written in, if it is one of these.
    pub fn of(schema: &Value) -> Option<Self> {
        let named = schema.get("$schema")?.as_str()?;
        Self::ALL.into_iter().find(|dialect| dialect.url() == named)
    }

    /// What to write instead of a keyword that it does not have, where a validator that skips it judges by another schema
    /// than the one that is meant.
    pub(super) fn lacks(self, name: &str) -> Option<String> {
        let keyword = KEYWORDS.iter().find(|keyword| keyword.name == name && keyword.counts())?;
        match (self, keyword.known) {
            (Self::Draft202012, Known::Before(advice)) => Some(advice.to_owned()),
            (Self::Draft07, Known::Since) => Some(format!("write `\"$schema\": \"{}\"`", Self::Draft202012.url())),
            _ => None,
        }
    }
}

/// Which drafts have a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// All of them.
    Always,
    /// Draft 2020-12, and not draft-07.
    Since,
    /// Draft-07, and not draft 2020-12: there one writes this.
    Before(&'static str),
    /// None: it is the generator's own.
    Own,
}

impl Known {
    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "both",
            Self::Since => "2020-12",
            Self::Before(_) => "draft-07",
            Self::Own => "our own",
        }
    }
}
