//! The step `sandbox`: what runs in the sandbox of `observe` reaches no network and no file of the user.
//!
//! The tests need bubblewrap. Without an installed one, that of Debian is unpacked below `target/`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use hookwire_harness::{NOT_RUN, Root, finish, tools};

/// Runs the tests of the sandbox. They fail if there is none, where `cargo test` alone skips them.
///
/// # Errors
/// A test fails, or there is no bubblewrap that can make namespaces; then the step is not run.
pub fn step(root: &Root) -> Result<(), String> {
    let path = path(root)?;
    let mut tests = root.command(tools::cargo());
    // With `--workspace`, nothing is built again: the dependencies have the features of the step `generator`.
    tests.args(["test", "--locked", "--workspace", "--lib", "sandbox"]);
    finish(tests.env("PATH", path).env("HOOKWIRE_SANDBOX", "required"))
}

/// Returns a `PATH` with bubblewrap in it.
///
/// # Errors
/// There is none that can make namespaces; then the step is not run.
pub fn path(root: &Root) -> Result<OsString, String> {
    let mut folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    if !folders.iter().any(|folder| folder.join("bwrap").is_file()) {
        folders.push(unpacked(root).map_err(|why| {
            format!("{NOT_RUN}there is no bubblewrap: Debian has none: {why}. `apt-get install bubblewrap` installs it")
        })?);
    }
    let path = env::join_paths(folders).map_err(|error| error.to_string())?;
    let mut probe = Command::new("bwrap");
    probe.args(["--ro-bind", "/", "/", "--unshare-all", "true"]).env("PATH", &path);
    tools::quietly(&mut probe).map_err(|why| format!("{NOT_RUN}bubblewrap cannot make namespaces here: {why}"))?;
    Ok(path)
}

/// Returns the folder of Debian's bubblewrap. It is unpacked on the first call; the system does not change.
fn unpacked(root: &Root) -> Result<PathBuf, String> {
    let folder = root.path("target/bubblewrap");
    let programs = folder.join("usr/bin");
    if programs.join("bwrap").is_file() {
        return Ok(programs);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let archives = folder.join("archives");
    if archives.exists() {
        fs::remove_dir_all(&archives).map_err(failed)?;
    }
    fs::create_dir_all(&archives).map_err(failed)?;
    tools::quietly(Command::new("apt-get").args(["download", "bubblewrap"]).current_dir(&archives))?;
    for archive in fs::read_dir(&archives).map_err(failed)?.flatten() {
        tools::quietly(Command::new("dpkg").arg("-x").arg(archive.path()).arg(&folder))?;
    }
    fs::remove_dir_all(&archives).map_err(failed)?;
    if programs.join("bwrap").is_file() { Ok(programs) } else { Err("the package has no bwrap".to_owned()) }
}
