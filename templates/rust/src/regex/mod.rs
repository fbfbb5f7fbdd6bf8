//! Regular expressions of JavaScript, as far as they can be decided in linear time.

mod data;
mod node;
mod parse;
mod program;

use self::data::{LARGEST, LONGEST, MOST_WORK};
use self::program::Program;

/// What `new RegExp(pattern).test(value)` says, unit by unit of UTF-16; nothing where the pattern is not of the subset, or
/// it and the value are not within the limits.
#[allow(dead_code, reason = "matchers need it")]
pub(crate) fn test(pattern: &str, value: &str) -> Option<bool> {
    let pattern: Vec<u32> = pattern.encode_utf16().take(LONGEST + 1).map(u32::from).collect();
    let node = parse::parse(&pattern).filter(|_| pattern.len() <= LONGEST)?;
    let (size, value) = (node.size(), value.encode_utf16().map(u32::from).collect::<Vec<u32>>());
    if size > LARGEST || size.saturating_mul(value.len() + 1) > MOST_WORK {
        return None;
    }
    Some(Program::of(&node).finds(&value))
}

/// Whether the pattern is found in the value, character by character. One that is not of the subset is found nowhere: the
/// generator refuses it.
#[allow(dead_code, reason = "assertions need it")]
pub(crate) fn finds(pattern: &str, value: &str) -> bool {
    let pattern: Vec<u32> = pattern.chars().map(u32::from).collect();
    let value: Vec<u32> = value.chars().map(u32::from).collect();
    parse::parse(&pattern).is_some_and(|node| Program::of(&node).finds(&value))
}
