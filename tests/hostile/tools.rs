//! The paths of the tools and templates for the tests of hostile input.

use std::path::{Path, PathBuf};

/// Returns the interpreter with its packages. The step `python` of the tests installs it.
pub fn python() -> PathBuf {
    let name = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python").join(name)
}

/// Returns the packages of npm. The step `typescript` installs them. The newest TypeScript compiler has no parser API;
/// the oldest supported one has.
pub fn node_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/typescript/node_modules")
}

/// Returns the folder of the templates of all targets.
pub fn templates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("templates")
}
