//! The pages under `docs/` that are made of what the generator knows, and what else of the repository follows from the
//! schemas: written by `cargo xtask codegen`, compared by `cargo xtask codegen --check`.

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

/// Every page that can be made, and what was found on the way. `root` is the way to the repository; what is read is added
/// to `inputs`.
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
