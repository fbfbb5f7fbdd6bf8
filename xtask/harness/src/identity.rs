//! The names and versions of the packages.

use std::fs;

use hookwire_codegen::internal::model::Identity;
use hookwire_codegen::internal::set::SetFile;

use crate::root::Root;

/// Returns the names of the packages, and the versions of the packages and of the host.
///
/// # Errors
/// `schemas/codegen.toml` cannot be read.
pub fn identity(root: &Root) -> Result<Identity, String> {
    let path = root.path("schemas/codegen.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let file: SetFile = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(file.identity())
}

/// Returns the version that every package has.
///
/// # Errors
/// As for [`identity`].
pub fn version(root: &Root) -> Result<String, String> {
    Ok(identity(root)?.package.version)
}
