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
//! | `load` | a folder | every schema file, with the position of every node |
//! | `check` | the files | nothing, or what is wrong with them |
//! | `link` | the files | definitions with names, references resolved |
//! | `lower` | definitions | the `model`, which no later step changes |
//! | `render` | the model and a folder of templates | the files of one target, as values |
//! | `write` | files | what is fresh, stale, missing or orphan on the disk; applies it |
//!
//! A set can have profiles: each is laid over it by `load`, goes through the same steps as a set of its own, and is
//! compared with the set's model.
//!
//! The validators of every language read a validation plan that is made of the model, and that templates write
//! down. What is about hooks, and not about JSON Schema, is in `hooks`.
//!
//! [`compat`] tells what changed between two states of a contract: two that are written, or today's and the one that a host had.
//!
//! What no type says is an assertion of the model. What is wrong is a `diagnostic`, and [`explain`](mod@explain) says what
//! became of one node of a schema, and why.
//!
//! [`generate`] runs all but the last, for all targets, and [`run`] all of them, as a command asks for it. A new target is a new folder under `templates/`; see `render` for what it may hold.

mod artifact;
mod bundle;
mod check;
mod colour;
#[cfg(test)]
mod combinations;
pub mod compat;
mod depfile;
mod diagnostic;
pub mod explain;
mod file_name;
pub mod generate;
mod hooks;
mod inputs;
mod link;
mod load;
mod lower;
mod markdown;
mod memo;
mod model;
mod naming;
mod nearest;
mod profile;
mod regex;
mod render;
pub mod run;
mod schema;
mod set;
mod validation;
mod write;

pub use artifact::Artifact;
pub use diagnostic::{Code, Diagnostic, Diagnostics, Excerpt, Level, Place};
pub use hooks::Hooks;
pub use inputs::Inputs;
pub use link::Definitions;
pub use load::SchemaSet;
pub use model::Contract;
pub use profile::Profile;
pub use render::{Subject, Templates};
pub use validation::ValidationPlan;
pub use write::{Entry, Format, Mode, Plan, Provenance, Report, Stamp, Status, Tally};

/// The modules behind the facade, for the program, the tests and the commands of this repository. They can change in any version.
#[doc(hidden)]
pub mod internal {
    macro_rules! modules {
        ($($name:ident)+) => {
            $(pub mod $name {
                pub use crate::$name::*;
            })+
        };
    }

    modules! {
        artifact bundle check depfile diagnostic hooks inputs link load lower markdown model nearest profile regex render schema set validation write
    }
}
