//! Generates packages from a JSON Schema set: the same types in every target language.
//!
//! ```no_run
//! use hookwire_codegen::generate::{Options, generate};
//! use hookwire_codegen::Diagnostics;
//!
//! # fn main() -> Result<(), Diagnostics> {
//! let options = Options { schemas: "schemas".into(), templates: "templates".into(), only: Vec::new(), name: None };
//! let generated = generate(&options)?;
//! for output in &generated.outputs {
//!     println!("{}: {} files", output.target, output.artifacts.len());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Seven steps, each a function from a value to a value. Only `load`, reading the templates, and `write` access the disk:
//!
//! ```text
//! files ─load─▶ SchemaSet ─hooks─▶ ─check─▶ ─link─▶ Definitions ─lower─▶ Contract ─hooks─▶ ─render─▶ Vec<Artifact> ─▶ Plan ─▶ report | apply
//! ```
//!
//! | step | input | output |
//! |---|---|---|
//! | `load` | a folder | every schema file, with the position of every node |
//! | `normalize` | the files | the files in the one form that later steps read |
//! | `hooks` | the files; later the model | schemas that list every event; the data of the features |
//! | `check` | the files | findings |
//! | `link` | the files | definitions with names, references resolved |
//! | `lower` | definitions | the `model`, which no later step changes |
//! | `render` | the model and a folder of templates | the files of one target, as values |
//! | `write` | files | the differences from the disk: fresh, stale, missing, orphan; applies them |
//!
//! A set can have profiles. `load` applies the files of each to a copy of the set. The result goes through the same steps, and is compared with the
//! set's model. The validators of every language read a validation plan, which is made from the model. Constraints that a
//! type cannot express are assertions of the model. Everything about hooks is in `hooks`.
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
