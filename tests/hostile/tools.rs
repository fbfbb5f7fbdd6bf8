//! The paths of the tools and templates for the tests of hostile input.

use std::path::{Path, PathBuf};

/// The interpreter, with its packages, as the step `python` of the tests installs it.
pub fn python() -> PathBuf {
    let name = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python").join(name)
}

/// The packages of npm, as the step `typescript` installs them. The newest compiler of TypeScript has no parser that a program can call; the oldest one that is
/// supported has.
pub fn node_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/typescript/node_modules")
}

/// The templates of all targets.
pub fn templates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("templates")
}
