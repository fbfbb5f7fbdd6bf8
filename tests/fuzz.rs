//! The corpus of the fuzzer of the generator, again: what reached something new once, and what was found.
//! `cargo xtask fuzz` looks for more; `tests/fuzz/README.md` says how.

// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;
#[path = "fuzz/src/generate.rs"]
mod generate;

use std::panic::catch_unwind;
use std::path::Path;
use std::{fs, thread};

use generate::generate;

#[test]
fn no_input_of_the_corpus_makes_the_generator_fail() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus/generate");
    let mut paths: Vec<_> = fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let parts = thread::available_parallelism().map_or(1, usize::from);
    let failed = |part: &[std::path::PathBuf]| -> Vec<String> {
        let fails = |path: &&std::path::PathBuf| catch_unwind(|| generate(&fs::read(path).unwrap())).is_err();
        part.iter().filter(fails).map(|path| path.display().to_string()).collect()
    };
    let failed: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> =
            paths.chunks(paths.len().div_ceil(parts)).map(|part| scope.spawn(|| failed(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    println!("{} inputs", paths.len());
    assert!(paths.len() >= 100, "{} inputs are no corpus", paths.len());
    assert!(failed.is_empty(), "{failed:#?}");
}
