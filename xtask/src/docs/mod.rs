//! The pages under `docs/` and the lock files that follow from the generator and the schemas. `cargo xtask codegen`
//! writes them, and `cargo xtask codegen --check` compares them.

mod diagnostics;
mod keywords;
mod locks;
mod probe;

use std::path::Path;

use hookwire_codegen::internal::artifact::{Artifact, COMMAND};
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::inputs::Inputs;

use crate::coverage::coverage;

pub use diagnostics::explained;
pub use locks::locks;

/// Returns every page that can be made, and the diagnostics. `root` is the path to the repository. The read files are
/// added to `inputs`.
pub fn pages(root: &Path, inputs: &mut Inputs) -> (Vec<Artifact>, Diagnostics) {
    let (coverage, mut findings) = coverage(root, inputs);
    let keywords = keywords::page(root).map_err(|found| findings.extend(found)).ok();
    let keywords = keywords.map(|page| Artifact::new("keywords.md", page));
    let diagnostics = Artifact::new("diagnostics.md", diagnostics::page());
    (coverage.into_iter().chain([diagnostics]).chain(keywords).collect(), findings)
}

/// Returns the first line of a page, which names the file to edit.
fn made_from(source: &str) -> String {
    format!("<!-- Made from {source} by `{COMMAND}`. Changes made here are lost. -->\n\n")
}
