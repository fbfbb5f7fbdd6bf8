//! The step `checkers`: what each ecosystem has to check a package with before it is published.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::package::{self, Package};
use crate::test::{self, Root};
use crate::tools;

/// Where the checkers of npm are installed.
const NPM: &str = "target/checkers/npm";

/// Makes the packages, and has each checked by all that there is for it.
///
/// # Errors
/// A checker that cannot be installed; every one that fails.
pub fn step(root: &Root) -> Result<(), String> {
    let made = package::make(root, &root.path("target/package"))?;
    let python = test::environment(root, "target/checkers/python", "tests/package/requirements.txt")?;
    install_npm(root)?;
    let mut commands = Vec::new();
    for package in &made {
        let found: Vec<Command> = match package.kind.name {
            "sdist" => vec![twine(root, &python, package)],
            "wheel" => vec![twine(root, &python, package), wheel_contents(root, &python, package)],
            "npm" => vec![publint(root, package), attw(root, package)],
            _ => vec![publish(root, package)?],
        };
        commands.extend(found);
    }
    let outcomes: Vec<Result<(), String>> = commands.iter_mut().map(test::finish).collect();
    let found: Vec<String> = outcomes.iter().filter_map(|outcome| outcome.clone().err()).collect();
    println!("{} checks, {} failed", outcomes.len(), found.len());
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

fn install_npm(root: &Root) -> Result<(), String> {
    let (folder, tests) = (root.path(NPM), root.path("tests/package"));
    let lock = tests.join("package-lock.json");
    test::fresh(&folder, &lock, || {
        let copy = |name: &str| fs::copy(tests.join(name), folder.join(name)).map(drop);
        let copied =
            fs::create_dir_all(&folder).and_then(|()| copy("package.json")).and_then(|()| copy("package-lock.json"));
        copied.map_err(|error| format!("{NPM}: {error}"))?;
        test::finish(Command::new(tools::npm()).args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))
    })
}

fn twine(root: &Root, python: &Path, package: &Package) -> Command {
    let mut command = root.command(python);
    command.args(["-m", "twine", "check", "--strict"]).arg(&package.archive);
    command
}

fn wheel_contents(root: &Root, python: &Path, wheel: &Package) -> Command {
    let mut command = root.command(python);
    command.args(["-m", "check_wheel_contents"]).arg(&wheel.archive);
    command
}

fn publint(root: &Root, tarball: &Package) -> Command {
    let mut command = program(root, "publint/src/cli.js");
    command.arg("run").arg(&tarball.archive).arg("--strict");
    command
}

/// The package has ES modules only, and CommonJS requires those.
fn attw(root: &Root, tarball: &Package) -> Command {
    let mut command = program(root, "@arethetypeswrong/cli/dist/index.js");
    command.arg(&tarball.archive).args(["--profile", "esm-only", "--format", "json"]);
    // A table of every import path, which nobody reads; what is wrong is in its exit code.
    command.stdout(std::process::Stdio::null());
    command
}

fn program(root: &Root, file: &str) -> Command {
    let mut command = root.command("node");
    command.arg(root.path(NPM).join("node_modules").join(file));
    command
}

/// All that a registry is asked and told before the upload; it needs no account. What is packed is built once more.
fn publish(root: &Root, package: &Package) -> Result<Command, String> {
    let source = copied(root, package)?;
    let mut command = root.command(tools::cargo());
    command.args(["publish", "--dry-run", "--allow-dirty", "--target-dir"]).arg(root.path("target/checkers/cargo"));
    command.arg("--manifest-path").arg(source.join("Cargo.toml"));
    Ok(command)
}

/// What the package was made of, without what cargo made of it.
fn copied(root: &Root, package: &Package) -> Result<PathBuf, String> {
    let copy = root.path("target/checkers").join(package.kind.name);
    let failed = |error: std::io::Error| format!("{}: {error}", copy.display());
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(failed)?;
    }
    test::copy_folder(&package.unpacked, &copy).map_err(failed)?;
    fs::rename(copy.join("Cargo.toml.orig"), copy.join("Cargo.toml")).map_err(failed)?;
    Ok(copy)
}
