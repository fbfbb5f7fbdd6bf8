//! Generates packages from a JSON Schema set: the same types in every target language.
//!
//! ```no_run
//! use hookwire_codegen::generate::{Options, generate};
//! use hookwire_codegen::Diagnostics;
//!
//! # fn main() -> Result<(), Diagnostics> {
//! let options = Options { schemas: "schemas".into(), templates: "templates".into(), only: Vec::new(), name: None, single_file: false };
//! let generated = generate(&options)?;
//! for output in &generated.outputs {
//!     println!("{}: {} files", output.target, output.artifacts.len());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Each step is a function from values to values. Only `load`, reading the templates, and `write` access the disk:
//!
//! ```text
//! files ─load─▶ SchemaSet ─hooks─▶ Catalogue
//!
//! The set, and each of its profiles:
//! SchemaSet ─check─▶ ─link─▶ Definitions ─lower─▶ Contract
//!
//! Contract, Catalogue       ─hooks─▶      Hooks
//! Contract of set, profile  ─profile─▶    Profile
//! Contract, Hooks, Profiles ─validation─▶ ValidationPlan
//! all of these              ─render─▶     Vec<Artifact> ─write─▶ Plan ─▶ report | apply
//! ```
//!
//! | step | input | output |
//! |---|---|---|
//! | `load` | a folder | every schema file, with the position of every node, in the one form that `normalize` gives them; for each profile, a copy of the set with its files applied |
//! | `hooks` | the files | the catalogue, and schemas that list every event |
//! | `check` | the files; after `lower`, the examples | findings |
//! | `link` | the files | definitions with names, references resolved |
//! | `lower` | definitions, the operations of the catalogue | the `model`, which no later step changes; constraints that a type cannot express are its assertions |
//! | `hooks` | the model, the catalogue | the data of the features |
//! | `profile` | the model, the model of a profile | the differences |
//! | `validation` | the model, the features, the profiles | the validation plan, which the validators of every language read |
//! | `render` | all of these, a folder of templates | the files of one target, as values: schemas in one file by `bundle`, descriptions by `markdown` |
//! | `write` | files | the differences from the disk: fresh, stale, missing, orphan; applies them |
//!
//! Everything about hooks is in `hooks`.
//!
//! [`generate`] runs all steps except the last. [`run`] runs all of them, as a command does. [`compat`] reports the
//! changes between two states of a contract. `build` is for build scripts, with the feature `templates`. [`explain`](mod@explain) explains one node of a schema.
//!
//! To add a target, add a folder under `templates/`: `render` describes its files.

mod artifact;
#[cfg(feature = "templates")]
pub mod build;
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
mod normalize;
mod profile;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod program;
mod regex;
mod render;
pub mod run;
mod schema;
mod set;
mod validation;
mod write;

pub use artifact::Artifact;
pub use diagnostic::{Code, Diagnostic, Diagnostics, Excerpt, Level, Loss, Place};
pub use inputs::Inputs;
pub use render::Templates;
pub use write::{Entry, Format, Mode, Plan, Provenance, Report, Stamp, Status, Tally};

/// The modules behind the facade, for the program, the tests and the commands of this repository. They can change in
/// any version.
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
