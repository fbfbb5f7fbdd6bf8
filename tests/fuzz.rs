//! Replays the fuzz corpus of the generator: inputs that once reached new code, and inputs that failed before a fix.
//! `cargo xtask fuzz` searches for more; see `tests/fuzz/README.md`.

#[path = "fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;
#[path = "fuzz/src/corpus.rs"]
mod corpus;
#[path = "fuzz/src/generate.rs"]
mod generate;

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::{fs, thread};

use generate::generate;

/// Returns the path of a target's corpus file.
fn corpus_file(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(format!("{target}.jsonl"))
}

#[test]
fn every_corpus_file_is_as_the_fuzz_command_writes_it() {
    for target in ["assertions", "commands", "generate", "validators"] {
        let path = corpus_file(target);
        let packed = corpus::packed(&corpus::read(&path).unwrap());
        assert!(
            packed == fs::read_to_string(&path).unwrap(),
            "{target}: not sorted, a duplicate, or spelled otherwise"
        );
    }
}

#[test]
fn no_input_of_the_corpus_makes_the_generator_fail() {
    let inputs: Vec<Vec<u8>> = corpus::read(&corpus_file("generate")).unwrap().into_iter().collect();
    let parts = thread::available_parallelism().map_or(1, usize::from);
    let failed = |part: &[Vec<u8>]| -> Vec<String> {
        let fails = |input: &&Vec<u8>| catch_unwind(|| generate(input)).is_err();
        part.iter().filter(fails).map(|input| String::from_utf8_lossy(input).into_owned()).collect()
    };
    let failed: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> =
            inputs.chunks(inputs.len().div_ceil(parts)).map(|part| scope.spawn(|| failed(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    println!("{} inputs", inputs.len());
    assert!(inputs.len() >= 100, "{} inputs are no corpus", inputs.len());
    assert!(failed.is_empty(), "{failed:#?}");
}
