//! Programs that must not compile, each with a corrected copy that differs in one place and compiles. The expected
//! compiler output is next to the wrong program; `BLESS=1` rewrites it.
//!
//! The compiler reads the crate that this program is linked with. A crate for such tests builds all dependencies once more.

use std::collections::BTreeSet;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// Compiles the corrected programs as parts of this one, which takes seconds instead of minutes, and runs each.
macro_rules! corrected {
    ($($name:ident)*) => {
        $(mod $name {
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/mistakes/", stringify!($name), "_right.rs"));

            #[test]
            fn the_corrected_program_runs() {
                main();
            }
        })*

        const CORRECTED: &[&str] = &[$(stringify!($name)),*];
    };
}

corrected! {
    answer_without_a_decision
    content_of_a_refusal
    decision_of_another_event
    handler_of_no_call
    message_with_an_allow
    misspelled_field
    optional_verb_of_another_event
    output_of_a_tool_as_json
    output_of_another_event
    specific_output_of_another_event
    specific_output_where_there_is_none
    text_as_a_reply
    updated_output_of_a_tool
    verb_of_another_event
    verb_that_is_not_returned
    verb_that_the_call_does_not_have
}

#[test]
fn wrong_programs_do_not_compile() {
    let crates = crates();
    let mut wrong = BTreeSet::new();
    let mut faults = Vec::new();
    for entry in fs::read_dir("mistakes").unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(stem) = name.strip_suffix("_wrong.rs") else { continue };
        let path = format!("mistakes/{name}");
        assert_eq!(
            differences(&path, &format!("mistakes/{stem}_right.rs")),
            1,
            "{path} and its twin differ in one place"
        );
        let (compiles, reported) = compiled(&path, &crates);
        let expected = format!("mistakes/{stem}_wrong.stderr");
        if env::var_os("BLESS").is_some() {
            fs::write(&expected, &reported).unwrap();
        }
        if compiles {
            faults.push(format!("{path} compiles"));
        } else if fs::read_to_string(&expected).unwrap_or_default() != reported {
            faults.push(format!("{path} is not reported as in {expected}, but as\n{reported}"));
        }
        wrong.insert(stem.to_owned());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(wrong, CORRECTED.iter().map(ToString::to_string).collect());
}

/// Returns the arguments with which the compiler finds the crates of this project. Cargo has built them for this program.
fn crates() -> Vec<String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap());
    let built = cargo.args(["build", "--quiet", "--locked", "--lib", "--message-format=json"]).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let messages = String::from_utf8(built.stdout).unwrap();
    let mut found = Vec::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
        if let Some(file) = files.clone().find(|file| file.ends_with(".rlib"))
            && ["hookwire", "serde_json"].contains(&name)
        {
            found.extend(["--extern".to_owned(), format!("{name}={file}")]);
            let folder = file.rfind(['/', '\\']).map_or(".", |end| &file[..end]);
            found.push(format!("-Ldependency={folder}"));
        }
    }
    assert!(found.iter().any(|it| it.starts_with("hookwire=")), "{messages}");
    found
}

/// Compiles a program. Returns true if it compiles, and what the compiler reports in a form that only the mistake decides.
fn compiled(program: &str, crates: &[String]) -> (bool, String) {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args([
        "--edition=2024",
        "--emit=metadata",
        "--diagnostic-width=140",
        "--out-dir",
        env!("CARGO_TARGET_TMPDIR"),
    ]);
    let done = rustc.args(crates).arg(program).output().unwrap();
    let reported = String::from_utf8(done.stderr).unwrap();
    let sums_up = |line: &&str| {
        ["error: aborting", "Some errors have", "For more information"].iter().any(|start| line.starts_with(start))
    };
    let lines = reported.lines().filter(|line| !sums_up(line)).map(comparable);
    (done.status.success(), lines.collect::<Vec<_>>().join("\n").trim_end().to_owned() + "\n")
}

/// Returns a line of the compiler without what changes with the crate: its folder, numbers of its lines, with the indentation
/// that depends on them, and how many types there are.
fn comparable(line: &str) -> String {
    let line = line.trim_start_matches(|it: char| it == ' ' || it.is_ascii_digit());
    if line.starts_with("and ") && line.ends_with(" others") {
        return "and others".to_owned();
    }
    let Some((arrow, place)) = line.split_once(' ').filter(|(arrow, _)| ["-->", ":::"].contains(arrow)) else {
        return line.to_owned();
    };
    let place = place.replace('\\', "/");
    match place.split_once("/generated/rust/") {
        Some((_, inside)) => format!("{arrow} $HOOKWIRE/{}", inside.split(':').next().unwrap_or(inside)),
        None => format!("{arrow} {place}"),
    }
}

/// Returns the number of lines in which two programs differ.
fn differences(one: &str, other: &str) -> usize {
    let (one, other) = (fs::read_to_string(one).unwrap(), fs::read_to_string(other).unwrap());
    assert_eq!(one.lines().count(), other.lines().count());
    one.lines().zip(other.lines()).filter(|(one, other)| one != other).count()
}
