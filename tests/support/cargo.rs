//! Cargo on generated crates. All share one folder of built files, so that their dependencies are built once.

use std::path::Path;
use std::process::Command;

/// Returns the command for a crate in a folder, with warnings as errors.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(arguments).args(["--offline", "--target-dir"]);
    cargo.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates-target"));
    // Debug information and incremental builds would take more time than they save.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0");
    cargo.current_dir(folder).env("RUSTFLAGS", "-D warnings");
    cargo
}
