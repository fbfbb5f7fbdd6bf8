//! Programs that must not compile, each with a corrected copy that differs in one place and compiles. The expected
//! compiler output is next to the wrong program; `TRYBUILD=overwrite` rewrites it.

use std::collections::BTreeSet;
use std::fs;

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
    let cases = trybuild::TestCases::new();
    let mut wrong = BTreeSet::new();
    for entry in fs::read_dir("mistakes").unwrap() {
        let path = entry.unwrap().path().display().to_string();
        let Some(stem) = path.strip_suffix("_wrong.rs") else { continue };
        assert_eq!(differences(&path, &format!("{stem}_right.rs")), 1, "{path} and its twin differ in one place");
        cases.compile_fail(&path);
        wrong.insert(stem.trim_start_matches("mistakes/").to_owned());
    }
    assert_eq!(wrong, CORRECTED.iter().map(ToString::to_string).collect());
}

/// Returns the number of lines in which two programs differ.
fn differences(one: &str, other: &str) -> usize {
    let (one, other) = (fs::read_to_string(one).unwrap(), fs::read_to_string(other).unwrap());
    assert_eq!(one.lines().count(), other.lines().count());
    one.lines().zip(other.lines()).filter(|(one, other)| one != other).count()
}
