//! The limits and character classes of regular expressions, which are the same in every language.

use serde::Serialize;

use crate::regex::data;

/// The limits and classes of regular expressions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Patterns {
    /// The limits.
    pub limits: Limits,
    /// The characters of the escapes for classes.
    pub classes: Classes,
}

/// The limits that bound the time of a match. A regular expression beyond them is not evaluated.
#[derive(Debug, Clone, Serialize)]
pub struct Limits {
    /// The maximum length of a pattern, in UTF-16 units.
    pub pattern: usize,
    /// The maximum depth of groups.
    pub depth: usize,
    /// The maximum size of a pattern, with its repetitions written out.
    pub size: usize,
    /// The maximum product of the size and the length of the value plus one.
    pub work: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { pattern: data::LONGEST, depth: data::DEEPEST, size: data::LARGEST, work: data::MOST_WORK }
    }
}

/// The first and last unit of each range.
type Ranges = &'static [[u32; 2]];

/// The characters of JavaScript's escapes without the flags `i`, `u` and `v`.
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
