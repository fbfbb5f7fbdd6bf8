//! The integration tests of the generator. They are one program, which links the generator once for all of them.
//!
//! `tests/README.md` has a line for each module. `cargo test --workspace --test generator names::` runs one. The tests share a
//! process, so none may change its environment variables or its current folder.

// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

mod assertion_docs;
mod bundle;
mod compat;
mod contract;
mod depth;
mod diagnostic_pages;
mod diagnostics;
mod docs;
mod explain;
mod features;
mod fuzz;
mod generate;
mod hostile;
#[cfg(feature = "program")]
mod markdown;
mod names;
mod no_set_file;
mod observed;
mod overview;
mod own_code;
mod paths;
mod plan;
mod profile;
#[cfg(feature = "program")]
mod program;
mod public_api;
mod published;
mod readme;
mod render;
mod rust;
mod sets;
mod structure;
mod version;
mod views;
mod wall;
mod wide;
mod wire;
mod write;
