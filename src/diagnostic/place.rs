//! The location of a diagnostic: a file, a line, and the marked part of the line.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::{is_invisible, visible};

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The path, from the root of the set.
    pub file: String,
    /// The line from 1; 0 if only the file is known.
    pub line: usize,
    /// The column from 1, in characters; 0 if only the file is known.
    pub column: usize,
    /// The length of the marked part of the line in characters; 0 if only the file is known.
    pub length: usize,
    /// The JSON pointer, if there is one.
    pub pointer: Option<String>,
    /// The line to show.
    #[serde(skip)]
    pub excerpt: Option<Excerpt>,
}

/// A line of a file, safe for a terminal, with a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, or the part of a long one around the mark, without tabs, control characters and invisible characters.
    pub text: String,
    /// The marked bytes of the text.
    pub mark: Range<usize>,
}

/// The maximum number of characters of a line before the mark.
const BEFORE: usize = 60;
/// The maximum number of characters from the start of the mark.
const AFTER: usize = 100;

impl Place {
    /// Creates the place of a whole file.
    pub fn of_file(file: impl Into<String>) -> Self {
        Self { file: file.into(), line: 0, column: 0, length: 0, pointer: None, excerpt: None }
    }

    /// Creates the place of these bytes of a file's text; only the first line is shown.
    pub fn in_text(file: impl Into<String>, text: &str, bytes: Range<usize>) -> Self {
        let line = text[..floor(text, bytes.start)].matches('\n').count() + 1;
        Self::in_line(file, text, bytes, line)
    }

    /// Like [`Self::in_text`], if the line of the first byte is known: to count it takes as long as the text is.
    pub fn in_line(file: impl Into<String>, text: &str, bytes: Range<usize>, number: usize) -> Self {
        let start = floor(text, bytes.start);
        let end = floor(text, bytes.end.max(start));
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let mark = (start - line_start).min(line.len())..(end.min(line_end) - line_start).min(line.len());
        Self {
            file: file.into(),
            line: number,
            column: line[..mark.start].chars().count() + 1,
            length: line[mark.clone()].chars().count().max(1),
            pointer: None,
            excerpt: Some(Excerpt::new(line, mark)),
        }
    }

    /// Adds the JSON pointer of the node.
    #[must_use]
    pub fn with_pointer(self, pointer: impl Into<String>) -> Self {
        Self { pointer: Some(pointer.into()), ..self }
    }

    /// Returns the pointer for messages.
    pub fn shown_pointer(&self) -> Option<String> {
        let shown = |pointer: &String| if pointer.is_empty() { "the root".to_owned() } else { visible(pointer) };
        self.pointer.as_ref().map(shown)
    }
}

/// Returns the last character boundary at or before this byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

impl Excerpt {
    /// Creates the excerpt of a line.
    fn new(line: &str, mark: Range<usize>) -> Self {
        let first = line[..mark.start].char_indices().rev().take(BEFORE).last().map_or(mark.start, |(at, _)| at);
        let last = line[mark.start..].char_indices().nth(AFTER).map_or(line.len(), |(at, _)| mark.start + at);
        let mut text = harmless(&line[first..mark.start]);
        if first > 0 {
            text.insert(0, '…');
        }
        let start = text.len();
        text.push_str(&harmless(&line[mark.start..mark.end.min(last)]));
        let end = text.len();
        text.push_str(&harmless(&line[mark.end.min(last)..last]));
        if last < line.len() {
            text.push('…');
        }
        Self { text, mark: start..end }
    }
}

/// Escapes a line, so that it cannot control the terminal and the mark is under the right characters.
fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => shown.push_str("    "),
            c if c.is_control() || is_invisible(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible(&self.file))?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        if let Some(pointer) = self.shown_pointer() {
            write!(f, " at {pointer}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, bytes: Range<usize>) -> (usize, usize, usize, String, String) {
        let place = Place::in_text("a", text, bytes);
        let excerpt = place.excerpt.unwrap_or(Excerpt { text: String::new(), mark: 0..0 });
        (place.line, place.column, place.length, excerpt.text[excerpt.mark].to_owned(), excerpt.text)
    }

    #[test]
    fn a_place_is_counted_in_characters() {
        let (line, column, length, mark, text) = shown("a\nä\u{1f600} bc d\n", 9..11);
        assert_eq!((line, column, length, mark.as_str(), text.as_str()), (2, 4, 2, "bc", "ä\u{1f600} bc d"));
    }

    #[test]
    fn what_goes_over_several_lines_is_marked_in_the_first() {
        let (line, column, length, mark, text) = shown("{\r\n  \"a\": {\r\n  }\r\n}", 10..16);
        assert_eq!((line, column, length, mark.as_str(), text.as_str()), (2, 8, 1, "{", "  \"a\": {"));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides_of_the_mark() {
        let long = format!("{}HERE{}", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let (_, column, length, mark, text) = shown(&long, 1_000_000..1_000_004);
        assert_eq!((column, length, mark.as_str()), (1_000_001, 4, "HERE"));
        assert!(text.chars().count() == BEFORE + AFTER + 2 && text.starts_with("…x") && text.ends_with("y…"));
        let (_, _, length, mark, _) = shown(&long, 0..1_000_000);
        assert_eq!((length, mark.len()), (1_000_000, AFTER));
    }

    #[test]
    fn what_would_draw_on_a_terminal_is_spelt_out() {
        let (_, column, length, mark, text) = shown("\t\u{1b}[31m\u{202e}ab\u{200b}", 9..11);
        assert_eq!((column, length, mark.as_str()), (8, 2, "ab"));
        assert_eq!(text, "    \\u{1b}[31m\\u{202e}ab\\u{200b}");
    }

    #[test]
    fn no_range_is_too_far() {
        assert_eq!(shown("", 0..0).1, 1);
        assert_eq!(shown("ab", 7..9).1, 3);
        assert_eq!(shown("\u{e4}", 1..2).1, 1);
        assert_eq!(shown("a\r\nb", 2..3).1, 2);
    }
}
