//! The bindings: each has a name, a program, and a preparation.

use std::env;
use std::process::Command;

use crate::language::{self, Language, Program};
pub use crate::language::{python, python_installed, typescript_installed};
use crate::schema::SCHEMA_COMMAND;
use hookwire_harness::{INSIDE, RUST_USER, Root, type_schemas};

/// A program that reads vectors and answers each with a verdict.
pub struct Binding {
    /// The name in reports.
    pub name: &'static str,
    /// Builds or installs the requirements.
    prepare: fn(&Root) -> Result<(), String>,
    /// Creates the command that runs the program.
    command: fn(&Root) -> Result<Command, String>,
}

const RUST: Binding = Binding { prepare: rust_built, ..of(&language::RUST, |root| package(root, &language::RUST)) };
const PYTHON: Binding = of(&language::PYTHON, |root| package(root, &language::PYTHON));
const PYDANTIC: Binding = Binding { name: "pydantic", ..of(&language::PYTHON, pydantic) };
const TYPESCRIPT: Binding = of(&language::TYPESCRIPT, |root| package(root, &language::TYPESCRIPT));

/// Returns the binding of a language.
const fn of(language: &'static Language, command: fn(&Root) -> Result<Command, String>) -> Binding {
    Binding { name: language.name, prepare: language.installed, command }
}

/// Every binding that validates values. The first one is the reference.
pub const BINDINGS: &[Binding] = &[
    Binding { name: "schema", prepare: nothing, command: schema },
    Binding { name: "schema-js", prepare: typescript_installed, command: schema_js },
    RUST,
    PYTHON,
    PYDANTIC,
    TYPESCRIPT,
];

/// The bindings that read documents.
pub const READERS: &[Binding] = &[
    RUST,
    TYPESCRIPT,
    PYTHON,
    PYDANTIC,
    Binding { name: "pydantic-loads", prepare: python_installed, command: pydantic_loads },
];

/// The bindings that read inputs and replies as the host does.
pub const PACKAGES: &[Binding] = &[RUST, PYTHON, TYPESCRIPT];

/// The Python package.
pub const PYTHON_ALONE: &[Binding] = &[PYTHON];

/// The reference for regular expressions of matchers: JavaScript's own engine.
pub const ENGINE: &[Binding] = &[Binding { name: "engine", prepare: nothing, command: engine }];

/// A binding that can be started.
pub struct Ready {
    /// The name in reports.
    pub name: &'static str,
    /// Creates the command that starts it.
    pub command: Box<dyn Fn() -> Result<Command, String>>,
}

/// Prepares these bindings.
pub fn prepared(root: &Root, bindings: &'static [Binding]) -> Result<Vec<Ready>, String> {
    let prepare = |binding: &'static Binding| {
        (binding.prepare)(root)?;
        let root = root.clone();
        Ok(Ready { name: binding.name, command: Box::new(move || (binding.command)(&root)) })
    };
    bindings.iter().map(prepare).collect()
}

fn nothing(_: &Root) -> Result<(), String> {
    Ok(())
}

fn rust_built(root: &Root) -> Result<(), String> {
    root.cargo_on(RUST_USER, "build", &["--quiet", "--locked", "--bin", "conform"], "")
}

fn schema(root: &Root) -> Result<Command, String> {
    let mut command = Command::new(env::current_exe().map_err(|error| error.to_string())?);
    command.args([INSIDE, SCHEMA_COMMAND]).arg(type_schemas(root)?);
    Ok(command)
}

fn schema_js(root: &Root) -> Result<Command, String> {
    let mut command = Command::new("node");
    let files = ["tests/conform/schemas.js", "target/typescript", "generated/schemas/bundle.schema.json"];
    command.args(files.map(|file| root.path(file)));
    Ok(command)
}

/// Creates the command of the program that validates with our package.
fn package(root: &Root, language: &Language) -> Result<Command, String> {
    program(root, language, "tests/conform/validate")
}

fn program(root: &Root, language: &Language, script: &str) -> Result<Command, String> {
    language.command(root, &Program { compiled: "conform", script, packages: &root.path("generated") })
}

fn engine(root: &Root) -> Result<Command, String> {
    let mut command = Command::new("node");
    command.arg(root.path("tests/conform/engine.js"));
    Ok(command)
}

fn pydantic(root: &Root) -> Result<Command, String> {
    program(root, &language::PYTHON, "tests/conform/models")
}

fn pydantic_loads(root: &Root) -> Result<Command, String> {
    let mut command = pydantic(root)?;
    command.arg("loads");
    Ok(command)
}
