//! Reads a JSON Schema set and renders it, in lockstep, in every target language.
//!
//! Six steps, each a function from a value to a value; only reading (the schemas, the templates) and writing touch the disk:
//!
//! ```text
//! files ─load─▶ SchemaSet ─check─▶ ─link─▶ Definitions ─lower─▶ Contract ─render─▶ Vec<Artifact> ─▶ Plan ─▶ report | apply
//! ```
//!
//! | step | takes | gives |
//! |---|---|---|
//! | [`load`] | a folder | every schema file, with the position of every node |
//! | [`check`] | the files | nothing, or what is wrong with them |
//! | [`link`] | the files | definitions with names, references resolved |
//! | [`lower`] | definitions | the [`model`], which no later step changes |
//! | [`render`] | the model and a folder of templates | the files of one target, as values |
//! | [`write`](mod@write) | files | what is fresh, stale, missing or orphan on the disk; applies it |
//!
//! A set can have [profiles](profile): each is laid over it by [`load`], goes through the same steps as a set of its own, and is
//! compared with the set's model.
//!
//! The validators of every language read a [validation plan](validation) that is made of the model, and that templates write
//! down. What is about hooks, and not about JSON Schema, is in [`hooks`].
//!
//! [`compat`] tells what changed between two states of a contract: two that are written, or today's and the one that a host had.
//!
//! What no type says is an [assertion](model::assertion) of the model. What is wrong is a [`diagnostic`], and [`explain`](mod@explain) says what
//! became of one node of a schema, and why.
//!
//! [`generate`] runs all but the last, for all targets, and [`run`] all of them, as a command asks for it. A new target is a new folder under `templates/`; see [`render`] for what it may hold.

pub mod artifact;
pub mod bundle;
pub mod check;
mod colour;
#[cfg(test)]
mod combinations;
pub mod compat;
pub mod depfile;
pub mod diagnostic;
pub mod explain;
mod file_name;
pub mod generate;
pub mod hooks;
pub mod inputs;
pub mod link;
pub mod load;
pub mod lower;
pub mod markdown;
mod memo;
pub mod model;
mod naming;
pub mod nearest;
pub mod profile;
pub mod regex;
pub mod render;
pub mod run;
pub mod schema;
pub mod set;
pub mod validation;
pub mod write;
