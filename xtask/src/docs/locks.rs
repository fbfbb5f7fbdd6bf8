//! The lock files of the projects that use the crate. They contain the crate's version, so they change with it.
//! Cargo would update them too, but the tests run with `--locked`.

use std::fs;
use std::path::Path;

use hookwire_codegen::internal::artifact::Artifact;

use hookwire_harness::Root;

/// The folders of the lock files.
const FOLDERS: [&str; 3] = ["cli", "tests/fuzz", "tests/rust"];

/// Returns each lock file with its folder, in its expected state. One that is missing or cannot be read is skipped. A
/// run writes them, so they are not listed as its inputs, although only the version changes.
pub fn locks(root: &Path) -> Vec<(&'static str, Artifact)> {
    let Ok(package) = hookwire_harness::identity(&Root::new(root.to_owned())).map(|identity| identity.package) else {
        return Vec::new();
    };
    let of_folder = |folder: &&'static str| {
        let text = fs::read_to_string(root.join(folder).join("Cargo.lock")).ok()?;
        Some((*folder, Artifact::new("Cargo.lock", with_version(&text, &package.name, &package.version))))
    };
    FOLDERS.iter().filter_map(of_folder).collect()
}

/// Returns the lock file with another version of a package without a registry. Cargo writes the version after the name.
fn with_version(lock: &str, name: &str, version: &str) -> String {
    let head = format!("[[package]]\nname = \"{name}\"\nversion = \"");
    let Some((before, rest)) = lock.split_once(&head) else { return lock.to_owned() };
    let Some((_, after)) = rest.split_once('"') else { return lock.to_owned() };
    format!("{before}{head}{version}\"{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookwire_harness::git;

    #[test]
    fn every_lock_file_with_the_crate_is_listed() -> Result<(), String> {
        let root = Root::new(hookwire_harness::workspace::root());
        let name = hookwire_harness::identity(&root)?.package.name;
        let known = git::ask(&root.path(""), &["ls-files", "-z", "--", "*Cargo.lock"]).map_err(|it| it.to_string())?;
        let has_it = |path: &&str| {
            let text = fs::read_to_string(root.path(path)).unwrap_or_default();
            with_version(&text, &name, "another one") != text
        };
        let with_it: Vec<&str> = known.split_terminator('\0').filter(has_it).collect();
        assert_eq!(with_it, FOLDERS.map(|folder| format!("{folder}/Cargo.lock")));
        Ok(())
    }

    #[test]
    fn one_version_changes_and_nothing_else() {
        let lock = "version = 4\n\n[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
        let expected = lock.replace("\"a\"\nversion = \"1.0.0\"", "\"a\"\nversion = \"1.0.1-rc.1\"");
        assert_eq!(with_version(lock, "a", "1.0.1-rc.1"), expected);
        assert_eq!(with_version(lock, "c", "2.0.0"), lock);
    }
}
