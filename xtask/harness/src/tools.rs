//! The external programs that commands call.

use std::env;
use std::ffi::OsString;
use std::process::Command;

/// Returns the cargo that runs this program, or `cargo` without one.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Returns the file name of npm on this system.
pub fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Returns the name of the system's Python 3.
pub fn python3() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

/// Runs a command and returns its stdout. Nothing is printed.
///
/// # Errors
/// The command cannot be run, or fails. The message contains its output.
pub fn quietly(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}").replace('"', "");
    let done = command.output().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let [said, reported] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if done.status.success() { Ok(said) } else { Err(format!("{} of {shown}\n{said}{reported}", done.status)) }
}
