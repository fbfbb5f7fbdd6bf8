//! The step `cli`: the program `hookwire`, end to end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::package::command::{self, Build, Npm};
use crate::package::{self, Package};
use hookwire_harness::{Root, compiled_once, finish, identity, python, python_of, tools};

/// The manifest of the program. It has a workspace of its own.
pub const MANIFEST: &str = "cli/Cargo.toml";

/// Checks, builds and tests the program.
///
/// # Errors
/// One of the commands fails.
pub fn step(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--manifest-path", MANIFEST, "--check"])?;
    root.cargo_on(MANIFEST, "clippy", &["--all-targets", "--locked", "--", "-D", "warnings"], "")?;
    root.cargo_on(MANIFEST, "test", &["--locked"], "")?;
    root.cargo_on(MANIFEST, "build", &["--locked"], "")?;
    let mut pytest = root.command(python(root)?);
    pytest
        .args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-n", "auto"])
        // The folder of a test that passes goes with it, as in tests/python/pyproject.toml.
        .args(["-o", "tmp_path_retention_policy=failed"])
        .current_dir(root.path("tests/cli"));
    pytest.env("HOOKWIRE_COMMAND", root.path("target/generated/debug/hookwire"));
    finish(compiled_once(root, &mut pytest).env("PYTHONPATH", root.path("generated/python/src")))
}

/// Makes the wheel and the npm packages of this machine, installs them where nothing else is, and runs the program.
///
/// # Errors
/// A package cannot be made or installed, or the program is not found, or its answer is wrong.
pub fn packages(root: &Root) -> Result<(), String> {
    let out = root.path("target/command-of-tests");
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    let wheel = command::wheel(root, Build::Debug, &out)?;
    let mut check = root.command(package::tools_python(root)?);
    finish(check.args(["-m", "twine", "check", "--strict"]).arg(&wheel))?;
    let npm = command::npm(root, &out, &out)?;
    let home = tempfile::tempdir().map_err(|error| error.to_string())?;
    let version = format!("{} {}", identity(root)?.package.name, hookwire_harness::version(root)?);
    let faults: Vec<String> = [pip(root, &wheel, &home, &version), with_npm(&npm, &home, &version)]
        .into_iter()
        .filter_map(Result::err)
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Installs the Python package with its extra `cli`, offline.
fn pip(root: &Root, wheel: &Path, home: &TempDir, version: &str) -> Result<(), String> {
    let made = package::of_tests(root)?;
    let is_wheel = |it: &&Package| it.kind.name == "wheel";
    let package = made.iter().find(is_wheel).ok_or("there is no wheel of the Python package")?;
    let environment = home.path().join("python");
    tools::quietly(Command::new(tools::python3()).args(["-m", "venv"]).arg(&environment))?;
    let python = python_of(&environment);
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-index"]);
    for folder in [wheel, &package.archive].map(Path::parent).into_iter().flatten() {
        pip.arg("--find-links").arg(folder);
    }
    tools::quietly(pip.arg(format!("{}[cli]", identity(root)?.package.name)))?;
    let program = python.with_file_name(command::program(root)?);
    says(Command::new(&program).env_clear().arg("--version"), 0, version)?;
    let module = |argument: &str| {
        let mut command = Command::new(&python);
        command.env_clear().args(["-m", "hookwire", argument]);
        command
    };
    says(&mut module("--version"), 0, version)?;
    says(&mut module("--no-such-option"), 2, "--no-such-option")
}

/// Installs the npm packages, offline.
fn with_npm(npm: &Npm, home: &TempDir, version: &str) -> Result<(), String> {
    let install = |name: &str, packages: &[&PathBuf]| {
        let folder = home.path().join(name);
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("package.json"), "{}"));
        written.map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut npm = Command::new(tools::npm());
        npm.args(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"]).args(packages);
        tools::quietly(npm.current_dir(&folder)).map(|_| folder)
    };
    let run = |folder: &Path, argument: &str| {
        let mut npm = Command::new(tools::npm());
        npm.args(["exec", "--offline", "--", "hookwire", argument]).current_dir(folder);
        npm
    };
    let all: Vec<&PathBuf> = [&npm.main].into_iter().chain(&npm.platforms).collect();
    let whole = install("whole", &all)?;
    says(&mut run(&whole, "--version"), 0, version)?;
    says(&mut run(&whole, "--no-such-option"), 2, "--no-such-option")?;
    // As npm does with `--omit=optional`.
    let alone = install("alone", &all)?;
    let packages = alone.join("node_modules/@hookwire");
    fs::remove_dir_all(&packages).map_err(|error| format!("{}: {error}", packages.display()))?;
    says(&mut run(&alone, "--version"), 3, "is not installed: `npm install --include=optional hookwire-cli`")?;
    // As on a platform that has no package.
    let manifest = alone.join("node_modules/hookwire-cli/package.json");
    let failed = |error: std::io::Error| format!("{}: {error}", manifest.display());
    let text = fs::read_to_string(&manifest).map_err(failed)?;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    value["optionalDependencies"] = serde_json::json!({});
    fs::write(&manifest, value.to_string()).map_err(failed)?;
    says(&mut run(&alone, "--version"), 3, "hookwire-cli has no program for ")
}

/// Runs a command, which has to end with this code, and to print this.
fn says(command: &mut Command, code: i32, part: &str) -> Result<(), String> {
    let shown = format!("{command:?}");
    let done = command.output().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let [out, err] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if done.status.code() == Some(code) && (out.contains(part) || err.contains(part)) {
        return Ok(());
    }
    Err(format!("{shown} ended with {}, not with {code} and `{part}`\n{out}{err}", done.status))
}
