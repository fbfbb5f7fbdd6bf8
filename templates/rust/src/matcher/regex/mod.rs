//! Regular expressions of JavaScript, as far as they can be decided in linear time. They see UTF-16 units.

mod node;
mod parse;
mod program;

use self::program::Program;
use super::Match;
use super::data::{LARGEST, LONGEST, MOST_WORK};

/// What `new RegExp(pattern).test(value)` says, where the pattern is of the subset and within the limits.
pub(super) fn test(pattern: &str, value: &str) -> Match {
    let pattern: Vec<u16> = pattern.encode_utf16().take(LONGEST + 1).collect();
    let Some(node) = parse::parse(&pattern).filter(|_| pattern.len() <= LONGEST) else { return Match::Undecidable };
    let (size, value) = (node.size(), value.encode_utf16().collect::<Vec<u16>>());
    if size > LARGEST || size.saturating_mul(value.len() + 1) > MOST_WORK {
        return Match::Undecidable;
    }
    Match::known(Program::of(&node).finds(&value))
}
