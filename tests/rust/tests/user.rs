//! The tests of the crate's user. They are one program, which links the crate once for all of them.
//!
//! The tests share a process, so none may change its environment variables or its current folder.

use std::fs;
use std::path::Path;

mod boundary;
mod calls;
mod docs;
mod edits;
mod examples;
mod facts;
mod fields;
mod fuzz;
mod getting_started;
mod hooks;
mod keys;
mod matches;
mod messages;
mod mistakes;
mod natural_program;
mod outcomes;
mod programs;
mod prompt;
mod question;
mod queue;
mod read;
mod records;
mod run;
mod schemas;
mod selection;
mod shell;
mod testing;
mod tool;
mod transcript;
mod transports;
mod types;
mod validate;
mod validator;
mod values;

#[test]
fn no_test_is_left_out() {
    let listed: Vec<&str> =
        include_str!("user.rs").lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let names = |folder: &str| {
        let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let files =
        names("tests").into_iter().filter_map(|path| Some(path.file_name()?.to_str()?.strip_suffix(".rs")?.to_owned()));
    let mut files: Vec<String> = files.filter(|name| name != "user").collect();
    files.sort();
    assert_eq!(files, listed, "tests/user.rs lists every file");
    // The step runs the tests of this program, and of one hook.
    let hooks = names("src/bin")
        .into_iter()
        .chain(names("../../generated/docs/cookbook").into_iter().map(|it| it.join("hook.rs")));
    let tested: Vec<_> =
        hooks.filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("#[test]"))).collect();
    assert!(tested.is_empty(), "no step runs the tests of {tested:?}");
}
