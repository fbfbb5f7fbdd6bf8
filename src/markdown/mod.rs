//! Descriptions: CommonMark in, the text of one kind of place out.
//!
//! [`read`] takes a description apart into blocks and keeps what a reader needs: paragraphs, lists and code spans.
//! Everything else becomes text: headings, quotes and HTML are paragraphs, each line of a code block is a code span, a link
//! is its text with the address behind it in a code span, emphasis is what it is around. So no description can bring a link, an element,
//! a code block or a doctest into what is generated. [`mod@write`] spells the blocks for a [`DocSyntax`], with every character
//! escaped that means something there. Most are words and code spans alone: `plain` breaks those into lines as they stand.

mod plain;
pub mod read;
pub mod write;

use serde::Deserialize;

/// The kind of place that a description is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocSyntax {
    /// A Rust documentation comment: no brackets that rustdoc would resolve, nothing that it would run.
    Rustdoc,
    /// A TypeScript documentation comment: no tags, no inline tags.
    Tsdoc,
    /// Plain text in which code spans keep their backticks: Python docstrings, ordinary comments.
    #[serde(alias = "plain")]
    Docstring,
    /// A page of Markdown.
    Markdown,
    /// A cell of a Markdown table.
    Cell,
}

/// Descriptions as lines of at most `width` characters, where their words allow it. Each text is read on its own, so
/// none can swallow the next one; they are separated by empty lines.
pub fn lines(texts: &[&str], profile: DocSyntax, width: usize) -> Vec<String> {
    let mut said = Vec::new();
    for text in texts {
        let more = match plain::is_plain(text, profile) {
            true => plain::lines(text, profile, width),
            false => write::lines(&read::blocks(text), profile, width),
        };
        if !said.is_empty() && !more.is_empty() {
            said.push(String::new());
        }
        said.extend(more);
    }
    said
}

/// The same on one line, for places that have only one.
pub fn line(texts: &[&str], profile: DocSyntax) -> String {
    let of_one = |text: &&str| match plain::is_plain(text, profile) {
        true => (*text).to_owned(),
        false => write::line(&read::blocks(text), profile),
    };
    let said: Vec<_> = texts.iter().map(of_one).filter(|line| !line.is_empty()).collect();
    said.join(" ")
}

/// Any string as a code span, with what cannot be seen made visible.
pub fn code_span(text: &str, profile: DocSyntax) -> String {
    write::code_span(text, profile)
}

/// Any string as one line that says just this, wherever the line is.
pub fn text(text: &str, profile: DocSyntax) -> String {
    if are_words(text) {
        return text.to_owned();
    }
    written(text, profile)
}

/// Words of letters and digits, and version numbers: nothing in them means anything, and of every version a page speaks.
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

    /// Every text of up to five of these pieces, in every profile.
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
