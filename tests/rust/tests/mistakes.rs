//! Programs that must not compile, each with a corrected copy that differs in one place and compiles. The expected
//! compiler output is next to the wrong program; `TRYBUILD=overwrite` rewrites it.

use std::fs;

#[test]
fn wrong_programs_do_not_compile_and_their_corrected_copies_do() {
    let cases = trybuild::TestCases::new();
    let mut pairs = 0;
    for entry in fs::read_dir("mistakes").unwrap() {
        let path = entry.unwrap().path().display().to_string();
        let Some(stem) = path.strip_suffix("_wrong.rs") else { continue };
        let right = format!("{stem}_right.rs");
        assert_eq!(differences(&path, &right), 1, "{path} and its twin differ in one place");
        cases.compile_fail(&path);
        cases.pass(&right);
        pairs += 1;
    }
    assert!(pairs >= 16, "only {pairs} pairs");
}

/// Returns the number of lines in which two programs differ.
fn differences(one: &str, other: &str) -> usize {
    let (one, other) = (fs::read_to_string(one).unwrap(), fs::read_to_string(other).unwrap());
    assert_eq!(one.lines().count(), other.lines().count());
    one.lines().zip(other.lines()).filter(|(one, other)| one != other).count()
}
