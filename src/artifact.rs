//! A generated file, before it is written.

/// The command that generates everything again in this repository: messages and the headers of its files name it. A program
/// that has the templates in it names itself.
pub const COMMAND: &str = "cargo xtask codegen";

/// A file of a package, as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Path from the root of the package, with `/`.
    pub path: String,
    /// The whole file.
    pub contents: String,
}

impl Artifact {
    /// A file at this path with these contents.
    pub fn new(path: impl Into<String>, contents: impl Into<String>) -> Self {
        Self { path: path.into(), contents: contents.into() }
    }
}
