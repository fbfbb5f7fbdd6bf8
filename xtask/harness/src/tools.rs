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

/// Lets cargo, or a tool that calls it, link a program that needs no library of the system, and is not moved in memory, which
/// costs more at each start than all else.
///
/// # Errors
/// The compiler does not name the host.
pub fn statically(build: &mut Command) -> Result<(), String> {
    // With a target, the flags are not for macros, which cannot be static.
    build.args(["--target", &host()?]);
    if cfg!(target_os = "linux") {
        build.env("RUSTFLAGS", "-C target-feature=+crt-static -C relocation-model=static");
    } else if cfg!(windows) {
        build.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    Ok(())
}

/// Returns the target triple of this machine.
///
/// # Errors
/// The compiler does not name it.
pub fn host() -> Result<String, String> {
    let text = quietly(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("rustc names no host: {text}"))
}
