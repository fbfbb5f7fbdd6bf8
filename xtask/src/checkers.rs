//! The step `checkers`: what each ecosystem has to check a package with before it is published, and the workflows that do it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::package::{self, Package};
use crate::publish;
use hookwire_harness::{Root, tools};

/// Where the checkers of npm are installed.
const NPM: &str = "target/checkers/npm";

/// Makes the packages, and has each checked by all that there is for it: what its registry's own tool does before an upload,
/// and what looks at it otherwise.
///
/// # Errors
/// A checker that cannot be installed; every one that fails.
pub fn step(root: &Root) -> Result<(), String> {
    let made = package::make(root, &root.path("target/package"))?;
    install_npm(root)?;
    let mut uploads = publish::uploads(root, &made, &root.path("target/package"), publish::Version::MayBeThere)?;
    let mut outcomes: Vec<Result<(), String>> = uploads.iter_mut().map(publish::Upload::rehearse).collect();
    let python = publish::python(root)?;
    for package in &made {
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
    hookwire_harness::fresh(&folder, &lock, || {
        let copy = |name: &str| fs::copy(tests.join(name), folder.join(name)).map(drop);
        let copied =
            fs::create_dir_all(&folder).and_then(|()| copy("package.json")).and_then(|()| copy("package-lock.json"));
        copied.map_err(|error| format!("{NPM}: {error}"))?;
        hookwire_harness::finish(
            Command::new(tools::npm()).args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder),
        )
    })
}

/// Workflows run elsewhere, and only after the fact: here they are held against the schema that SchemaStore has of them, and
/// against what is known to be dangerous in them: actions that are not pinned, permissions that nobody needs.
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
