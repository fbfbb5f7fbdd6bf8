//! The location of a node in a schema set, without its line.

use serde::Serialize;

/// The location of the schema node that something comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Origin {
    /// The path of the file, from the root of the set, with `/`.
    pub file: String,
    /// The JSON pointer in the file.
    pub pointer: String,
}

impl Origin {
    /// Returns true for this node itself, and for every node in it.
    pub fn is_in(&self, outer: &Self) -> bool {
        let rest = self.pointer.strip_prefix(&outer.pointer).filter(|_| self.file == outer.file);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}
