//! Lines and columns.

use std::ops::Range;

/// A place in a text, for people: both numbers start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters (Unicode code points).
    pub column: usize,
}

/// The lines of a text.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    /// Where each line starts, in bytes.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of a text.
    pub fn of(text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// Returns the position of a byte.
    pub fn position(&self, at: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= at).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let before = self.text.get(start..at.min(self.text.len())).unwrap_or_default();
        Position { line, column: before.chars().count() + 1 }
    }

    /// Returns the byte at a line and a column, which is counted in bytes. Both start at 1.
    pub fn byte(&self, line: usize, column: usize) -> usize {
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        let mut at = (start + column.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Returns the positions of the first byte of a range and of the byte after it.
    pub fn positions(&self, range: &Range<usize>) -> (Position, Position) {
        (self.position(range.start), self.position(range.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let lines = Lines::of("a\nä\u{1f600}b\n");
        assert_eq!(lines.position(8), Position { line: 2, column: 3 });
        assert_eq!(lines.position(0), Position { line: 1, column: 1 });
        assert_eq!(lines.position(10), Position { line: 3, column: 1 });
        assert_eq!(Lines::of("").position(0), Position { line: 1, column: 1 });
    }
}
