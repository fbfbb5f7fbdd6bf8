//! Replays the fuzz corpus of the generated Rust validators: inputs that once reached new code, and inputs that failed
//! before a fix.

#[path = "../../fuzz/src/bundle.rs"]
#[allow(dead_code)]
mod bundle;
#[path = "../../fuzz/src/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../../fuzz/src/validators.rs"]
mod validators;

use std::panic::catch_unwind;
use std::path::Path;

use validators::validators;

#[test]
fn no_input_of_the_corpus_makes_the_validators_fail() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/validators.jsonl");
    let inputs = corpus::read(&path).unwrap();
    let fails = |input: &&Vec<u8>| catch_unwind(|| validators(input)).is_err();
    let failed: Vec<_> = inputs.iter().filter(fails).map(|input| String::from_utf8_lossy(input)).collect();
    println!("{} inputs", inputs.len());
    assert!(inputs.len() >= 100, "{} inputs are no corpus", inputs.len());
    assert!(failed.is_empty(), "{failed:#?}");
}
