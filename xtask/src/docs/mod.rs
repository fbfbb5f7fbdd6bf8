//! The pages under `docs/` and the lock files that follow from the generator and the schemas. `cargo xtask codegen`
//! writes them, and `cargo xtask codegen --check` compares them.

mod diagnostics;
mod keywords;
mod locks;
mod probe;

use std::path::Path;

use hookwire_codegen::internal::artifact::{Artifact, COMMAND};
use hookwire_codegen::internal::diagnostic::Diagnostics;

pub use locks::locks;

/// Returns every page that can be made, and the diagnostics. `root` is the path to the repository.
pub fn pages(root: &Path) -> (Vec<Artifact>, Diagnostics) {
    let mut findings = Diagnostics::default();
    let keywords = keywords::page(root).map_err(|found| findings.extend(found)).ok();
    let keywords = keywords.map(|page| Artifact::new("keywords.md", page));
    let diagnostics = Artifact::new("diagnostics.md", diagnostics::page());
    ([diagnostics].into_iter().chain(keywords).collect(), findings)
}

/// Returns the first line of a page, which names the file to edit.
fn made_from(source: &str) -> String {
    format!("<!-- Made from {source} by `{COMMAND}`. Changes made here are lost. -->\n\n")
}
