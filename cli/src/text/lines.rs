//! Lines and columns.

use std::cell::OnceCell;
use std::ops::{Deref, Range};

/// A place in a text, for people: both numbers start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters (Unicode code points).
    pub column: usize,
}

/// A text, with the places of its lines.
#[derive(Debug, Default)]
pub struct Text {
    content: String,
    /// Where each line starts, in bytes; found when the first position is asked for.
    starts: OnceCell<Vec<usize>>,
}

impl From<String> for Text {
    fn from(content: String) -> Self {
        Self { content, starts: OnceCell::new() }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.content
    }
}

impl Text {
    /// Returns the position of a byte.
    pub fn position(&self, at: usize) -> Position {
        let starts = self.starts();
        let line = starts.partition_point(|start| *start <= at).max(1);
        let start = starts.get(line - 1).copied().unwrap_or_default();
        let before = self.content.get(start..at.min(self.content.len())).unwrap_or_default();
        Position { line, column: before.chars().count() + 1 }
    }

    /// Returns the positions of the first byte of a range and of the byte after it.
    pub fn positions(&self, range: &Range<usize>) -> (Position, Position) {
        (self.position(range.start), self.position(range.end))
    }

    fn starts(&self) -> &[usize] {
        self.starts
            .get_or_init(|| std::iter::once(0).chain(self.content.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }
}

/// Returns the byte at a line and a column, which is counted in bytes. Both start at 1.
pub fn byte(text: &str, line: usize, column: usize) -> usize {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    let start = std::iter::once(0).chain(ends).nth(line.saturating_sub(1)).unwrap_or(text.len());
    let at = (start + column.saturating_sub(1)).min(text.len());
    (0..=at).rev().find(|it| text.is_char_boundary(*it)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = Text::from("a\nä\u{1f600}b\n".to_owned());
        assert_eq!(text.position(8), Position { line: 2, column: 3 });
        assert_eq!(text.position(0), Position { line: 1, column: 1 });
        assert_eq!(text.position(10), Position { line: 3, column: 1 });
        assert_eq!(Text::default().position(0), Position { line: 1, column: 1 });
        assert_eq!(byte(&text, 2, 2), 2, "inside of a sign is its beginning");
    }
}
