//! The test of the installed program on the page for beginners.
//! On Windows the program has another file name.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

#[path = "../../../generated/docs/getting-started/rust/installed.rs"]
mod installed;

/// Runs the test of the page for a project.
fn run(project: &Path) -> Output {
    let mut test = Command::new(env::current_exe().expect("this program"));
    test.args(["--ignored", "--exact", "getting_started::installed::push_is_blocked"]).env("PROJECT", project);
    test.output().expect("a test")
}

/// Returns what the test printed.
fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it)).concat()
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
    let with_program = run(&project);
    assert!(with_program.status.success(), "{}", text(&with_program));
    assert!(text(&with_program).contains("1 passed"), "the test has another name: {}", text(&with_program));
    fs::remove_file(program).expect("the program");
    let without_program = run(&project);
    assert!(!without_program.status.success(), "{}", text(&without_program));
}
