//! Sentences and their length.

use std::collections::BTreeMap;

use super::markdown::Word;
use super::sources::Passage;

/// The number of words that most sentences do not exceed.
pub const LONG: usize = 30;

/// The number of words that no sentence exceeds.
pub const LONGEST: usize = 45;

/// How many sentences a report lists.
const LISTED: usize = 40;

/// The different sentences of an area: each with its number of words and the place where it occurs first.
#[derive(Default)]
pub struct Sentences(BTreeMap<String, (usize, String)>);

impl Sentences {
    /// Adds the sentences of a passage.
    pub fn add(&mut self, passage: &Passage) {
        for sentence in split(&passage.words) {
            let count = sentence.iter().filter(|word| word.text.contains(char::is_alphanumeric)).count();
            let line = sentence.first().map_or(0, |word| word.line);
            self.0.entry(text(sentence)).or_insert_with(|| (count, format!("{}:{line}", passage.file)));
        }
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the share of the sentences with at most [`LONG`] words.
    #[allow(clippy::cast_precision_loss)]
    pub fn share(&self) -> f64 {
        if self.0.is_empty() { 1.0 } else { 1.0 - self.long() as f64 / self.0.len() as f64 }
    }

    /// Returns the number of sentences with more than [`LONG`] words.
    pub fn long(&self) -> usize {
        self.over(LONG)
    }

    /// Returns the number of sentences with more than [`LONGEST`] words.
    pub fn longest(&self) -> usize {
        self.over(LONGEST)
    }

    fn over(&self, limit: usize) -> usize {
        self.0.values().filter(|(count, _)| *count > limit).count()
    }

    /// Lists the longest sentences: the number of words, the place, and the text.
    pub fn list(&self) -> String {
        let mut sentences: Vec<_> = self.0.iter().filter(|(_, (count, _))| *count > LONG).collect();
        sentences.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        let shown = sentences.iter().take(LISTED);
        let mut lines: Vec<String> =
            shown.map(|(text, (count, place))| format!("  {count} words, {place}: {text}")).collect();
        if sentences.len() > LISTED {
            lines.push(format!("  and {} more with over {LONG} words", sentences.len() - LISTED));
        }
        lines.join("\n")
    }
}

/// Splits a passage after each full stop, question mark and exclamation mark that a new sentence follows.
pub fn split(words: &[Word]) -> Vec<&[Word]> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1);
        if ends(&word.text) && next.is_none_or(|next| begins(&next.text)) {
            sentences.extend(words.get(start..=at));
            start = at + 1;
        }
    }
    sentences.extend(words.get(start..).filter(|rest| !rest.is_empty()));
    sentences
}

/// Returns the text of words.
pub fn text(words: &[Word]) -> String {
    words.iter().map(|word| word.text.replace('\u{a0}', " ")).collect::<Vec<_>>().join(" ")
}

fn ends(word: &str) -> bool {
    const ABBREVIATIONS: [&str; 3] = ["e.g.", "i.e.", "vs."];
    !ABBREVIATIONS.contains(&word) && word.trim_end_matches(['"', '\'', ')', '*']).ends_with(['.', '?', '!'])
}

fn begins(word: &str) -> bool {
    word.chars().find(|sign| !matches!(sign, '"' | '\'' | '(' | '*')).is_some_and(|sign| !sign.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::markdown::blocks;

    #[test]
    fn a_sentence_ends_where_the_next_one_begins() {
        let words: Vec<Word> = blocks("Use e.g. `a. b`. Why? (No.) the 2.1.3 one. `x` follows", &[1])
            .into_iter()
            .flat_map(|block| block.words)
            .collect();
        let texts: Vec<String> = split(&words).into_iter().map(text).collect();
        assert_eq!(texts, ["Use e.g. `a. b`.", "Why?", "(No.) the 2.1.3 one.", "`x` follows"]);
    }
}
