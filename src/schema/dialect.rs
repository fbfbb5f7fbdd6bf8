//! The dialects of JSON Schema that a file can be written in.

use serde_json::Value;

use super::keywords::KEYWORDS;

/// A draft of JSON Schema.
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
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Self::Draft07 => "http://json-schema.org/draft-07/schema#",
        }
    }

    /// Returns the name that people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft202012 => "draft 2020-12",
            Self::Draft07 => "draft-07",
        }
    }

    /// Returns the keyword that holds definitions.
    pub const fn definitions(self) -> &'static str {
        match self {
            Self::Draft202012 => "$defs",
            Self::Draft07 => "definitions",
        }
    }

    /// Returns the dialect that the `$schema` of a schema names, if it is supported.
    pub fn of(schema: &Value) -> Option<Self> {
        let named = schema.get("$schema")?.as_str()?;
        Self::ALL.into_iter().find(|dialect| dialect.url() == named)
    }

    /// Returns the replacement for a keyword that this dialect lacks, if validators that skip it would accept other
    /// values.
    pub fn replacement_for(self, name: &str) -> Option<String> {
        let keyword = KEYWORDS.iter().find(|keyword| keyword.name == name && keyword.counts())?;
        match (self, keyword.known) {
            (Self::Draft202012, Known::Before(advice)) => Some(advice.to_owned()),
            (Self::Draft07, Known::Since) => Some(format!("write `\"$schema\": \"{}\"`", Self::Draft202012.url())),
            _ => None,
        }
    }
}

/// The drafts that have a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// All of them.
    Always,
    /// Draft 2020-12, but not draft-07.
    Since,
    /// Draft-07, but not draft 2020-12, which has this replacement.
    Before(&'static str),
    /// None: it is an extension of this generator.
    Own,
}

impl Known {
    /// Returns the name in `docs/keywords.md`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "both",
            Self::Since => "2020-12",
            Self::Before(_) => "draft-07",
            Self::Own => "our own",
        }
    }
}
