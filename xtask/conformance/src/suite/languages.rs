//! The languages: each compiles its package once, and validates every case with it.

use std::env;
use std::process::Command;

use super::packages::Packages;
use super::refused::Outcome;
use crate::binding::{self, Ready};
use crate::digest::digest;
use crate::language::{self, Language, Program};
use crate::processes::{Answer, Panel};
use crate::schema::SCHEMA_COMMAND;
use crate::vector::Vector;
use hookwire_harness::{INSIDE, Root, finish};

const RUST: &str = "tests/suite/rust/Cargo.toml";
/// The name of the package, from `tests/suite/codegen.toml`.
const PYTHON_PACKAGE: &str = "json_schema_suite";

/// A program that validates payloads: its name, the compilation of its package, and its command.
struct Binding {
    name: &'static str,
    compile: fn(&Root, &Packages) -> Result<(), String>,
    program: fn(&Root, &Packages) -> Result<Command, String>,
}

/// Every language, and two external validators with the bundled schemas.
const BINDINGS: &[Binding] = &[
    Binding { name: language::RUST.name, compile: rust_built, program: rust },
    Binding { name: language::PYTHON.name, compile: python_checked, program: python },
    Binding { name: "pydantic", compile: nothing, program: pydantic },
    Binding { name: language::TYPESCRIPT.name, compile: typescript_checked, program: typescript },
    Binding { name: "schema", compile: nothing, program: schema },
    Binding { name: "schema-js", compile: nothing, program: schema_js },
];

/// Compiles the packages and returns the bindings: all of them, or those named in `only`.
///
/// # Errors
/// A binding is unknown, or a compiler or type checker rejects a package.
pub fn prepared(root: &Root, packages: &Packages, only: &[String]) -> Result<Vec<Ready>, String> {
    binding::python_installed(root)?;
    binding::typescript_installed(root)?;
    if let Some(unknown) = only.iter().find(|name| BINDINGS.iter().all(|it| it.name != **name)) {
        let names: Vec<_> = BINDINGS.iter().map(|it| it.name).collect();
        return Err(format!("there is no binding `{unknown}`, but {}", names.join(", ")));
    }
    let chosen: Vec<_> =
        BINDINGS.iter().filter(|it| only.is_empty() || only.iter().any(|name| name == it.name)).collect();
    // Compiles all of them, so that every failure is reported.
    let failures: Vec<String> = chosen.iter().filter_map(|it| (it.compile)(root, packages).err()).collect();
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    let ready = |it: &&Binding| {
        let (root, packages, program) = (root.clone(), packages.clone(), it.program);
        Ready { name: it.name, command: Box::new(move || program(&root, &packages)) }
    };
    Ok(chosen.iter().map(ready).collect())
}

fn nothing(_: &Root, _: &Packages) -> Result<(), String> {
    Ok(())
}

fn rust_built(root: &Root, _: &Packages) -> Result<(), String> {
    root.cargo_on(RUST, "build", &["--quiet", "--locked"], "")
}

/// Creates the command of the validator in a language.
fn validator(root: &Root, language: &Language, packages: &Packages) -> Result<Command, String> {
    let script = "tests/suite/validator";
    language.command(root, &Program { compiled: "suite-validator", script, packages: &packages.folder })
}

fn rust(root: &Root, packages: &Packages) -> Result<Command, String> {
    validator(root, &language::RUST, packages)
}

/// Runs mypy with the settings in the package's own pyproject.toml.
fn python_checked(root: &Root, packages: &Packages) -> Result<(), String> {
    let mut mypy = Command::new(binding::python(root));
    mypy.args(["-m", "mypy", "--cache-dir"]).arg(root.path("target/suite/mypy"));
    finish(mypy.current_dir(packages.folder.join("python")))
}

fn python(root: &Root, packages: &Packages) -> Result<Command, String> {
    let mut command = validator(root, &language::PYTHON, packages)?;
    command.arg(PYTHON_PACKAGE);
    Ok(command)
}

fn pydantic(root: &Root, packages: &Packages) -> Result<Command, String> {
    let mut command = python(root, packages)?;
    command.arg("models");
    Ok(command)
}

fn typescript_checked(root: &Root, packages: &Packages) -> Result<(), String> {
    let mut tsc = Command::new("node");
    tsc.arg(root.path("target/typescript/node_modules/typescript/bin/tsc"));
    tsc.args(["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"]);
    finish(tsc.arg(packages.folder.join("typescript/index.d.ts")).current_dir(root.path("")))
}

fn typescript(root: &Root, packages: &Packages) -> Result<Command, String> {
    validator(root, &language::TYPESCRIPT, packages)
}

fn schema(_: &Root, packages: &Packages) -> Result<Command, String> {
    let mut command = Command::new(env::current_exe().map_err(|error| error.to_string())?);
    command.args([INSIDE, SCHEMA_COMMAND]).arg(packages.folder.join("schemas"));
    Ok(command)
}

fn schema_js(root: &Root, packages: &Packages) -> Result<Command, String> {
    let mut command = Command::new("node");
    command.args(["tests/conform/schemas.js", "target/typescript"].map(|path| root.path(path)));
    command.arg(packages.folder.join("schemas/bundle.schema.json")).arg("as-they-are");
    Ok(command)
}

/// The answers of a binding to every case, in order.
pub type Answers = Vec<Answer>;

/// Returns a vector for each case of the generated groups.
pub fn vectors(groups: &[Outcome]) -> Vec<Vector> {
    let of = |it: &Outcome| {
        let name = it.group.type_name();
        let cases = it.group.cases.iter().enumerate();
        cases.map(|(at, case)| Vector::new(it.group.case_id(at), &name, &case.data)).collect::<Vec<_>>()
    };
    groups.iter().filter(|it| it.is_generated()).flat_map(of).collect()
}

/// Sends every case of the generated groups to each binding.
///
/// # Errors
/// A binding does not answer, or its own count or digest is not that of the received answers.
pub fn ask(bindings: &[Ready], groups: &[Outcome]) -> Result<Vec<Answers>, String> {
    let vectors = vectors(groups);
    let mut panel = Panel::start(bindings)?;
    let answers = panel.ask(&vectors)?;
    for ((binding, answers), closing) in bindings.iter().zip(&answers).zip(panel.finish()?) {
        let heard = digest(vectors.iter().zip(answers).map(|(vector, it)| (vector.id.as_str(), it.verdict)));
        if closing.digest != heard || closing.count != vectors.len() {
            return Err(format!("{} says that it answered otherwise than was heard", binding.name));
        }
    }
    Ok(answers)
}
