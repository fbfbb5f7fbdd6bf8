//! The conformance harness: sends the same payloads to every language and compares the verdicts.
//!
//! | module | compares |
//! |---|---|
//! | [`conform`] | every binding with the schemas and with the others, over examples, the corpus and mutants of both |
//! | [`suite`] | every binding with the official JSON-Schema-Test-Suite |
//! | [`assertions`] | every language with JSON Schema, over keywords that only validators can check |
//! | [`sets`] | every language with an independent validator, over public schema sets |
//! | [`newer`] | the current packages with payloads and schemas of a newer host |
//!
//! They share the `language`s, the `binding`s, the `processes` that answer, and the `vector`s to answer.

pub mod assertions;
mod binding;
pub mod conform;
/// The format of the fuzzer's inputs. The fuzz targets include the same file.
#[path = "../../../tests/fuzz/src/corpus.rs"]
pub mod corpus;
mod digest;
mod doubles;
mod language;
pub mod lines;
mod mutator;
pub mod newer;
mod processes;
mod random;
mod schema;
pub mod sets;
pub mod suite;
mod vector;

pub use schema::{SCHEMA_COMMAND, serve_schemas};
