//! Replays the fuzz corpus of the generated crate: inputs that once reached new code, and inputs that failed before a fix.

#[path = "../../fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;
#[path = "../../fuzz/src/commands.rs"]
mod commands;
#[path = "../../fuzz/src/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../../fuzz/src/validators.rs"]
mod validators;

use std::panic::catch_unwind;
use std::path::Path;

use commands::read_line;
use validators::validators;

/// Fails for each input of a corpus with which the function fails.
fn replay(name: &str, function: fn(&[u8])) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let inputs = corpus::read(&path).unwrap();
    let fails = |input: &&Vec<u8>| catch_unwind(|| function(input)).is_err();
    let failed: Vec<_> = inputs.iter().filter(fails).map(|input| String::from_utf8_lossy(input)).collect();
    println!("{} inputs", inputs.len());
    assert!(inputs.len() >= 100, "{} inputs are no corpus", inputs.len());
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn no_input_of_the_corpus_makes_the_validators_fail() {
    replay("validators.jsonl", validators);
}

#[test]
fn no_line_of_the_corpus_makes_the_reader_of_lines_fail() {
    replay("commands.jsonl", read_line);
}
