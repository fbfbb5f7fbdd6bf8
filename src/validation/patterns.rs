//! The limits and character classes of regular expressions, which every language decides alike.

use serde::Serialize;

use crate::regex::data;

/// The limits and classes of regular expressions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Patterns {
    /// Where regular expressions end.
    pub limits: Limits,
    /// The characters of the escapes of classes.
    pub classes: Classes,
}

/// Beyond these a regular expression is not decided: its time is bounded.
#[derive(Debug, Clone, Serialize)]
pub struct Limits {
    /// UTF-16 units of a pattern.
    pub pattern: usize,
    /// Groups within each other.
    pub depth: usize,
    /// The size of a pattern with its repetitions written out.
    pub size: usize,
    /// The size, multiplied by the units of the value and one.
    pub work: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { pattern: data::LONGEST, depth: data::DEEPEST, size: data::LARGEST, work: data::MOST_WORK }
    }
}

/// First and last units of each run.
type Ranges = &'static [[u32; 2]];

/// The characters of JavaScript's escapes, without the flags `i`, `u` and `v`.
#[derive(Debug, Clone, Serialize)]
pub struct Classes {
    /// `\d`
    pub digit: Ranges,
    /// `\w`
    pub word: Ranges,
    /// `\s`
    pub space: Ranges,
    /// The characters that `.` does not match.
    pub line_end: Ranges,
}

impl Default for Classes {
    fn default() -> Self {
        Self { digit: data::DIGIT, word: data::WORD, space: data::SPACE, line_end: data::LINE_END }
    }
}
