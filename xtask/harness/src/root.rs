//! Runs commands in the root of the repository.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::tools;

/// The root of the repository, and the choice between short and long tests.
#[derive(Clone)]
pub struct Root {
    path: PathBuf,
    /// The folder of built and installed files: `target/` of this repository. A copy of the repository uses it, too.
    target: PathBuf,
    long: bool,
}

/// The manifest of a test project that uses the generated crate.
pub const RUST_USER: &str = "tests/rust/Cargo.toml";

/// The time of a command is printed if it takes at least this many seconds.
const LONG_COMMAND: u64 = 5;

/// The environment variable that selects the long versions of tests.
const LONG: &str = "HOOKWIRE_LONG";

impl Root {
    /// Creates a root that runs the short versions of the tests.
    pub fn new(path: PathBuf) -> Self {
        Self { target: path.join("target"), path, long: false }
    }

    /// Returns true if the long versions of tests are run.
    pub fn has_long_tests(&self) -> bool {
        self.long
    }

    /// Returns the same root, with the long versions of the tests if `long` is set.
    pub fn with_long_tests(self, long: bool) -> Self {
        Self { long, ..self }
    }

    /// Returns the root of a copy of the repository. It shares `target/`, so nothing is installed again.
    pub fn of_copy(&self, path: PathBuf) -> Self {
        Self { path, ..self.clone() }
    }

    /// Returns a path in the repository. Paths below `target/` are those of the original repository.
    pub fn path(&self, below: &str) -> PathBuf {
        match below.strip_prefix("target/") {
            Some(made) => self.target.join(made),
            None => self.path.join(below),
        }
    }

    /// Creates a command that runs in the root.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.path).env_remove(LONG);
        if self.long {
            command.env(LONG, "1");
        }
        command
    }

    /// Runs a command in the root. Its output is not captured.
    pub fn run(&self, program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Result<(), String> {
        finish(self.command(program).args(args))
    }

    /// Runs cargo in the root. With another profile than the caller's, cargo would replace this program while it runs.
    pub fn cargo(&self, args: &[&str]) -> Result<(), String> {
        self.run(tools::cargo(), args)
    }

    /// Runs cargo on a crate with its own workspace.
    pub fn cargo_on(&self, manifest: &str, verb: &str, args: &[&str], rustdocflags: &str) -> Result<(), String> {
        let mut command = self.command(tools::cargo());
        command.arg(verb).args(["--manifest-path", manifest]).args(args);
        finish(self.shared_build(&mut command).env("RUSTDOCFLAGS", rustdocflags))
    }

    /// Lets cargo build into `target/generated`, which all crates with a workspace of their own share.
    pub fn shared_build<'a>(&self, cargo: &'a mut Command) -> &'a mut Command {
        cargo.env("CARGO_TARGET_DIR", self.path("target/generated"));
        // About a hundred programs link the generated crate. Debug information would be nearly all of their size and most of their
        // time, and what incremental builds keep is never used again. Messages of panics have file and line anyway.
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_INCREMENTAL", "0")
    }
}

/// Prints a command and runs it. Its output is not captured.
pub fn finish(command: &mut Command) -> Result<(), String> {
    let shown = shown(command);
    println!("--- {shown}");
    let start = Instant::now();
    let status = command.status();
    let seconds = start.elapsed().as_secs();
    if seconds >= LONG_COMMAND {
        println!("--- {seconds} s");
    }
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status} of {shown}")),
        Err(error) => Err(format!("cannot run {shown}: {error}")),
    }
}

/// Returns a command as a person would type it, without the variables for builds.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
