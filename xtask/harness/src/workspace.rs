//! Paths of the repository, relative to the current folder.

use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Returns a path of this repository, relative to the current folder. Printed paths are then the same on every machine.
pub fn path(inside: &str) -> PathBuf {
    let root = root();
    match env::current_dir().and_then(fs::canonicalize) {
        Ok(current) => relative(&current, &root).join(inside),
        Err(_) => root.join(inside),
    }
}

/// Returns the root of this repository.
pub fn root() -> PathBuf {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = harness.ancestors().nth(2).unwrap_or(harness);
    fs::canonicalize(root).unwrap_or_else(|_| root.to_owned())
}

/// Returns the relative path from one absolute path to another, or `to` if there is none (drives of Windows).
fn relative(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    if common == 0 {
        return to.to_owned();
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_between_folders() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to)).display().to_string();
        assert_eq!(way("/a/b", "/a/b"), "");
        assert_eq!(way("/a/b/c/d", "/a/b"), "../..");
        assert_eq!(way("/a", "/a/b/c"), "b/c");
        assert_eq!(way("/a/x", "/a/b"), "../b");
    }
}
