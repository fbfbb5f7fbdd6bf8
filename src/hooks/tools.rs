//! Tools: the tool of a call, from `tool_name` and the table `tools`.

use super::feature::{Feature, Plain};

/// The functions that distinguish the tools of calls, including those of MCP servers.
pub const FEATURE: Feature = Feature {
    name: "tools",
    needs: &["replies"],
    types: &["McpToolInput"],
    tables: &["tools"],
    words: &["tool"],
    namespace: Some("tools"),
    read: Plain::read,
};
