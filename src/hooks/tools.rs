//! Tools: which tool a call is of, by the table `tools`, whose values an input names in `tool_name`.

use super::feature::{Feature, Plain};

/// The functions that tell tools apart, and those of other servers among them.
pub const FEATURE: Feature = Feature {
    name: "tools",
    about: "the tool of a call, with the types of its arguments and its result",
    needs: &["replies"],
    types: &["McpToolInput"],
    tables: &["tools"],
    read: Plain::read,
};
