//! The test of the installed program on the page for beginners.
//! On Windows the program has another file name.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[path = "../../../generated/docs/getting-started/rust/installed.rs"]
mod installed;

/// Runs the test of the page for a project, and returns true if it passes.
fn passes(project: &Path) -> bool {
    let mut test = Command::new(env::current_exe().expect("this program"));
    test.args(["--ignored", "--exact", "installed::push_is_blocked"]).env("PROJECT", project);
    test.output().expect("a test").status.success()
}

#[test]
fn the_test_of_the_installed_program_passes_and_fails_without_the_program() {
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("getting-started");
    let hooks = project.join(".claude/hooks");
    fs::create_dir_all(&hooks).expect("a folder");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/docs/getting-started/rust/settings.json");
    fs::copy(page, project.join(".claude/settings.json")).expect("the settings");
    let program = hooks.join("no-push");
    fs::copy(env!("CARGO_BIN_EXE_no-push"), &program).expect("the program");
    assert!(passes(&project));
    fs::remove_file(program).expect("the program");
    assert!(!passes(&project));
}
