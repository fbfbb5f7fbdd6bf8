//! Fuzzes the reader of lines of a shell.

#![no_main]

#[path = "../src/commands.rs"]
mod commands;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| commands::read_line(data));
