//! Texts with a hole, as `target.toml` has them: `list[{}]`.

use std::cmp::Reverse;

use memchr::memmem;
use serde::{Deserialize, Deserializer, de::Error};

/// A text with at least one `{}` in it, and what is around each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    around: Vec<String>,
}

impl Pattern {
    /// A pattern, or nothing if the text has no hole.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let around: Vec<_> = text.split("{}").map(str::to_owned).collect();
        (around.len() > 1).then_some(Self { text, around })
    }

    /// A pattern whose hole comes behind this text.
    pub fn after(prefix: &str) -> Self {
        Self { text: format!("{prefix}{{}}"), around: vec![prefix.to_owned(), String::new()] }
    }

    /// The text with this in the hole.
    pub fn fill(&self, with: &str) -> String {
        self.around.join(with)
    }

    /// The text with each of these holes filled. What is filled in is not looked at again.
    pub fn fill_all(&self, holes: &[(&str, &str)]) -> String {
        replace_all(&self.text, holes.iter().copied())
    }

    /// It has this hole.
    pub fn has_hole(&self, hole: &str) -> bool {
        self.text.contains(hole)
    }

    /// The character that follows the hole.
    pub fn next(&self) -> Option<char> {
        self.text.split_once("{}").and_then(|(_, after)| after.chars().next())
    }
}

/// The spelling of a constant: a pattern around its literal or its name, or one text for all.
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
pub fn replace_all<'a>(text: &str, pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    // Where each is found next: it is looked for again when that place has been passed, so no part of the text is read twice.
    let place = |from: &str, done: usize| memmem::find(&text.as_bytes()[done..], from.as_bytes()).map(|at| done + at);
    let pairs = pairs.filter(|(from, _)| !from.is_empty());
    let mut next: Vec<_> = pairs.filter_map(|(from, to)| Some((place(from, 0)?, from, to))).collect();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    while let Some(&(at, from, to)) = next.iter().min_by_key(|(at, from, _)| (*at, Reverse(from.len()))) {
        out.push_str(&text[done..at]);
        out.push_str(to);
        done = at + from.len();
        next.retain_mut(|(at, from, _)| {
            *at >= done
                || place(from, done).is_some_and(|found| {
                    *at = found;
                    true
                })
        });
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, a character at a time.
    fn plainly(text: &str, pairs: &[(&str, &str)]) -> String {
        let Some(c) = text.chars().next() else { return String::new() };
        let fits = pairs.iter().filter(|(from, _)| !from.is_empty() && text.starts_with(from));
        let longest = fits.max_by_key(|(from, _)| from.len());
        let (length, put) = longest.map_or((c.len_utf8(), c.to_string()), |(from, to)| (from.len(), (*to).to_owned()));
        put + &plainly(&text[length..], pairs)
    }

    #[test]
    fn every_text_is_replaced_from_the_left_and_the_longest_first() {
        let pairs = [("a", "b"), ("ab", "[a]"), ("bé", ""), ("", "never"), ("\\", "\\\\"), ("aba", "x")];
        let mut texts = vec![String::new()];
        let mut wrong = Vec::new();
        for _ in 0..6 {
            texts = texts.iter().flat_map(|text| ["a", "b", "é", "\\"].map(|more| format!("{text}{more}"))).collect();
            wrong.extend(
                texts.iter().filter(|text| replace_all(text, pairs.into_iter()) != plainly(text, &pairs)).cloned(),
            );
        }
        assert_eq!(texts.len(), 4096);
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
