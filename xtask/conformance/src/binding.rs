//! The bindings: each has a name, a program, and a preparation.

use std::env;
use std::process::Command;
use std::sync::OnceLock;

use crate::schema::SCHEMA_COMMAND;
use hookwire_harness::{INSIDE, RUST_USER, Root, npm_tests, python_of, type_schemas};

/// A program that reads vectors and answers each with a verdict.
pub struct Binding {
    /// The name in reports.
    pub name: &'static str,
    /// Builds or installs the requirements.
    prepare: fn(&Root) -> Result<(), String>,
    /// Creates the command that runs the program.
    command: fn(&Root) -> Result<Command, String>,
}

const RUST: Binding = Binding { name: "rust", prepare: rust_built, command: rust };
const PYTHON: Binding = Binding { name: "python", prepare: python_installed, command: python_validator };
const PYDANTIC: Binding = Binding { name: "pydantic", prepare: python_installed, command: pydantic };
const TYPESCRIPT: Binding = Binding { name: "typescript", prepare: typescript_installed, command: typescript };

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

/// Installs the Python requirements, unless they are there.
pub fn python_installed(root: &Root) -> Result<(), String> {
    hookwire_harness::python(root).map(drop)
}

/// Installs the npm packages, unless they are there. Once in a process: this renews the folder that started programs use.
pub fn typescript_installed(root: &Root) -> Result<(), String> {
    static DONE: OnceLock<Result<(), String>> = OnceLock::new();
    DONE.get_or_init(|| npm_tests(root).map(drop)).clone()
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

fn rust(root: &Root) -> Result<Command, String> {
    let program = format!("target/generated/debug/conform{}", env::consts::EXE_SUFFIX);
    Ok(Command::new(root.path(&program)))
}

fn typescript(root: &Root) -> Result<Command, String> {
    let mut command = Command::new("node");
    command.args(["tests/conform/validate.js", "generated/typescript"].map(|file| root.path(file)));
    Ok(command)
}

fn engine(root: &Root) -> Result<Command, String> {
    let mut command = Command::new("node");
    command.arg(root.path("tests/conform/engine.js"));
    Ok(command)
}

fn python_validator(root: &Root) -> Result<Command, String> {
    python_program(root, "tests/conform/validate.py")
}

fn pydantic(root: &Root) -> Result<Command, String> {
    python_program(root, "tests/conform/models.py")
}

fn python_program(root: &Root, path: &str) -> Result<Command, String> {
    let mut command = Command::new(python(root));
    command.arg(root.path(path));
    command.env("PYTHONPATH", root.path("generated/python/src"));
    command.env("PYTHONUTF8", "1").env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(command)
}

fn pydantic_loads(root: &Root) -> Result<Command, String> {
    let mut command = pydantic(root)?;
    command.arg("loads");
    Ok(command)
}

/// Returns the interpreter with the dependencies of the Python package.
pub fn python(root: &Root) -> std::path::PathBuf {
    python_of(&root.path("target/python"))
}
