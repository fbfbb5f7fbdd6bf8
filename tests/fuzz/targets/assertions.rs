//! Fuzzes the validators of assertions with any payload.

#![no_main]

#[path = "../src/assertions.rs"]
mod assertions;
#[path = "../src/bundle.rs"]
mod bundle;
#[path = "../src/mutate.rs"]
mod mutate;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| assertions::assertions(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match mutate::mutate(&data[..size], seed).and_then(|mutant| mutate::put(&mutant, data, max_size)) {
        Some(size) => size,
        None => fuzzer_mutate(data, size, max_size),
    }
});
