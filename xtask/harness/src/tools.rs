//! The programs of others that commands call: where they are, and how they are run.

use std::env;
use std::ffi::OsString;
use std::process::Command;

/// Cargo: the one that runs this program, if it does.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// npm, as the system calls it.
pub fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
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
