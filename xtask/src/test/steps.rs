//! The steps, with the purpose and the commands of each.

use std::path::PathBuf;
use std::{env, fs};

use crate::{
    bench, checkers, cli, commands, cookbook, editor, fuzz, go, installed, interface, observed, package, prose,
    publish, runtime, sandbox,
};
use hookwire_conformance::{assertions, newer, sets, suite};
use hookwire_harness::{RUST_USER, Root, compiled_once, environment, files, finish, npm_tests, tools, type_schemas};

/// A step: its name, the property that it shows, and its function.
pub struct Step {
    pub name: &'static str,
    pub shows: &'static str,
    pub run: Run,
    /// Its form with `--quick`, if it has one.
    pub quick: Option<Run>,
    /// A step about any schema set: the files that it depends on beside those of [`super::record`], which it does not run again
    /// with.
    pub own: Option<&'static [&'static str]>,
    /// What it shares with other steps.
    pub place: Place,
}

/// What a step shares with others, which therefore do not run beside it. Cargo runs one command at a time in a folder, and steps
/// that build replace programs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The folder that the generator is built into.
    Generator,
    /// The folder that the packages are built into, `target/generated`.
    Packages,
    /// Both of these folders.
    Both,
    /// Nothing.
    Beside,
    /// The whole machine, after all others: it has time limits that are short, or uses all processors.
    Last,
}

impl Place {
    /// Returns true if a step here and one there run one after the other.
    pub fn excludes(self, other: Self) -> bool {
        let uses = |folder| [self, other].iter().all(|place| *place == folder || *place == Self::Both);
        self == Self::Last || other == Self::Last || uses(Self::Generator) || uses(Self::Packages)
    }
}

/// The function of a step.
pub type Run = fn(&Root) -> Result<(), String>;

impl Step {
    const fn new(name: &'static str, shows: &'static str, run: Run) -> Self {
        Self { name, shows, run, quick: None, own: None, place: Place::Beside }
    }

    /// Runs the step only if a file that it depends on has changed since it passed.
    const fn if_changed(self, own: &'static [&'static str]) -> Self {
        Self { own: Some(own), ..self }
    }

    const fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    const fn with_quick(self, quick: Run) -> Self {
        Self { quick: Some(quick), ..self }
    }
}

/// All steps, in order.
pub const STEPS: &[Step] = &[
    Step::new("generator", "the generator is formatted, documented, without lints, and its tests pass", generator)
        .with_quick(quick_generator)
        .at(Place::Generator),
    Step::new("drift", "generated/ and the recording in README.md are up to date", drift).with_quick(drift),
    Step::new("docs", "texts for users are in plain English, and editors check settings as they say", docs)
        .with_quick(prose::step),
    Step::new("from-nothing", "an empty folder becomes generated/, byte for byte", from_nothing),
    Step::new("build-system", "ninja runs the generator exactly when an input changed", build_system),
    Step::new("rust", "the crate builds without warnings, its documentation and examples too", rust)
        .with_quick(quick_rust)
        .at(Place::Packages),
    Step::new("rust-user", "the crate works in a project of its own", rust_user).at(Place::Packages),
    Step::new("python", "ruff, mypy and pyright report nothing, and the package works for its users", python)
        .with_quick(quick_python),
    Step::new("typescript", "the package compiles for its users, and agrees with the host's types", typescript)
        .with_quick(quick_typescript),
    Step::new("go", "a target is only a folder, and its output for Go compiles", go::run).if_changed(&[
        "docs/tour.md",
        "schemas",
        "tests/go",
        "tests/python/odd",
        "tests/sets",
        "tests/targets",
        "xtask/src/go.rs",
    ]),
    Step::new("conform", "all packages give the same verdicts and problems for the same payloads", conform)
        .with_quick(quick_conform)
        .at(Place::Packages),
    Step::new("observed", "the catalogue and the packages agree with what the real host did", observed::step)
        .with_quick(observed::step),
    Step::new("runtime", "hooks print the same in every language, also when they fail", runtime::step).at(Place::Last),
    Step::new("cookbook", "the hooks of the cookbook pass the tests on their pages in every language", cookbook::step)
        .at(Place::Packages),
    Step::new(
        "assertions",
        "assertions give the verdicts of JSON Schema, with the same messages in every language",
        assertions::run,
    )
    .at(Place::Both)
    .if_changed(&[
        "tests/assertions",
        "tests/conform",
        "tests/fuzz/corpus/assertions.jsonl",
        "tests/sets/assertions",
    ]),
    Step::new(
        "any-set",
        "whatever a schema set contains stays data or is refused, and its packages compile, in every language",
        any_set,
    )
    .at(Place::Both)
    .if_changed(&[
        "docs/own-code.md",
        "schemas",
        "tests/features.rs",
        "tests/generator.rs",
        "tests/hostile",
        "tests/hostile.rs",
        "tests/names.rs",
        "tests/own_code.rs",
        "tests/python/conftest.py",
        "tests/python/odd",
        "tests/python/pyproject.toml",
        "tests/python/requirements.txt",
        "tests/python/support.py",
        "tests/python/test_odd_set.py",
        "tests/python/test_own_code.py",
        "tests/python/test_sets.py",
        "tests/sets",
        "tests/sets.rs",
        "tests/support",
        "tests/typescript/own-code.test.js",
        "tests/typescript/package-lock.json",
        "tests/typescript/package.json",
        "tests/typescript/sets.test.js",
        "tests/typescript/support.js",
        "tests/wide",
        "tests/wide.rs",
    ]),
    Step::new("newer", "the current packages read payloads of a newer host", newer::run).at(Place::Packages),
    Step::new("suite", "all packages give the verdicts of the JSON-Schema-Test-Suite", suite)
        .at(Place::Packages)
        .if_changed(&["tests/conform", "tests/suite", "xtask/src/suite.rs"]),
    Step::new("sets", "public sets generate as published, with the verdicts of an independent validator", sets::step)
        .at(Place::Packages)
        .if_changed(&["tests/conform", "tests/published", "tests/suite", "xtask/src/sets"]),
    Step::new("benchmarks", "every benchmark runs, and the guards that it measures deny their call", bench::step)
        .at(Place::Both),
    Step::new("interface", "public names and signatures are those in tests/interface", interface::step),
    Step::new("package", "packages build reproducibly and contain exactly the listed files", package::step),
    Step::new("publish", "publish refuses a package that is not ready, with all reasons", publish::step),
    Step::new(
        "installed",
        "each package, installed alone or from a clone, runs the example of its page",
        installed::step,
    )
    .at(Place::Packages),
    Step::new("tour", "the generator, installed alone, runs the tour of its page", installed::tour)
        .at(Place::Packages)
        .if_changed(&["Cargo.toml", "docs", "xtask/src/installed", "xtask/src/package"]),
    Step::new("checkers", "the package checkers of each ecosystem report nothing", checkers::step),
    Step::new("oldest-rust", "the crate builds with its minimum Rust version", installed::oldest),
    Step::new("commands", "the packages list every command that a shell runs of a line", commands::step)
        .at(Place::Packages),
    Step::new("cli-install", "the packages of the command install where nothing else is, and run", cli::packages)
        .at(Place::Packages),
    // The last of those that build, because its tests run on all cores.
    Step::new(
        "cli",
        "the command `hookwire` finds what is wrong, and is safe to run on projects of strangers",
        cli::step,
    )
    .with_quick(cli::step)
    .at(Place::Packages),
    Step::new(
        "sandbox",
        "what runs in the sandbox of `observe` reaches no network and no file of the user",
        sandbox::step,
    )
    .at(Place::Last),
    Step::new(FUZZ, "an hour of fuzzing for each target, with `--long` or by its name", fuzz::long).at(Place::Last),
];

/// The step runs only with `--long` or by its name. One of the generator's tests always replays the committed corpus.
pub const FUZZ: &str = "fuzz";

fn generator(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--all", "--check"])?;
    // The fuzz crate is outside of the workspace. It can be formatted once the crate that it depends on is rendered.
    assertions::render(root)?;
    root.cargo(&["fmt", "--manifest-path", "tests/fuzz/Cargo.toml", "--check"])?;
    // Only a long run builds it, and that updates its lock file silently. This check reports an outdated one.
    root.cargo(&["fetch", "--locked", "--manifest-path", "tests/fuzz/Cargo.toml"])?;
    root.cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    root.cargo(&["test", "--workspace", "--locked"])?;
    // With `--workspace`, the dependencies have the features that clippy has checked them with.
    let mut doc = root.command(tools::cargo());
    doc.args(["doc", "--no-deps", "--locked", "--workspace", "--lib"]);
    finish(doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private-intra-doc-links"))
}

/// The tests of the generator that take most of the time. The quick form leaves them out.
const SLOW_TESTS: [&str; 8] = ["bundle", "depth", "features", "program", "readme", "rust", "sets", "version"];

/// Leaves out [`SLOW_TESTS`], and the crate with assertions that only the fuzzer needs.
fn quick_generator(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--all", "--check"])?;
    root.cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    root.cargo(&["test", "--workspace", "--locked", "--lib", "--bins"])?;
    let skipped: Vec<String> = SLOW_TESTS.iter().map(|name| format!("--skip={name}::")).collect();
    let args = ["test", "--workspace", "--locked", "--test", "generator", "--"];
    root.cargo(&args.into_iter().chain(skipped.iter().map(String::as_str)).collect::<Vec<_>>())
}

fn build_system(root: &Root) -> Result<(), String> {
    let python = environment(root, "target/build-system", "tests/build/requirements.txt")?;
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut tests = root.command(python);
    tests.args(["-m", "unittest"]).current_dir(root.path("tests/build"));
    finish(compiled_once(root, &mut tests).env("HOOKWIRE_CODEGEN", xtask))
}

/// Runs the program, as a user does, instead of the library.
fn drift(root: &Root) -> Result<(), String> {
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    root.run(&xtask, &["codegen", "--check"])?;
    root.run(&xtask, &["recording", "--check"])
}

/// Checks that files on the disk do not influence the generated ones.
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

fn rust(root: &Root) -> Result<(), String> {
    lock(root)?;
    root.cargo_on(CRATE, "clippy", &["--all-targets", "--all-features", "--", "-D", "warnings"], "")?;
    root.cargo_on(CRATE, "clippy", &["--all-targets", "--no-default-features", "--", "-D", "warnings"], "")?;
    each_feature(root)?;
    root.cargo_on(CRATE, "doc", &["--no-deps", "--all-features"], "-D warnings")?;
    root.cargo_on(CRATE, "test", &[], "")
}

/// Checks that the crate builds without warnings with each of its features alone.
fn each_feature(root: &Root) -> Result<(), String> {
    let manifest = fs::read_to_string(root.path(CRATE)).map_err(|error| format!("{CRATE}: {error}"))?;
    let manifest: toml::Table = manifest.parse().map_err(|error| format!("{CRATE}: {error}"))?;
    let features =
        manifest.get("features").and_then(toml::Value::as_table).ok_or(format!("{CRATE} has no features"))?;
    let alone = |name: &str| {
        let args = ["--no-default-features", "--features", name, "--", "-D", "warnings"];
        root.cargo_on(CRATE, "clippy", &args, "")
    };
    features.keys().filter(|name| *name != "default").try_for_each(|name| alone(name))
}

/// Leaves out the optional features and the documentation.
fn quick_rust(root: &Root) -> Result<(), String> {
    lock(root)?;
    root.cargo_on(CRATE, "clippy", &["--all-targets", "--", "-D", "warnings"], "")?;
    root.cargo_on(CRATE, "test", &["--all-targets"], "")
}

/// Copies the lock file of the crate's user to the crate, so that no new release of a dependency can change the
/// outcome. As a library, the crate has no lock file.
fn lock(root: &Root) -> Result<(), String> {
    let (from, to) = (root.path("tests/rust/Cargo.lock"), root.path("generated/rust/Cargo.lock"));
    let copied = fs::read(&from).and_then(|wanted| {
        // Another step may read it.
        if fs::read(&to).is_ok_and(|known| known == wanted) { Ok(()) } else { fs::write(&to, wanted) }
    });
    copied.map_err(|error| format!("tests/rust/Cargo.lock: {error}"))
}

fn rust_user(root: &Root) -> Result<(), String> {
    root.cargo_on(RUST_USER, "clippy", &["--all-targets", "--locked", "--", "-D", "warnings"], "")?;
    // Without these names, cargo links a second program for each of the hooks, which have no tests: see `tests/user.rs`.
    root.cargo_on(RUST_USER, "test", &["--locked", "--lib", "--bin", "no-push", "--test", "user"], "")?;
    root.cargo_on(RUST_USER, "test", &["--locked", "--doc"], "")
}

fn python(root: &Root) -> Result<(), String> {
    pytest(root, &["-m", "not any_set"])
}

/// Leaves out the type checkers.
fn quick_python(root: &Root) -> Result<(), String> {
    pytest(root, &["-m", "not slow"])
}

fn pytest(root: &Root, chosen: &[&str]) -> Result<(), String> {
    let python = hookwire_harness::python(root)?;
    type_schemas(root)?;
    // One of the tests generates from its own set. It uses this program instead of a nested cargo.
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut pytest = root.command(&python);
    // Tests of a file share what they prepare, so each file is run by one process.
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "auto", "--dist", "loadfile"]).args(chosen);
    pytest.current_dir(root.path("tests/python"));
    finish(compiled_once(root, &mut pytest).env("HOOKWIRE_CODEGEN", xtask))
}

fn docs(root: &Root) -> Result<(), String> {
    prose::step(root)?;
    editor::step(root)
}

fn typescript(root: &Root) -> Result<(), String> {
    npm_tests_without(root, &ANY_SET_NPM_TESTS)
}

/// The tests of the npm package that are about other sets. The step `any-set` runs them.
const ANY_SET_NPM_TESTS: [&str; 2] = ["own-code", "sets"];

/// The tests of the npm package that compile or bundle programs. The quick form leaves them out.
const SLOW_NPM_TESTS: [&str; 13] = [
    "browser",
    "cookbook",
    "docs",
    "editor",
    "guard",
    "mistakes",
    "narrowing",
    "official",
    "own-code",
    "package",
    "programs",
    "react",
    "sets",
];

fn quick_typescript(root: &Root) -> Result<(), String> {
    npm_tests_without(root, &SLOW_NPM_TESTS)
}

/// Runs the tests of the npm package but these.
fn npm_tests_without(root: &Root, left_out: &[&str]) -> Result<(), String> {
    let entries = fs::read_dir(root.path("tests/typescript")).map_err(|error| format!("tests/typescript: {error}"))?;
    let mut files: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    files.retain(|file| file.strip_suffix(".test.js").is_some_and(|name| !left_out.contains(&name)));
    files.sort();
    node_tests(root, &files.iter().map(String::as_str).collect::<Vec<_>>())
}

fn node_tests(root: &Root, chosen: &[&str]) -> Result<(), String> {
    let copy = npm_tests(root)?;
    type_schemas(root)?;
    // One of the tests generates from its own sets, as in Python.
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut tests = root.command(tools::npm());
    // Node leaves one core free.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    tests.args(["test", "--", &format!("--test-concurrency={cores}")]).args(chosen);
    finish(tests.current_dir(&copy).env("HOOKWIRE_CODEGEN", xtask))
}

/// Uses the environments that earlier steps installed.
fn conform(root: &Root) -> Result<(), String> {
    conform_mutants(root, if root.has_long_tests() { "20000" } else { "2000" })
}

fn suite(root: &Root) -> Result<(), String> {
    suite::run(root, &suite::Options::default())
}

fn quick_conform(root: &Root) -> Result<(), String> {
    conform_mutants(root, "500")
}

fn conform_mutants(root: &Root, count: &str) -> Result<(), String> {
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    root.run(xtask, &["conform", "--seed", "1", "--count", count])
}

/// Runs the ignored tests of the generator, which use the parsers and compilers of the tests for Python and npm, and the tests of
/// other sets in Python and npm. With `--workspace`, the dependencies have the features that they were built with. The long
/// version puts each hostile string into each place separately.
fn any_set(root: &Root) -> Result<(), String> {
    hookwire_harness::python(root)?;
    npm_tests(root)?;
    root.cargo(&["test", "--workspace", "--locked", "--test", "generator", "--", "--ignored"])?;
    pytest(root, &["-m", "any_set"])?;
    let files = ANY_SET_NPM_TESTS.map(|name| format!("{name}.test.js"));
    node_tests(root, &files.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_tests_that_a_quick_run_leaves_out_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        let rust = SLOW_TESTS.iter().map(|name| format!("{name}.rs"));
        let npm = SLOW_NPM_TESTS.iter().chain(&ANY_SET_NPM_TESTS).map(|name| format!("typescript/{name}.test.js"));
        let gone: Vec<_> = rust.chain(npm).filter(|path| !root.join(path).exists()).collect();
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn the_ignored_tests_are_in_files_that_their_step_depends_on() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let own = STEPS.iter().find(|step| step.name == "any-set").and_then(|step| step.own).unwrap_or_default();
        let entries =
            fs::read_dir(root.join("tests")).unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let ignored = entries.filter(|name| {
            fs::read_to_string(root.join("tests").join(name)).is_ok_and(|text| text.contains("\n#[ignore"))
        });
        let ignored: Vec<String> = ignored.map(|name| format!("tests/{name}")).collect();
        assert!(ignored.len() > 4 && ignored.iter().all(|path| own.contains(&path.as_str())), "{ignored:?}");
    }
}
