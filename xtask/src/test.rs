//! `cargo xtask test`: everything that has to hold, from a fresh clone, in one command.
//!
//! What Python and npm need is installed below `target/`, so that nothing of the machine is changed. Every step runs even
//! when an earlier one failed; the last lines say which did.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

use crate::{assertions, checkers, fuzz, go, installed, interface, newer, package, publish, suite, tools, workspace};

/// Runs every check, or those that are named.
#[derive(clap::Args)]
pub struct Args {
    /// Run this step only; may be given more than once.
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// With many more cases, where a test has more: killed runs, hostile input, fuzzing.
    #[arg(long)]
    long: bool,
    /// Name the steps and what each is for.
    #[arg(long)]
    list: bool,
}

/// A step: its name, what it shows, and how.
struct Step {
    name: &'static str,
    shows: &'static str,
    run: fn(&Root) -> Result<(), String>,
}

const STEPS: &[Step] = &[
    Step { name: "generator", shows: "the generator is formatted, without lints, and its tests pass", run: generator },
    Step { name: "drift", shows: "generated/ is what the schemas say", run: drift },
    Step { name: "from-nothing", shows: "an empty folder becomes generated/, byte for byte", run: from_nothing },
    Step {
        name: "kill",
        shows: "a run that is cut or refused leaves every file whole, and the next finishes",
        run: kill,
    },
    Step { name: "build-system", shows: "ninja runs the generator when it has to, and only then", run: build_system },
    Step { name: "rust", shows: "the crate builds without warnings, its documentation and examples too", run: rust },
    Step { name: "rust-user", shows: "the crate as its users have it", run: rust_user },
    Step {
        name: "python",
        shows: "the package is clean for ruff, mypy and pyright, and serves its users",
        run: python,
    },
    Step {
        name: "typescript",
        shows: "the package compiles for its users, and agrees with the host's types",
        run: typescript,
    },
    Step { name: "go", shows: "a target is a folder and nothing else, and Go compiles what comes out", run: go::run },
    Step { name: "conform", shows: "every binding says the same of the same payloads and documents", run: conform },
    Step {
        name: "assertions",
        shows: "what no type says is judged as JSON Schema has it, in the same words everywhere",
        run: assertions::run,
    },
    Step { name: "hostile", shows: "hostile strings and names are data, or refused, in every language", run: hostile },
    Step { name: "newer", shows: "what the packages make of a host that is newer", run: newer::run },
    Step { name: "suite", shows: "every language has the verdicts of the JSON-Schema-Test-Suite", run: suite::step },
    Step {
        name: "interface",
        shows: "no package lets others use anything else than tests/interface lists",
        run: interface::step,
    },
    Step {
        name: "package",
        shows: "what is installed: the same bytes twice, and each file that has to be there and no other",
        run: package::step,
    },
    Step {
        name: "publish",
        shows: "what may not be published is refused, with every reason at once",
        run: publish::step,
    },
    Step {
        name: "installed",
        shows: "each package, installed where nothing else is, runs what its page shows",
        run: installed::step,
    },
    Step {
        name: "checkers",
        shows: "what each ecosystem checks packages with has nothing to say",
        run: checkers::step,
    },
    Step {
        name: "oldest-rust",
        shows: "the crate builds with the oldest Rust that it says it needs",
        run: installed::oldest,
    },
    Step { name: FUZZ, shows: "an hour of fuzzing for each target, with `--long` or by its name", run: fuzz::long },
];

/// Only what it has found before is replayed without being asked for: that is one of the generator's tests.
const FUZZ: &str = "fuzz";

/// Runs the steps. The exit code is 0 if all pass, else 1; 2 for a step that there is not.
pub fn run(args: &Args) -> ExitCode {
    if args.list {
        STEPS.iter().for_each(|step| println!("{:<12} {}", step.name, step.shows));
        return ExitCode::SUCCESS;
    }
    if let Some(unknown) = args.only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        eprintln!("there is no step `{unknown}`; `cargo xtask test --list` names them");
        return ExitCode::from(2);
    }
    let root = Root { long: args.long, ..Root::new(workspace::root()) };
    let named = |step: &&Step| args.only.iter().any(|name| name == step.name);
    let chosen = STEPS.iter().filter(|step| named(step) || (args.only.is_empty() && (args.long || step.name != FUZZ)));
    let outcomes: Vec<Outcome> = chosen.map(|step| Outcome::of(step, &root)).collect();
    summary(&outcomes)
}

struct Outcome {
    name: &'static str,
    seconds: f64,
    failure: Option<String>,
}

impl Outcome {
    fn of(step: &Step, root: &Root) -> Self {
        println!("\n=== {}: {}", step.name, step.shows);
        let start = Instant::now();
        let failure = (step.run)(root).err();
        let seconds = start.elapsed().as_secs_f64();
        let outcome = Self { name: step.name, seconds, failure };
        println!("=== {} {} after {seconds:.0} s", step.name, outcome.verdict());
        outcome
    }

    fn verdict(&self) -> &'static str {
        match &self.failure {
            None => "passed",
            Some(why) if why.starts_with(NOT_RUN) => "not run",
            Some(_) => "FAILED",
        }
    }
}

/// What an error begins with that says only what the machine does not have: nothing failed, and nothing was shown.
pub const NOT_RUN: &str = "not run: ";

fn summary(outcomes: &[Outcome]) -> ExitCode {
    println!();
    for outcome in outcomes {
        let why = outcome.failure.as_deref().map(|why| format!(": {}", why.strip_prefix(NOT_RUN).unwrap_or(why)));
        println!("{:<12} {:>5.0} s  {}{}", outcome.name, outcome.seconds, outcome.verdict(), why.unwrap_or_default());
    }
    let (text, failed) = summed_up(outcomes);
    println!("{text}");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The last line, and how many failed.
fn summed_up(outcomes: &[Outcome]) -> (String, usize) {
    let count = |verdict| outcomes.iter().filter(|outcome| outcome.verdict() == verdict).count();
    let (passed, failed, not_run) = (count("passed"), count("FAILED"), count("not run"));
    let not_run = if not_run == 0 { String::new() } else { format!(", {not_run} not run") };
    (format!("steps: {passed} passed, {failed} failed{not_run}"), failed)
}

/// The root of the repository, and how long its tests may run.
#[derive(Clone)]
pub struct Root {
    path: PathBuf,
    /// What is made and installed: `target/` of this repository, also where the root is that of a copy.
    target: PathBuf,
    long: bool,
}

/// Set where the long versions of tests are asked for, for every test that has one.
const LONG: &str = "HOOKWIRE_LONG";

impl Root {
    /// With the short versions of the tests.
    pub fn new(path: PathBuf) -> Self {
        Self { target: path.join("target"), path, long: false }
    }

    /// The same with a copy of the repository, for which nothing has to be installed once more.
    pub fn of_copy(&self, path: PathBuf) -> Self {
        Self { path, ..self.clone() }
    }

    /// A path in the repository.
    pub fn path(&self, below: &str) -> PathBuf {
        match below.strip_prefix("target/") {
            Some(made) => self.target.join(made),
            None => self.path.join(below),
        }
    }

    /// A command in the root.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.path).env_remove(LONG);
        if self.long {
            command.env(LONG, "1");
        }
        command
    }

    /// Runs a command in the root, its output as it comes.
    fn run(&self, program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Result<(), String> {
        finish(self.command(program).args(args))
    }

    fn cargo(&self, args: &[&str]) -> Result<(), String> {
        self.run(tools::cargo(), args)
    }

    /// Cargo on a crate that is a workspace of its own. They share a target folder beside the generator's.
    pub fn cargo_on(&self, manifest: &str, verb: &str, args: &[&str], rustdocflags: &str) -> Result<(), String> {
        let mut command = self.command(tools::cargo());
        command.arg(verb).args(["--manifest-path", manifest]).args(args);
        command.env("CARGO_TARGET_DIR", self.path("target/generated")).env("RUSTDOCFLAGS", rustdocflags);
        finish(&mut command)
    }
}

/// Runs a command, its output as it comes.
pub fn finish(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    let shown = shown.rsplit_once(" CARGO_TARGET_DIR=").map_or(shown.as_str(), |(_, rest)| rest).to_owned();
    println!("--- {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status} of {shown}")),
        Err(error) => Err(format!("cannot run {shown}: {error}")),
    }
}

fn generator(root: &Root) -> Result<(), String> {
    root.cargo(&["fmt", "--all", "--check"])?;
    // It is no part of the workspace, and any toolchain can format it, once there is the crate that it depends on.
    assertions::render(root)?;
    root.cargo(&["fmt", "--manifest-path", "tests/fuzz/Cargo.toml", "--check"])?;
    root.cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    root.cargo(&["test", "--workspace", "--locked"])
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

/// Every file below a folder, by its path from there.
pub fn files(folder: &Path) -> std::io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    read_all(folder, Path::new(""), &mut found)?;
    Ok(found)
}

fn read_all(root: &Path, below: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            read_all(root, &path, found)?;
        } else {
            found.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
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

fn rust_user(root: &Root) -> Result<(), String> {
    root.cargo_on(RUST_USER, "clippy", &["--all-targets", "--locked", "--", "-D", "warnings"], "")?;
    root.cargo_on(RUST_USER, "test", &["--locked"], "")
}

/// The interpreter of a virtual environment.
pub fn python_of(venv: &Path) -> PathBuf {
    venv.join(if cfg!(windows) { "Scripts" } else { "bin" }).join("python")
}

/// The interpreter of a virtual environment with these packages, which is made or renewed if it has to be.
pub fn environment(root: &Root, venv: &str, requirements: &str) -> Result<PathBuf, String> {
    let python = python_of(&root.path(venv));
    fresh(&root.path(venv), &root.path(requirements), || {
        let base = if cfg!(windows) { "python" } else { "python3" };
        root.run(base, &["-m", "venv", "--clear", venv])?;
        root.run(&python, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements])
    })?;
    Ok(python)
}

fn python(root: &Root) -> Result<(), String> {
    let python = environment(root, "target/python", "tests/python/requirements.txt")?;
    // One of the tests generates from a set of its own: with this program, not with another cargo inside of this one.
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    let mut pytest = root.command(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).current_dir(root.path("tests/python"));
    finish(pytest.env("HOOKWIRE_CODEGEN", xtask).env("PYTHONDONTWRITEBYTECODE", "1"))
}

fn typescript(root: &Root) -> Result<(), String> {
    let copy = npm_tests(root)?;
    // One of the tests generates from sets of their own, as in Python.
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    finish(Command::new(tools::npm()).args(["test"]).current_dir(&copy).env("HOOKWIRE_CODEGEN", xtask))
}

/// The tests of the npm package install into their own folder, so a copy of it runs: the tree stays clean. Says where it is.
pub fn npm_tests(root: &Root) -> Result<PathBuf, String> {
    let copy = root.path("target/typescript");
    let renewed = clean(&copy).and_then(|()| copy_folder(&root.path("tests/typescript"), &copy));
    renewed.map_err(|error| error.to_string())?;
    let npm = |args: &[&str]| finish(root.command(tools::npm()).args(args).current_dir(&copy));
    fresh(&copy, &root.path("tests/typescript/package-lock.json"), || npm(&["ci", "--no-audit", "--no-fund"]))?;
    // The host's declarations alone: what they come with is the whole host, for each platform.
    let official = root.path("tests/typescript/official/package-lock.json");
    fresh(&copy.join("official"), &official, || {
        npm(&["ci", "--no-audit", "--no-fund", "--omit=optional", "--omit=peer", "--prefix", "official"])
    })?;
    Ok(copy)
}

/// Removes what an earlier copy left, so that no test outlives its file; what was installed stays, with its stamp.
fn clean(folder: &Path) -> std::io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == "node_modules" || entry.file_name() == STAMP {
            continue;
        } else if entry.file_name() == "official" {
            clean(&entry.path())?;
        } else if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// What was installed, in the folder where it was.
const STAMP: &str = "installed";

/// With what the steps before it have installed.
fn conform(root: &Root) -> Result<(), String> {
    let xtask = env::current_exe().map_err(|error| error.to_string())?;
    root.run(xtask, &["conform", "--seed", "1", "--count", "20000"])
}

/// With the parsers and compilers that the steps before it have installed. The long version puts each string into each
/// place by itself.
fn hostile(root: &Root) -> Result<(), String> {
    root.cargo(&["test", "--locked", "--test", "hostile", "--test", "names", "--", "--include-ignored"])
}

/// Copies a folder, but for what npm has installed in it.
pub fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), target)?;
        } else if entry.file_name() != "node_modules" {
            copy_folder(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Installs anew when what is to be installed has changed.
pub fn fresh(folder: &Path, wanted: &Path, install: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let stamp = folder.join(STAMP);
    let wanted = read(wanted)?;
    if read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(&stamp, wanted).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_was_not_run_is_no_failure_and_is_counted_by_itself() {
        let outcome = |failure: Option<&str>| Outcome { name: "a", seconds: 0.0, failure: failure.map(str::to_owned) };
        let not_run = outcome(Some(&format!("{NOT_RUN}there is none")));
        assert_eq!(not_run.verdict(), "not run");
        let (text, failed) = summed_up(&[outcome(None), not_run, outcome(Some("it is red"))]);
        assert_eq!((text.as_str(), failed), ("steps: 1 passed, 1 failed, 1 not run", 1));
    }

    #[test]
    fn a_test_that_is_gone_leaves_the_copy_and_what_is_installed_stays() -> std::io::Result<()> {
        let folder = env::temp_dir().join(format!("xtask-clean-{}", std::process::id()));
        for path in
            ["old.test.js", "installed", "node_modules/a/a.js", "projects/p.ts", "official/installed", "official/o.js"]
        {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(path, "")?;
        }
        clean(&folder)?;
        let left = files(&folder)?;
        fs::remove_dir_all(&folder)?;
        let left: Vec<_> = left.keys().map(|path| path.display().to_string()).collect();
        assert_eq!(left, ["installed", "node_modules/a/a.js", "official/installed"]);
        Ok(())
    }
}
