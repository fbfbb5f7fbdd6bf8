//! A generated file in memory.

/// The command that generates the files of this repository, for messages and file headers. A program with its own
/// templates uses its own name.
pub const COMMAND: &str = "cargo xtask codegen";

/// A file of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Path from the root of the package, with `/`.
    pub path: String,
    /// The contents.
    pub contents: String,
}

impl Artifact {
    /// Creates a file at this path.
    pub fn new(path: impl Into<String>, contents: impl Into<String>) -> Self {
        Self { path: path.into(), contents: contents.into() }
    }
}
