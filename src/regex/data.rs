//! The limits of patterns, and the ranges of units that escapes match: first and last unit of each.

/// The maximum length of a pattern, in units. Patterns and values beyond a limit are not decided.
pub const LONGEST: usize = 10_000;
/// The maximum nesting of groups.
pub const DEEPEST: usize = 50;
/// The maximum size of a pattern with its repetitions written out.
pub const LARGEST: usize = 10_000;
/// The maximum work of a match: the units of the value plus one, times the size of the pattern.
pub const MOST_WORK: usize = 1_000_000;

/// `\d`
pub const DIGIT: &[[u32; 2]] = &[[0x30, 0x39]];
/// `\w`
pub const WORD: &[[u32; 2]] = &[[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
/// `\s`
pub const SPACE: &[[u32; 2]] = &[
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
];
/// The characters that `.` does not match.
pub const LINE_END: &[[u32; 2]] = &[[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]];
