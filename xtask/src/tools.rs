//! The programs of others that commands call: where they are, and how they are run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use hookwire_codegen::set::{Identity, SetFile};

use crate::test::{self, Root};

/// Cargo: the one that runs this program, if it does.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// npm, as the system calls it.
pub fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// The interpreter of the environment of the Python tests, which is made if it is not there.
///
/// # Errors
/// What its installation says.
pub fn python(root: &Root) -> Result<PathBuf, String> {
    test::environment(root, "target/python", "tests/python/requirements.txt")
}

/// Runs a command and gives what it writes to stdout; what it says is told only if it fails.
///
/// # Errors
/// It cannot be run, or fails; with all that it has said.
pub fn quietly(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}").replace('"', "");
    let done = command.output().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let [said, told] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if done.status.success() { Ok(said) } else { Err(format!("{} of {shown}\n{said}{told}", done.status)) }
}

/// What the packages are called, and which versions they and the host have.
///
/// # Errors
/// `schemas/codegen.toml` cannot be read.
pub fn identity(root: &Root) -> Result<Identity, String> {
    let path = root.path("schemas/codegen.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let file: SetFile = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(file.identity())
}

/// The version that every package has.
///
/// # Errors
/// As for [`identity`].
pub fn version(root: &Root) -> Result<String, String> {
    Ok(identity(root)?.package.version)
}
