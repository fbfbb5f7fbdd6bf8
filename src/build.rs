//! Generates the types of a schema set in the build script of a crate. Needs the feature `templates`.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), hookwire_codegen::build::Failed> {
//!     hookwire_codegen::build::rust("schemas")
//! }
//! ```
//!
//! ```ignore
//! // src/lib.rs
//! include!(concat!(env!("OUT_DIR"), "/rust/src/lib.rs"));
//! ```

use std::env;
use std::fmt;
use std::path::PathBuf;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::generate::{Options, generate_as};
use crate::render::Templates;
use crate::write::apply_all;

/// The target of the crate.
const TARGET: &str = "rust";

/// The reason why nothing was generated: all diagnostics, as the program prints them.
pub struct Failed(String);

impl fmt::Debug for Failed {
    /// Writes the text, because `main` prints its error in this form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

impl std::error::Error for Failed {}

impl From<Diagnostics> for Failed {
    fn from(found: Diagnostics) -> Self {
        Self(found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }
}

/// Generates the Rust types of a set, a folder or one schema, into `OUT_DIR`. The crate includes `rust/src/lib.rs` from
/// there at its root.
///
/// Cargo runs the build script again when a file of the set changes, and shows warnings about it.
///
/// # Errors
/// It is not called from a build script, the set has mistakes, or the files cannot be written.
pub fn rust(schemas: impl Into<PathBuf>) -> Result<(), Failed> {
    let Some(out) = env::var_os("OUT_DIR").map(PathBuf::from) else {
        return Err(Failed("`OUT_DIR` is not set: call this from a build script".to_owned()));
    };
    let options = Options {
        schemas: schemas.into(),
        name: None,
        // Messages about the templates begin with this path.
        templates: PathBuf::from("hookwire-codegen").join("templates"),
        only: vec![TARGET.to_owned()],
        single_file: false,
    };
    // After a failure, too, a change of the set has to run the script again.
    println!("cargo::rerun-if-changed={}", options.schemas.display());
    let templates = || Templates::builtin("cargo build");
    let include = |file: &mut crate::set::SetFile| {
        file.targets.entry(TARGET.to_owned()).or_default().included = true;
    };
    let (mut generated, _) = generate_as(&options, templates, include)?;
    generated.read.paths().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    generated.findings.0.iter().for_each(warn);
    generated.findings = Diagnostics::default();
    let (plans, found) = generated.compare(&out);
    found.or(())?;
    apply_all(&plans, false)?;
    Ok(())
}

/// Prints a warning on one line, as cargo reads it.
fn warn(one: &Diagnostic) {
    let place = one.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    let advice = one.advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
    let text = format!("{place}{}{advice} [{}]", one.message, one.code);
    println!("cargo::warning={}", text.replace(['\n', '\r'], " "));
}
