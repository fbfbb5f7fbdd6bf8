//! The place of a node in a schema set, without its line.

use serde::Serialize;

/// The place of the schema node that something comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Origin {
    /// Path of the file, from the root of the set, with `/`.
    pub file: String,
    /// JSON pointer in it.
    pub pointer: String,
}
