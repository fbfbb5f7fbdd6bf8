//! What is told of a set with a mistake in it: each folder of `tests/diagnostics` is one, and its `expected.txt` is the
//! whole of what a user reads. `BLESS=1 cargo test --test diagnostics` writes them anew; read the difference.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/copy.rs"]
mod copy;

use std::fs;
use std::path::{Path, PathBuf};

use copy::copy;
use hookwire_codegen::diagnostic::Diagnostics;
use hookwire_codegen::generate;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// All that is found on the way to the model: just what a user reads.
fn findings(root: &Path) -> Diagnostics {
    match generate::read(root) {
        Ok(read) => read.findings,
        Err(found) => found,
    }
}

#[test]
fn each_mistake_is_told_with_its_place_its_reason_and_what_to_write() {
    let mut wrong = Vec::new();
    let mut ran = 0;
    let mut cases: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.is_dir());
    cases.sort();
    for case in &cases {
        let set = tempfile::tempdir().unwrap();
        fs::copy(folder().join("codegen.toml"), set.path().join("codegen.toml")).unwrap();
        copy(case, set.path());
        let told: String = findings(set.path()).0.iter().map(|one| format!("{one}\n\n")).collect();
        let expected = case.join("expected.txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &told).unwrap();
        }
        ran += 1;
        if told.is_empty() || fs::read_to_string(&expected).unwrap_or_default() != told {
            wrong.push(format!("== {}\n{told}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{} of {ran} cases differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran >= 40, "only {ran} cases ran");
}

#[cfg(unix)]
#[test]
fn a_link_in_a_set_is_refused() {
    let set = tempfile::tempdir().unwrap();
    fs::copy(folder().join("codegen.toml"), set.path().join("codegen.toml")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", set.path().join("thing.schema.json")).unwrap();
    let found = findings(set.path());
    assert_eq!(found.0[0].code.name(), "link", "a link was followed: {found:#?}");
}
