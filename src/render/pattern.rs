//! Texts with a hole, as in `target.toml`: `list[{}]`.

use std::cmp::Reverse;

use memchr::memmem;
use serde::{Deserialize, Deserializer, de::Error};

/// A text with at least one `{}`, and the parts around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    around: Vec<String>,
}

impl Pattern {
    /// Creates a pattern, or returns `None` if the text has no hole.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let around: Vec<_> = text.split("{}").map(str::to_owned).collect();
        (around.len() > 1).then_some(Self { text, around })
    }

    /// Creates a pattern with its hole after this text.
    pub fn after(prefix: &str) -> Self {
        Self { text: format!("{prefix}{{}}"), around: vec![prefix.to_owned(), String::new()] }
    }

    /// Returns the text with its holes filled.
    pub fn fill(&self, with: &str) -> String {
        self.around.join(with)
    }

    /// Returns the number of characters around its holes.
    pub fn room(&self) -> usize {
        self.around.iter().map(|part| part.chars().count()).sum()
    }

    /// Returns the text with each of these holes filled. Holes in the inserted text are not filled.
    pub fn fill_all(&self, holes: &[(&str, &str)]) -> String {
        replace_all(&self.text, holes.iter().copied())
    }

    /// Returns true if the text has this hole.
    pub fn has_hole(&self, hole: &str) -> bool {
        self.text.contains(hole)
    }

    /// Returns the character that follows the hole.
    pub fn next(&self) -> Option<char> {
        self.text.split_once("{}").and_then(|(_, after)| after.chars().next())
    }
}

/// The spelling of a constant: a pattern around its literal or its name, or one fixed text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Constant(String);

impl Constant {
    /// Returns the text with the literal and the name inserted.
    pub fn fill(&self, literal: &str, name: &str) -> String {
        replace_all(&self.0, [("{}", literal), ("{name}", name)].into_iter())
    }

    /// Returns true if the spelling contains the literal.
    pub fn has_literal(&self) -> bool {
        self.0.contains("{}")
    }

    /// Returns true if the spelling contains the name of the constant's type.
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
        Self::new(text).ok_or_else(|| D::Error::custom("there is no `{}` in it, the place of the wrapped text"))
    }
}

/// Replaces all of the texts in one pass, the longest where several match. Inserted text is not searched.
pub fn replace_all<'a>(text: &str, pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    // Finds the next position of a text. It is searched again only after that position, so nothing is read twice.
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

    /// Replaces like `replace_all`, one character at a time.
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
