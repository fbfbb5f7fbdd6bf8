//! Descriptions: reads CommonMark, and writes text for one kind of place.
//!
//! [`read`] parses a description into blocks, and keeps paragraphs, lists and code spans. Everything else becomes text:
//! headings, quotes and HTML become paragraphs, each line of a code block becomes a code span, a link becomes its text
//! and its address in a code span, and emphasis is dropped. So a description cannot put a link, an element, a code
//! block or a doctest into generated files. [`mod@write`] writes the blocks for a [`DocSyntax`], and escapes every
//! character that has a meaning there. Most descriptions are only words and code spans: `plain` breaks those into lines
//! and changes nothing.

mod plain;
pub mod read;
pub mod write;

use serde::Deserialize;

/// The kind of place for a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocSyntax {
    /// A Rust documentation comment: rustdoc must not resolve brackets or run code.
    Rustdoc,
    /// A TypeScript documentation comment: tags are escaped.
    Tsdoc,
    /// Plain text with code spans in backticks: Python docstrings, ordinary comments.
    #[serde(alias = "plain")]
    Docstring,
    /// A page of Markdown.
    Markdown,
    /// A cell of a Markdown table.
    Cell,
}

/// Returns descriptions as lines of at most `width` characters, unless a word is longer. Each text is parsed alone, so
/// that it cannot change the next one; empty lines separate them.
pub fn lines(texts: &[&str], profile: DocSyntax, width: usize) -> Vec<String> {
    let mut said = Vec::new();
    for text in texts {
        let plain = plain::lines(text, profile, width);
        let more = plain.unwrap_or_else(|| write::lines(&read::blocks(text), profile, width));
        if !said.is_empty() && !more.is_empty() {
            said.push(String::new());
        }
        said.extend(more);
    }
    said
}

/// Returns descriptions on one line.
pub fn line(texts: &[&str], profile: DocSyntax) -> String {
    let of_one = |text: &&str| match plain::is_plain(text, profile) {
        true => (*text).to_owned(),
        false => write::line(&read::blocks(text), profile),
    };
    let said: Vec<_> = texts.iter().map(of_one).filter(|line| !line.is_empty()).collect();
    said.join(" ")
}

/// Returns any string as a code span; invisible characters are written visibly.
pub fn code_span(text: &str, profile: DocSyntax) -> String {
    write::code_span(text, profile)
}

/// Returns any string as one line of text without markup, for any position in a line.
pub fn text(text: &str, profile: DocSyntax) -> String {
    if are_words(text) {
        return text.to_owned();
    }
    written(text, profile)
}

/// Returns true for letters and digits, and for version numbers: they never contain markup.
fn are_words(text: &str) -> bool {
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let is_version = |word: &[u8]| word.split(|byte| *byte == b'.').all(is_number);
    let is_word = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_alphanumeric);
    text.as_bytes().split(|byte| *byte == b' ').all(|word| is_word(word) || is_version(word))
}

fn written(text: &str, profile: DocSyntax) -> String {
    write::lines(&[read::Block::Paragraph(vec![read::Inline::Text(text.to_owned())])], profile, usize::MAX).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::combinations;

    /// Compares every text of up to five of these pieces, for every profile.
    #[test]
    fn words_are_written_as_any_other_text() {
        let pieces = ["", " ", "a", "Bc", "1", "20", ".", "1.", "www", "-", "_", "@", "é"];
        let texts = combinations(&pieces, 5);
        let profiles =
            [DocSyntax::Rustdoc, DocSyntax::Tsdoc, DocSyntax::Docstring, DocSyntax::Markdown, DocSyntax::Cell];
        let (mut words, mut wrong) = (0, Vec::new());
        for text in texts.iter().filter(|text| are_words(text)) {
            words += 1;
            wrong.extend(profiles.iter().filter(|profile| written(text, **profile) != *text).map(|it| (text, it)));
        }
        assert!(words > 1_000, "{words} of {} are words", texts.len());
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
