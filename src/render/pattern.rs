//! Texts with a hole, as `target.toml` has them: `list[{}]`.

use std::cmp::Reverse;

use serde::{Deserialize, Deserializer, de::Error};

/// A text with at least one `{}` in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern, or nothing if the text has no hole.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        text.contains("{}").then_some(Self(text))
    }

    /// A pattern whose hole comes behind this text.
    pub fn after(prefix: &str) -> Self {
        Self(format!("{prefix}{{}}"))
    }

    /// The text with this in the hole.
    pub fn fill(&self, with: &str) -> String {
        self.fill_all(&[("{}", with)])
    }

    /// The text with each of these holes filled. What is filled in is not looked at again.
    pub fn fill_all(&self, holes: &[(&str, &str)]) -> String {
        replace_all(&self.0, holes.iter().copied())
    }

    /// It has this hole.
    pub fn asks_for(&self, hole: &str) -> bool {
        self.0.contains(hole)
    }

    /// The character that follows the hole.
    pub fn next(&self) -> Option<char> {
        self.0.split_once("{}").and_then(|(_, after)| after.chars().next())
    }
}

/// What stands for a constant: a pattern around its literal or its name, or the same text for all.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Constant(String);

impl Constant {
    /// The text with the literal and the name in their holes, if it has them.
    pub fn fill(&self, literal: &str, name: &str) -> String {
        replace_all(&self.0, [("{}", literal), ("{name}", name)].into_iter())
    }

    /// It is spelled by its literal.
    pub fn has_literal(&self) -> bool {
        self.0.contains("{}")
    }

    /// It is spelled by the name of a type that the target has for it.
    pub fn has_name(&self) -> bool {
        self.0.contains("{name}")
    }
}

impl From<String> for Constant {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(text).ok_or_else(|| D::Error::custom("there is no `{}` in it, the place of what it stands around"))
    }
}

/// Replaces each of the texts in one pass, the longest where several fit. What is put in is not looked at again.
pub fn replace_all<'a>(text: &str, pairs: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let pairs = pairs.filter(|(from, _)| !from.is_empty());
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let found = pairs.clone().filter_map(|(from, to)| Some((rest.find(from)?, from, to)));
        let Some((at, from, to)) = found.min_by_key(|(at, from, _)| (*at, Reverse(from.len()))) else { break };
        out.push_str(&rest[..at]);
        out.push_str(to);
        rest = &rest[at + from.len()..];
    }
    out.push_str(rest);
    out
}
