//! Regular expressions of JavaScript, as far as they can be matched in linear time.

mod data;
mod node;
mod parse;
mod program;

use self::data::{LARGEST, LONGEST, MOST_WORK};
use self::node::Ast;
use self::program::Program;

/// Returns the result of `new RegExp(pattern).test(value)`, by UTF-16 units. `None`: the pattern is not supported, or
/// the limits are exceeded.
#[allow(dead_code, reason = "matchers need it")]
pub(crate) fn test(pattern: &str, value: &str) -> Option<bool> {
    tests(pattern, std::iter::once(value)).pop().flatten()
}

/// Does the same as [`test`], for several values.
#[allow(dead_code, reason = "matchers need it")]
pub(crate) fn tests<'v>(pattern: &str, values: impl Iterator<Item = &'v str>) -> Vec<Option<bool>> {
    let pattern: Vec<u32> = pattern.encode_utf16().take(LONGEST + 1).map(u32::from).collect();
    let node = parse::parse(&pattern).filter(|node| pattern.len() <= LONGEST && node.size() <= LARGEST);
    let program = node.as_ref().map(|node| (Program::of(node), node.size()));
    let test = |value: &str| {
        let (program, size) = program.as_ref()?;
        let value: Vec<u32> = value.encode_utf16().map(u32::from).collect();
        (size.saturating_mul(value.len() + 1) <= MOST_WORK).then(|| program.finds(&value))
    };
    values.map(test).collect()
}

/// Returns true if `new RegExp(pattern)` is an error. Patterns that are too long or not supported are not known to be.
#[allow(dead_code, reason = "settings need it")]
pub(crate) fn is_invalid(pattern: &str) -> bool {
    let pattern: Vec<u32> = pattern.encode_utf16().take(LONGEST + 1).map(u32::from).collect();
    pattern.len() <= LONGEST && parse::is_invalid(&pattern)
}

/// What of a pattern can match a text, for the parts that `|` separates on its top level.
#[allow(dead_code, reason = "settings need it")]
pub(crate) struct Parts {
    /// A part matches no text of these signs.
    pub(crate) impossible: bool,
    /// A part may match one.
    pub(crate) possible: bool,
    /// A part has no text at all.
    pub(crate) empty: bool,
}

/// Returns what of a pattern can match a text of ASCII letters, digits and these signs. `None`: it is not supported.
#[allow(dead_code, reason = "settings need it")]
pub(crate) fn parts(pattern: &str, signs: &str) -> Option<Parts> {
    let pattern: Vec<u32> = pattern.encode_utf16().take(LONGEST + 1).map(u32::from).collect();
    let node = parse::parse(&pattern).filter(|_| pattern.len() <= LONGEST)?;
    let branches = if let Ast::Choice(branches) = node { branches } else { vec![node] };
    let can_be: Vec<bool> = branches.iter().map(|branch| branch.can_be_of(signs)).collect();
    let is_empty = |branch: &Ast| matches!(branch, Ast::Sequence(parts) if parts.is_empty());
    Some(Parts {
        impossible: can_be.contains(&false),
        possible: can_be.contains(&true),
        empty: branches.iter().any(is_empty),
    })
}

impl Ast {
    /// Returns false if no text of ASCII letters, digits and these signs matches. Places are taken to be right.
    fn can_be_of(&self, signs: &str) -> bool {
        match self {
            Self::Unit(set) => {
                let mut all = ('0'..='9').chain('A'..='Z').chain('a'..='z').chain(signs.chars());
                all.any(|sign| set.has(u32::from(sign)))
            }
            Self::Anchor(_) => true,
            Self::Sequence(parts) => parts.iter().all(|part| part.can_be_of(signs)),
            Self::Choice(branches) => branches.iter().any(|branch| branch.can_be_of(signs)),
            Self::Repeat(node, counts) => counts.min == 0 || node.can_be_of(signs),
        }
    }
}

/// Returns true if the pattern matches anywhere in the value, by code points. An unsupported pattern never matches, but
/// the generator rejects those.
#[allow(dead_code, reason = "assertions need it")]
pub(crate) fn finds(pattern: &str, value: &str) -> bool {
    found(pattern, std::iter::once(value)) == [true]
}

/// Does the same as [`finds`], for several values.
#[allow(dead_code, reason = "assertions need it")]
pub(crate) fn found<'v>(pattern: &str, values: impl Iterator<Item = &'v str>) -> Vec<bool> {
    let pattern: Vec<u32> = pattern.chars().map(u32::from).collect();
    let node = parse::parse(&pattern);
    let program = node.as_ref().map(Program::of);
    let finds = |value: &str| {
        let value: Vec<u32> = value.chars().map(u32::from).collect();
        program.as_ref().is_some_and(|program| program.finds(&value))
    };
    values.map(finds).collect()
}
