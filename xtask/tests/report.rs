//! A report that nobody got is not a success.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

/// Returns the exit code of a command and its output beside the report.
fn call(arguments: &str, out: impl Into<Stdio>) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = program.args(arguments.split_whitespace()).stdout(out).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_report_that_could_not_be_written_is_no_success_and_a_reader_that_has_gone_is_one() {
    let tour = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/sets/tour");
    let calls = [
        "codegen explain no-set".to_owned(),
        format!("codegen --dry-run --schemas {tour} --out nowhere"),
        format!("compat --schemas {tour} --against {tour}"),
        format!("codegen explain --schemas {tour} Recipe"),
    ];
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let gone = || std::io::pipe().unwrap().1;
    let read = calls.clone().map(|line| call(&line, Stdio::null()));
    let lost = calls.clone().map(|line| call(&line, full()));
    let unwanted = calls.map(|line| call(&line, gone()));
    for ((code, reported), (read, _)) in lost.iter().zip(&read) {
        assert_eq!((*code, *read), (Some(1), Some(0)), "{reported}");
        assert!(
            reported.starts_with("error: the report could not be written: ") && reported.lines().count() == 1,
            "{reported}"
        );
    }
    assert_eq!(unwanted, read);
}
