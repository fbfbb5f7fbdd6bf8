//! Tools: the tool of a call, from `tool_name` and the table `tools`.

use super::feature::{Feature, Plain};

/// The functions that distinguish the tools of calls, including those of MCP servers.
pub const FEATURE: Feature = Feature {
    name: "tools",
    about: "the tool of a call, with the types of its arguments and its result",
    needs: &["replies"],
    types: &["McpToolInput"],
    tables: &["tools"],
    read: Plain::read,
};
