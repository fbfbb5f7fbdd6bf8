//! The programs in the README of the repository.

use std::fs;

use crate::root::Root;

/// Returns the first program in a language.
///
/// # Errors
/// README.md cannot be read, or has no program in this language.
pub fn program(root: &Root, language: &str) -> Result<String, String> {
    let page = fs::read_to_string(root.path("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let block = page.split_once(&format!("\n```{language}\n")).and_then(|(_, rest)| rest.split_once("```"));
    block.map(|(program, _)| program.to_owned()).ok_or_else(|| format!("README.md has no program in {language}"))
}
