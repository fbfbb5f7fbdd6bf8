//! The sentences about operations, in the words of a domain. They have holes in braces.

/// The words for an operation and its output in messages. A domain replaces them.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// Names the version of a type that is as old as its operation, `{name}`.
    pub called: &'static str,
    /// The name of any operation.
    pub any_name: &'static str,
    /// The name of an operation, if only some operations have such an object.
    pub some_name: &'static str,
    /// The operation `{value}` is not in the contract of `{package}`. The plan fills the second hole.
    pub unknown: &'static str,
    /// The name of the operation is missing at `{key}`; `{such_as}` is an example. The plan fills both holes.
    pub missing_name: &'static str,
    /// The key `{key}` belongs at the top of the output.
    pub top_level: &'static str,
    /// The key `{key}` is a field of `{whose}` output, not of that of `{operation}`.
    pub foreign: &'static str,
    /// The owners of a key, if there are too many to list.
    pub others: &'static str,
    /// `{place}` has no effect on `{operation}`.
    pub without_effect: &'static str,
    /// `{place}` has no effect on any operation.
    pub without_effect_anywhere: &'static str,
}

/// The words for a set without a domain.
pub const NEUTRAL: Vocabulary = Vocabulary {
    called: "The operation `{name}`",
    any_name: "the name of an operation",
    some_name: "the name of an operation that has this object",
    unknown: "The operation {value} is unknown to this version of {package}.",
    missing_name: "`{key}` is missing. Write the name of the operation, such as `\"{key}\": \"{such_as}\"`.",
    top_level: "`{key}` belongs at the top level, not here.",
    foreign: "`{key}` is a field of {whose}, not of `{operation}`.",
    others: "other operations",
    without_effect: "{place} has no effect on `{operation}`.",
    without_effect_anywhere: "{place} has no effect on any operation.",
};
