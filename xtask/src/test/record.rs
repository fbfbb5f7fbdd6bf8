//! What the steps about any schema set passed with: `tests/passed.json` has a digest of the files of each.
//!
//! Such a step takes minutes, and proves the same as long as these files are the same. So it runs when one of them has changed,
//! with `--long`, and by its name. The last two write the digest, so that you commit it with the change. The digest is also that
//! of the system and its compilers, because others may fail.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use hookwire_harness::git::ask;
use hookwire_harness::{Root, locked};
use sha2::{Digest, Sha256};

/// The file with the digests.
const FILE: &str = "tests/passed.json";

/// What every such step depends on: the generator, its templates, and the code that runs the step.
const COMMON: [&str; 14] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "src",
    "templates/python",
    "templates/rust",
    "templates/schemas",
    "templates/typescript",
    "xtask/Cargo.toml",
    "xtask/conformance",
    "xtask/harness",
    "xtask/src/codegen.rs",
    "xtask/src/main.rs",
    "xtask/src/test",
];

/// Returns a digest of the system, the versions of the compilers, and the paths and contents of all files in these folders that
/// git knows, or could add.
///
/// # Errors
/// Git gives no answer, or a file cannot be read.
pub fn digest(root: &Root, own: &[&str]) -> Result<String, String> {
    let listing = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z", "--"];
    let arguments: Vec<&str> = listing.into_iter().chain(COMMON).chain(own.iter().copied()).collect();
    let names = ask(&root.path(""), &arguments).map_err(|failure| failure.to_string())?;
    let mut names: Vec<&str> = names.split('\0').filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    let mut hash = Sha256::new();
    // What passed on one system says nothing about another.
    hash.update(std::env::consts::OS);
    for program in ["rustc", "node", "python3"] {
        let version = Command::new(program).arg("--version").output().map_err(|error| format!("{program}: {error}"))?;
        hash.update(version.stdout);
    }
    // A file that was removed is listed until that is committed.
    for name in names.into_iter().filter(|name| root.path(name).is_file()) {
        let contents = fs::read(root.path(name)).map_err(|error| format!("{name}: {error}"))?;
        hash.update(format!("{name}\0{}\0", contents.len()));
        hash.update(contents);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns true if a step passed with the files that have this digest.
pub fn has(root: &Root, step: &str, digest: &str) -> bool {
    read(root).get(step).is_some_and(|known| known == digest)
}

/// Writes that a step has passed with the files that have this digest.
///
/// # Errors
/// The file cannot be written.
pub fn write(root: &Root, step: &str, digest: String) -> Result<(), String> {
    // Steps that run beside each other keep each other's digests.
    locked(root, "passed", |_| {
        let mut all = read(root);
        all.insert(step.to_owned(), digest);
        let text = serde_json::to_string_pretty(&all).map_err(|error| error.to_string())? + "\n";
        fs::write(root.path(FILE), text).map_err(|error| format!("{FILE}: {error}"))
    })
}

/// A file that is missing or broken only means that the steps run.
fn read(root: &Root) -> BTreeMap<String, String> {
    fs::read_to_string(root.path(FILE)).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use hookwire_harness::git::without_settings;
    use hookwire_harness::workspace;

    use super::super::steps::STEPS;
    use super::*;

    #[test]
    fn the_files_that_a_step_depends_on_exist() {
        let root = Root::new(workspace::root());
        let all = STEPS.iter().flat_map(|step| step.own.into_iter().flatten()).chain(&COMMON);
        let gone: Vec<_> = all.filter(|path| !root.path(path).exists()).collect();
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn a_step_has_passed_with_the_same_files_only() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::new(folder.path().to_owned());
        let put = |path: &str, text: &str| {
            let path = root.path(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let now = || digest(&root, &["tests/suite"]).unwrap();
        assert!(without_settings(folder.path()).args(["init", "--quiet"]).status().unwrap().success());
        put("src/lib.rs", "a");
        put("tests/suite/one.json", "1");
        let first = now();
        assert!(!has(&root, "suite", &first));
        write(&root, "suite", first.clone()).unwrap();
        assert!(has(&root, "suite", &now()) && !has(&root, "sets", &now()));
        // What no step of these reads.
        put("docs/page.md", "text");
        assert!(has(&root, "suite", &now()));
        for (path, text) in [("src/lib.rs", "b"), ("tests/suite/two.json", "1"), ("templates/rust/new.jinja", "")] {
            put(path, text);
            assert!(!has(&root, "suite", &now()), "{path}");
            write(&root, "suite", now()).unwrap();
        }
        fs::remove_file(root.path("tests/suite/two.json")).unwrap();
        assert!(!has(&root, "suite", &now()));
    }
}
