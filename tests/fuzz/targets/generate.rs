//! Fuzzes the generator with any schema set.

#![no_main]

#[path = "../src/bundle.rs"]
mod bundle;
#[path = "../src/generate.rs"]
mod generate;
#[path = "../src/mutate.rs"]
mod mutate;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| generate::generate(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match mutate::mutate(&data[..size], seed).and_then(|mutant| mutate::put(&mutant, data, max_size)) {
        Some(size) => size,
        None => fuzzer_mutate(data, size, max_size),
    }
});
