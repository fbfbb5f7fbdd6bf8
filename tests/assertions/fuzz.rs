//! The corpus of the fuzzer of assertions, again: what reached something new once, and what was found.

#[path = "../fuzz/src/assertions.rs"]
mod assertions;
#[path = "../fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use assertions::assertions;

#[test]
fn no_input_of_the_corpus_makes_an_evaluator_fail() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/assertions");
    let mut paths: Vec<_> = fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let fails = |path: &&std::path::PathBuf| catch_unwind(|| assertions(&fs::read(path).unwrap())).is_err();
    let failed: Vec<_> = paths.iter().filter(fails).collect();
    println!("{} inputs", paths.len());
    assert!(paths.len() >= 100, "{} inputs are no corpus", paths.len());
    assert!(failed.is_empty(), "{failed:#?}");
}
