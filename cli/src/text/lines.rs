//! Lines and columns.

use std::cell::{Cell, OnceCell};
use std::ops::{Deref, Range};

use crate::secrets::secrets;

/// A place in a text, for people: both numbers start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters (Unicode code points).
    pub column: usize,
}

/// A text, with the places of its lines.
#[derive(Debug)]
pub struct Text {
    content: String,
    /// Where each line starts, in bytes; found when the first position is asked for.
    starts: OnceCell<Vec<usize>>,
    /// The place that was asked for last, and its column. The next one is often behind it in a long line.
    last: Cell<(usize, usize)>,
    /// Where its secrets are; found when a part of it is shown.
    secrets: OnceCell<Vec<Range<usize>>>,
    /// The lines before it in its file.
    before: usize,
}

impl From<String> for Text {
    fn from(content: String) -> Self {
        Self { content, starts: OnceCell::new(), last: Cell::new((0, 1)), secrets: OnceCell::new(), before: 0 }
    }
}

impl Default for Text {
    fn default() -> Self {
        String::new().into()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.content
    }
}

impl Text {
    /// Creates the text of lines of a file that has others before them.
    pub fn behind(self, before: usize) -> Self {
        Self { before, ..self }
    }

    /// Returns the position of a byte.
    pub fn position(&self, at: usize) -> Position {
        let starts = self.starts();
        let line = starts.partition_point(|start| *start <= at).max(1);
        let start = starts.get(line - 1).copied().unwrap_or_default();
        let at = at.min(self.content.len());
        let (last, column) = self.last.get();
        let (from, column) = if last >= start && last <= at { (last, column) } else { (start, 1) };
        let column = column + self.content.get(from..at).unwrap_or_default().chars().count();
        self.last.set((at, column));
        Position { line: self.before + line, column }
    }

    /// Returns the positions of the first byte of a range and of the byte after it.
    pub fn positions(&self, range: &Range<usize>) -> (Position, Position) {
        (self.position(range.start), self.position(range.end))
    }

    /// Returns where its secrets are.
    pub fn secrets(&self) -> &[Range<usize>] {
        self.secrets.get_or_init(|| secrets(&self.content))
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
