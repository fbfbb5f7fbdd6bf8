//! The languages: one registration for each, from which the lists of programs and of targets follow.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookwire_harness::{Root, compiled_once, npm_tests, python_of};

/// A language with packages that validate.
pub struct Language {
    /// The name of its target, which is also the one in reports.
    pub name: &'static str,
    /// True if its types check values without the validators.
    pub typed: bool,
    /// Installs what its programs need.
    pub installed: fn(&Root) -> Result<(), String>,
    /// Creates the command of a program.
    run: fn(&Root, &Program<'_>) -> Result<Command, String>,
}

/// A program that is there in every language.
pub struct Program<'a> {
    /// Its name, where it is compiled.
    pub compiled: &'a str,
    /// Its file without the ending, where it is not.
    pub script: &'a str,
    /// The folder with the packages, each in a folder with the name of its language.
    pub packages: &'a Path,
}

pub const RUST: Language = Language { name: "rust", typed: true, installed: nothing, run: rust };
pub const PYTHON: Language = Language { name: "python", typed: true, installed: python_installed, run: python_program };
pub const TYPESCRIPT: Language =
    Language { name: "typescript", typed: false, installed: typescript_installed, run: typescript };

/// Every language.
pub const LANGUAGES: [&Language; 3] = [&RUST, &PYTHON, &TYPESCRIPT];

/// Returns the targets to compare: those of the languages, and the schemas.
pub fn targets() -> Vec<String> {
    LANGUAGES.iter().map(|it| it.name).chain(["schemas"]).map(str::to_owned).collect()
}

impl Language {
    /// Creates the command of a program, if what it needs is installed.
    ///
    /// # Errors
    /// Something is not installed; the text has the command to run.
    pub fn command(&self, root: &Root, program: &Program<'_>) -> Result<Command, String> {
        (self.installed)(root)?;
        (self.run)(root, program)
    }
}

fn nothing(_: &Root) -> Result<(), String> {
    Ok(())
}

/// Installs the Python requirements, unless they are there.
pub fn python_installed(root: &Root) -> Result<(), String> {
    hookwire_harness::python(root).map(drop)
}

/// Installs the npm packages, unless they are there.
pub fn typescript_installed(root: &Root) -> Result<(), String> {
    npm_tests(root).map(drop)
}

/// Returns the interpreter with the dependencies of the Python package.
pub fn python(root: &Root) -> PathBuf {
    python_of(&root.path("target/python"))
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of every language")]
fn rust(root: &Root, program: &Program<'_>) -> Result<Command, String> {
    let file = format!("target/generated/debug/{}{}", program.compiled, env::consts::EXE_SUFFIX);
    Ok(Command::new(root.path(&file)))
}

fn python_program(root: &Root, program: &Program<'_>) -> Result<Command, String> {
    let mut command = Command::new(python(root));
    command.arg(root.path(&format!("{}.py", program.script)));
    // Some programs share the helpers of those for `conform`.
    let path = env::join_paths([program.packages.join("python/src"), root.path("tests/conform")]);
    command.env("PYTHONPATH", path.map_err(|error| error.to_string())?);
    compiled_once(root, &mut command).env("PYTHONUTF8", "1");
    Ok(command)
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of every language")]
fn typescript(root: &Root, program: &Program<'_>) -> Result<Command, String> {
    let mut command = Command::new("node");
    command.arg(root.path(&format!("{}.js", program.script))).arg(program.packages.join("typescript"));
    Ok(command)
}
