//! Where commands are run, and how.

use std::path::PathBuf;
use std::process::Command;

use super::tools;

/// The root of the repository, and how long its tests may run.
#[derive(Clone)]
pub struct Root {
    path: PathBuf,
    /// The folder of built and installed files: `target/` of this repository, also for a copy of it.
    target: PathBuf,
    long: bool,
}

/// The project of a user of the crate.
pub const RUST_USER: &str = "tests/rust/Cargo.toml";

/// Set where the long versions of tests are asked for, for every test that has one.
const LONG: &str = "HOOKWIRE_LONG";

impl Root {
    /// With the short versions of the tests.
    pub fn new(path: PathBuf) -> Self {
        Self { target: path.join("target"), path, long: false }
    }

    /// The same with the long versions, if they are asked for.
    pub fn with_long_tests(self, long: bool) -> Self {
        Self { long, ..self }
    }

    /// The same with a copy of the repository, for which nothing has to be installed once more.
    pub fn of_copy(&self, path: PathBuf) -> Self {
        Self { path, ..self.clone() }
    }

    /// A path in the repository.
    pub fn path(&self, below: &str) -> PathBuf {
        match below.strip_prefix("target/") {
            Some(made) => self.target.join(made),
            None => self.path.join(below),
        }
    }

    /// A command in the root.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.path).env_remove(LONG);
        if self.long {
            command.env(LONG, "1");
        }
        command
    }

    /// Runs a command in the root, its output as it comes.
    pub fn run(&self, program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Result<(), String> {
        finish(self.command(program).args(args))
    }

    /// Runs cargo in the root.
    pub fn cargo(&self, args: &[&str]) -> Result<(), String> {
        self.run(tools::cargo(), args)
    }

    /// Cargo on a crate that is a workspace of its own. They share a target folder beside the generator's.
    pub fn cargo_on(&self, manifest: &str, verb: &str, args: &[&str], rustdocflags: &str) -> Result<(), String> {
        let mut command = self.command(tools::cargo());
        command.arg(verb).args(["--manifest-path", manifest]).args(args);
        command.env("CARGO_TARGET_DIR", self.path("target/generated")).env("RUSTDOCFLAGS", rustdocflags);
        finish(&mut command)
    }
}

/// Runs a command, its output as it comes.
pub fn finish(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    let shown = shown.rsplit_once(" CARGO_TARGET_DIR=").map_or(shown.as_str(), |(_, rest)| rest).to_owned();
    println!("--- {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status} of {shown}")),
        Err(error) => Err(format!("cannot run {shown}: {error}")),
    }
}
