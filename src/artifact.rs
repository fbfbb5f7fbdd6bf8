//! A file as a value: what rendering gives and writing takes.

/// One file of a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Artifact {
    /// Where it stands in the target's folder: relative, with `/`.
    pub path: String,
    /// What is in it: UTF-8, LF.
    pub contents: String,
}

impl Artifact {
    /// A file at this path with these contents.
    pub fn new(path: impl Into<String>, contents: impl Into<String>) -> Self {
        Self { path: path.into(), contents: contents.into() }
    }
}
