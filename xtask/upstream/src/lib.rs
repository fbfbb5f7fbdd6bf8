//! Compares the host's declarations with the contract.
//!
//! ```text
//! registry ─source─▶ declarations ─▶ facts ─compare (with the contract)─▶ differences ─▶ report | draft
//! ```
//!
//! | module | does |
//! |---|---|
//! | [`facts`] | names and types that are about hooks, as data |
//! | [`declarations`] | parses TypeScript declarations |
//! | [`extract`] | the facts of declarations |
//! | [`source`] | fetches the declarations of a host version |
//! | [`kind`] | the kinds of differences |
//! | [`known`] | names that differ, and differences that are right |
//! | [`outline`] | what a contract has at a path |
//! | [`compare`] | the differences between facts and a contract |
//! | [`report`] | differences as text, JSON or Markdown |
//! | [`draft`] | writes new fields and values into schemas, for a person to describe |
//!
//! Only names and types are read. No comment of the declarations leaves the parser.

pub mod compare;
pub mod declarations;
pub mod draft;
pub mod extract;
pub mod facts;
pub mod kind;
pub mod known;
pub mod outline;
pub mod report;
pub mod source;
