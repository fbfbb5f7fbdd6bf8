//! The canonical schemas, read once for all tests.

use std::path::Path;
use std::sync::OnceLock;

use hookwire_codegen::generate::{self, Read};
use hookwire_codegen::internal::model::Contract;

/// Returns what the generator reads of `schemas/`.
pub fn read() -> &'static Read {
    static READ: OnceLock<Read> = OnceLock::new();
    READ.get_or_init(|| {
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
        let read = generate::read(&schemas).expect("`cargo xtask codegen` reports what to fix");
        assert!(read.findings.0.is_empty(), "`cargo xtask codegen` reports what to fix: {:#?}", read.findings);
        read
    })
}

/// Returns the contract of `schemas/`.
pub fn contract() -> &'static Contract {
    &read().contract
}
