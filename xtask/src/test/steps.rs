//! The steps: what each is for, and what it runs.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use super::environment::{environment, files, npm_tests};
use super::root::{Root, finish};
use crate::{assertions, checkers, fuzz, go, installed, interface, newer, package, publish, suite, tools};

/// What a step runs.
pub type Run = fn(&Root) -> Result<(), String>;

/// A step: its name, what it shows, and how.
pub struct Step {
    pub name: &'static str,
    pub shows: &'static str,
    pub run: Run,
    /// What `--quick` runs of it, in a few words and as a function; nothing of a step that it leaves out.
    pub quick: Option<(&'static str, Run)>,
}

/// All of them, in their order.
pub const STEPS: &[Step] = &[
    Step {
        name: "generator",
        shows: "the generator is formatted, without lints, and its tests pass",
        run: generator,
        quick: Some(("without the tests that compile packages or take long", generator_quick)),
    },
    Step { name: "drift", shows: "generated/ is what the schemas say", run: drift, quick: Some(("all of it", drift)) },
    Step {
        name: "from-nothing",
        shows: "an empty folder becomes generated/, byte for byte",
        run: from_nothing,
        quick: None,
    },
    Step {
        name: "kill",
        shows: "a run that is cut or refused leaves every file whole, and the next finishes",
        run: kill,
        quick: None,
    },
    Step {
        name: "build-system",
        shows: "ninja runs the generator when it has to, and only then",
        run: build_system,
        quick: None,
    },
    Step {
        name: "rust",
        shows: "the crate builds without warnings, its documentation and examples too",
        run: rust,
        quick: Some(("clippy and its tests", rust_quick)),
    },
    Step { name: "rust-user", shows: "the crate as its users have it", run: rust_user, quick: None },
    Step {
        name: "python",
        shows: "the package is clean for ruff, mypy and pyright, and serves its users",
        run: python,
        quick: Some(("without type checkers and packages", python_quick)),
    },
    Step {
        name: "typescript",
        shows: "the package compiles for its users, and agrees with the host's types",
        run: typescript,
        quick: Some(("without compilers and bundlers", typescript_quick)),
    },
    Step {
        name: "go",
        shows: "a target is a folder and nothing else, and Go compiles what comes out",
        run: go::run,
        quick: None,
    },
    Step {
        name: "conform",
        shows: "every binding says the same of the same payloads and documents",
        run: conform,
        quick: Some(("500 mutants", conform_quick)),
    },
    Step {
        name: "assertions",
        shows: "what no type says is judged as JSON Schema has it, in the same words everywhere",
        run: assertions::run,
        quick: None,
    },
    Step {
        name: "hostile",
        shows: "hostile strings and names are data, or refused, in every language",
        run: hostile,
        quick: None,
    },
    Step { name: "newer", shows: "what the packages make of a host that is newer", run: newer::run, quick: None },
    Step {
        name: "suite",
        shows: "every language has the verdicts of the JSON-Schema-Test-Suite",
        run: suite::step,
        quick: None,
    },
    Step {
        name: "interface",
        shows: "no package lets others use anything else than tests/interface lists",
        run: interface::step,
        quick: None,
    },
    Step {
        name: "package",
        shows: "what is installed: the same bytes twice, and each file that has to be there and no other",
        run: package::step,
        quick: None,
    },
    Step {
        name: "publish",
        shows: "what may not be published is refused, with every reason at once",
        run: publish::step,
        quick: None,
    },
    Step {
        name: "installed",
        shows: "each package, installed where nothing else is, runs what its page shows",
        run: installed::step,
        quick: None,
    },
    Step {
        name: "checkers",
        shows: "what each ecosystem checks packages with has nothing to say",
        run: checkers::step,
        quick: None,
    },
    Step {
        name: "oldest-rust",
        shows: "the crate builds with the oldest Rust that it says it needs",
        run: installed::oldest,
        quick: None,
    },
    Step {
        name: FUZZ,
        shows: "an hour of fuzzing for each target, with `--long` or by its name",
        run: fuzz::long,
        quick: None,
    },
];

/// Only what it has found before is replayed without being asked for: that is one of the generator's tests.
pub const FUZZ: &str = "fuzz";

fn generator(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--all", "--check"])?;
    // It is no part of the workspace, and any toolchain can format it, once there is the crate that it depends on.
    assertions::render(root)?;
    root.cargo(&["fmt", "--manifest-path", "tests/fuzz/Cargo.toml", "--check"])?;
    // Only a long run builds it, and mends its lock file in passing: nothing else says that it is not what is committed.
    root.cargo(&["fetch", "--locked", "--manifest-path", "tests/fuzz/Cargo.toml"])?;
    root.cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    root.cargo(&["test", "--workspace", "--locked"])
}

/// The tests of the generator that take more than some seconds: they compile packages, or try many cases.
const SLOW: [&str; 10] =
    ["bundle", "depth", "features", "fuzz", "hostile", "kill", "program", "readme", "rust", "sets"];

fn generator_quick(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--all", "--check"])?;
    root.cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    let tests = files(&root.path("tests")).map_err(|error| error.to_string())?;
    let names = tests.keys().filter_map(|path| path.to_str()?.strip_suffix(".rs"));
    let names: Vec<&str> = names.filter(|name| !name.contains('/') && !SLOW.contains(name)).collect();
    let chosen: Vec<&str> = names.iter().flat_map(|name| ["--test", *name]).collect();
    root.cargo(&[&["test", "-p", "hookwire-codegen", "--locked", "--lib"], &chosen[..]].concat())
}

/// The writing, with places in it at which a test can stop it: no other build has them.
fn kill(root: &Root) -> Result<(), String> {
    let with = ["-p", "hookwire-codegen", "--locked", "--features", "failpoints", "--test", "kill"];
    root.cargo(&[&["clippy"], &with[..], &["--bin", "failing-writer", "--", "-D", "warnings"]].concat())?;
    root.cargo(&[&["test"], &with[..], &["--", "--nocapture"]].concat())
}

fn build_system(root: &Root) -> Result<(), String> {
    let python = environment(root, "target/build-system", "tests/build/requirements.txt")?;
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut tests = root.command(python);
    tests.args(["-m", "unittest"]).current_dir(root.path("tests/build"));
    finish(tests.env("HOOKWIRE_CODEGEN", xtask).env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// As a user asks for it, and so through the program, not the library.
fn drift(root: &Root) -> Result<(), String> {
    root.run(env::current_exe().map_err(|error| error.to_string())?, &["codegen", "--check"])
}

/// What stands on the disk has no part in what is generated.
fn from_nothing(root: &Root) -> Result<(), String> {
    const FRESH: &str = "target/from-nothing";
    let failed = |error: std::io::Error| error.to_string();
    if root.path(FRESH).exists() {
        fs::remove_dir_all(root.path(FRESH)).map_err(failed)?;
    }
    root.run(env::current_exe().map_err(failed)?, &["codegen", "--out", FRESH])?;
    let made = files(&root.path(FRESH)).map_err(failed)?;
    let differs = |(path, contents): &(&PathBuf, &Vec<u8>)| {
        fs::read(root.path("generated").join(path)).ok().as_ref() != Some(*contents)
    };
    let different: Vec<String> = made.iter().filter(differs).map(|(path, _)| path.display().to_string()).collect();
    println!("{} files, {} differ", made.len(), different.len());
    if different.is_empty() { Ok(()) } else { Err(format!("not what is in generated/: {}", different.join(", "))) }
}

const CRATE: &str = "generated/rust/Cargo.toml";
/// The project of somebody who uses the crate.
pub const RUST_USER: &str = "tests/rust/Cargo.toml";

/// The crate has no lock file of its own, as a library has none; with that of its user, which depends on it, no new
/// release of a dependency can change the outcome.
fn rust(root: &Root) -> Result<(), String> {
    fs::copy(root.path("tests/rust/Cargo.lock"), root.path("generated/rust/Cargo.lock"))
        .map_err(|error| format!("tests/rust/Cargo.lock: {error}"))?;
    root.cargo_on(CRATE, "clippy", &["--all-targets", "--", "-D", "warnings"], "")?;
    root.cargo_on(CRATE, "clippy", &["--all-targets", "--all-features", "--", "-D", "warnings"], "")?;
    root.cargo_on(CRATE, "doc", &["--no-deps", "--all-features"], "-D warnings")?;
    root.cargo_on(CRATE, "test", &[], "")
}

fn rust_quick(root: &Root) -> Result<(), String> {
    fs::copy(root.path("tests/rust/Cargo.lock"), root.path("generated/rust/Cargo.lock"))
        .map_err(|error| format!("tests/rust/Cargo.lock: {error}"))?;
    root.cargo_on(CRATE, "clippy", &["--all-targets", "--all-features", "--", "-D", "warnings"], "")?;
    root.cargo_on(CRATE, "test", &["--lib", "--tests"], "")
}

fn rust_user(root: &Root) -> Result<(), String> {
    root.cargo_on(RUST_USER, "clippy", &["--all-targets", "--locked", "--", "-D", "warnings"], "")?;
    root.cargo_on(RUST_USER, "test", &["--locked"], "")
}

fn python(root: &Root) -> Result<(), String> {
    pytest(root, &[])
}

fn python_quick(root: &Root) -> Result<(), String> {
    let left_out = ["test_odd_set.py", "test_package.py", "test_programs.py", "test_sets.py"];
    pytest(root, &left_out.map(|name| ["--ignore", name]).concat())
}

fn pytest(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let python = environment(root, "target/python", "tests/python/requirements.txt")?;
    // One of the tests generates from a set of its own: with this program, not with another cargo inside of this one.
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut pytest = root.command(&python);
    pytest
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .args(arguments)
        .current_dir(root.path("tests/python"));
    finish(pytest.env("HOOKWIRE_CODEGEN", xtask).env("PYTHONDONTWRITEBYTECODE", "1"))
}

fn typescript(root: &Root) -> Result<(), String> {
    node_tests(root, &[])
}

fn typescript_quick(root: &Root) -> Result<(), String> {
    let names = ["examples", "is-tool", "matches", "prompt", "read", "schemas", "tools", "validate", "validator"];
    let files = names.map(|name| format!("{name}.test.js"));
    node_tests(root, &files.each_ref().map(String::as_str))
}

fn node_tests(root: &Root, names: &[&str]) -> Result<(), String> {
    let copy = npm_tests(root)?;
    // One of the tests generates from sets of their own, as in Python.
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut tests = Command::new(tools::npm());
    finish(tests.args(["test", "--"]).args(names).current_dir(&copy).env("HOOKWIRE_CODEGEN", xtask))
}

/// With what the steps before it have installed.
fn conform(root: &Root) -> Result<(), String> {
    mutants(root, "20000")
}

fn conform_quick(root: &Root) -> Result<(), String> {
    mutants(root, "500")
}

fn mutants(root: &Root, count: &str) -> Result<(), String> {
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    root.run(xtask, &["conform", "--seed", "1", "--count", count])
}

/// With the parsers and compilers that the steps before it have installed. The long version puts each string into each
/// place by itself.
fn hostile(root: &Root) -> Result<(), String> {
    root.cargo(&["test", "--locked", "--test", "hostile", "--test", "names", "--", "--include-ignored"])
}
