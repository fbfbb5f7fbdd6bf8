//! The step `installed` installs each package in an empty environment, and from a clone, and runs the first program of the package's page. In Python
//! and TypeScript it checks that type checkers find the types, and report wrong programs. The step `tour` installs the generator, and runs the tour of the generator's page.

mod clone;
mod generator;
mod oldest;
mod project;

use std::env;
use std::path::Path;
use std::process::Command;

pub use oldest::step as oldest;

use crate::package::{self, Package};
use hookwire_harness::{Root, tools};

/// Makes the packages, and installs each; and installs from a clone.
///
/// # Errors
/// All differences from the expected state, for all packages.
pub fn step(root: &Root) -> Result<(), String> {
    let made = package::of_tests(root)?;
    let of = |name: &str| made.iter().find(|it| it.kind.name == name).ok_or_else(|| format!("there is no {name}"));
    let outcomes = [
        ("crate", project::check(root, &of("crate")?.unpacked)),
        ("wheel and sdist", python(root, of("wheel")?, of("sdist")?)),
        ("npm", npm(root, of("npm")?)),
        ("clone", clone::check(root)),
    ];
    for (name, outcome) in &outcomes {
        println!("installed: {name} {}", if outcome.is_ok() { "passed" } else { "FAILED" });
    }
    let wrong: Vec<String> =
        outcomes.into_iter().filter_map(|(name, it)| Some(format!("{name}: {}", it.err()?))).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Makes the generator's package, and installs it.
///
/// # Errors
/// What differs from its page.
pub fn tour(root: &Root) -> Result<(), String> {
    let made = package::of_tests(root)?;
    let generator = made.iter().find(|it| it.kind.name == "generator").ok_or("there is no generator")?;
    generator::check(root, &generator.unpacked)
}

fn python(root: &Root, wheel: &Package, sdist: &Package) -> Result<(), String> {
    let mut pytest = root.command(hookwire_harness::python(root)?);
    pytest
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "installed.py"])
        .current_dir(root.path("tests/python"));
    pytest.env("HOOKWIRE_WHEEL", &wheel.archive).env("HOOKWIRE_SDIST", &sdist.archive);
    hookwire_harness::finish(pytest.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// Uses the compilers of the package's tests, in projects in another folder.
fn npm(root: &Root, tarball: &Package) -> Result<(), String> {
    let tests = hookwire_harness::npm_tests(root)?;
    let outside = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec", "installed.js"]).current_dir(tests);
    hookwire_harness::finish(node.env("HOOKWIRE_TARBALL", &tarball.archive).env("HOOKWIRE_OUTSIDE", outside.path()))
}

/// Returns cargo for a project in another folder. It shares the build folder with the other crates.
fn cargo_in(root: &Root, project: &Path) -> Command {
    let mut cargo = Command::new(tools::cargo());
    root.shared_build(cargo.current_dir(project));
    without_of_caller(&mut cargo);
    cargo
}

/// Removes the variables that cargo set for this program: they must not reach another cargo.
fn without_of_caller(command: &mut Command) {
    env::vars_os().filter(|(key, _)| key.to_string_lossy().starts_with("CARGO_PKG_")).for_each(|(key, _)| {
        command.env_remove(key);
    });
}
