//! The step `checkers`: runs the package checkers of each ecosystem, and checks the workflows.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::package::{self, Package};
use crate::publish;
use hookwire_harness::{Root, tools};

/// The folder of the npm checkers.
const NPM: &str = "target/checkers/npm";

/// Makes the packages, and runs all checkers on each: the dry run of the registry's tool, and the ecosystem's linters.
///
/// # Errors
/// A checker cannot be installed, or checks fail; all failures are listed.
pub fn step(root: &Root) -> Result<(), String> {
    let made = package::of_tests(root)?;
    install_npm(root)?;
    let mut uploads = publish::uploads(root, made, &root.path("target/package"), publish::Version::MayBeThere)?;
    let mut outcomes: Vec<Result<(), String>> = uploads.iter_mut().map(publish::Upload::rehearse).collect();
    let python = package::tools_python(root)?;
    for package in made {
        let commands = match package.kind.name {
            "wheel" => vec![wheel_contents(root, &python, package)],
            "npm" => vec![publint(root, package), attw(root, package)],
            _ => Vec::new(),
        };
        outcomes.extend(commands.into_iter().map(|mut command| hookwire_harness::finish(&mut command)));
    }
    outcomes.extend(workflows(root, &python).into_iter().map(|mut command| hookwire_harness::finish(&mut command)));
    let found: Vec<String> = outcomes.iter().filter_map(|outcome| outcome.clone().err()).collect();
    println!("{} checks, {} failed", outcomes.len(), found.len());
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

fn install_npm(root: &Root) -> Result<(), String> {
    let (folder, tests) = (root.path(NPM), root.path("tests/package"));
    let lock = tests.join("package-lock.json");
    hookwire_harness::fresh(&folder.join("node_modules"), &lock, || {
        let copy = |name: &str| fs::copy(tests.join(name), folder.join(name)).map(drop);
        let copied =
            fs::create_dir_all(&folder).and_then(|()| copy("package.json")).and_then(|()| copy("package-lock.json"));
        copied.map_err(|error| format!("{NPM}: {error}"))?;
        hookwire_harness::finish(
            Command::new(tools::npm()).args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder),
        )
    })
}

/// Checks the workflows before they run: against the schema of SchemaStore, and for known dangers (actions that are not
/// pinned, permissions that are not needed).
fn workflows(root: &Root, python: &Path) -> [Command; 2] {
    let mut schema = root.command(python);
    schema.args(["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", "--"]);
    schema.args([".github/workflows/ci.yml", ".github/workflows/publish.yml"]);
    let mut dangers = root.command(python.with_file_name("zizmor"));
    dangers.args(["--offline", "--strict-collection", "--quiet", ".github/workflows"]);
    [schema, dangers]
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

/// The package has ES modules only. CommonJS can require them.
fn attw(root: &Root, tarball: &Package) -> Command {
    let mut command = program(root, "@arethetypeswrong/cli/dist/index.js");
    command.arg(&tarball.archive).args(["--profile", "esm-only", "--format", "json"]);
    // Discards a table of every import path. Problems are reported by the exit code.
    command.stdout(std::process::Stdio::null());
    command
}

fn program(root: &Root, file: &str) -> Command {
    let mut command = root.command("node");
    command.arg(root.path(NPM).join("node_modules").join(file));
    command
}
