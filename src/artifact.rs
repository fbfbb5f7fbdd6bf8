//! A generated file, before it is written.

/// A file of a package, as a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Path from the root of the package, with `/`.
    pub path: String,
    /// The whole file.
    pub contents: String,
}
