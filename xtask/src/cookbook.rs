//! The hooks of the cookbook: the step `cookbook` runs the tests on their pages in every language, and
//! `cargo xtask observe --cookbook` runs them on the real host, and reports where they differ from their authors' intent.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use hookwire_harness::{RUST_USER, Root, compiled_once, finish, npm_tests, python, workspace};
use hookwire_observe::cookbook::language::Language;
use hookwire_observe::cookbook::project::{Kit, Python};
use hookwire_observe::cookbook::{self, Case, Variant, recipes, session};
use hookwire_observe::program::{self, Program};

use crate::cli;

/// Runs the tests on the pages of the cookbook, and on the pages for beginners, in every language. The tests of the
/// Python package run them in Python only.
///
/// # Errors
/// A hook cannot be built, or a test fails.
pub fn step(root: &Root) -> Result<(), String> {
    let python = python(root)?;
    let names: Vec<&str> = recipes::all().iter().map(|recipe| recipe.hook).collect();
    let bins: Vec<&str> =
        names.iter().chain(&["answer-over-http", "no-push"]).flat_map(|name| ["--bin", name]).collect();
    root.cargo_on(RUST_USER, "build", &[&["--quiet", "--locked"], &bins[..]].concat(), "")?;
    root.cargo_on(cli::MANIFEST, "build", &["--quiet", "--locked"], "")?;
    npm_tests(root)?;
    let mut tests = root.command(&python);
    tests.args([
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-n",
        "auto",
        "test_cookbook.py",
        "test_getting_started.py",
        "-k",
        "on_the_page or kept_out or server_answers or settings_start",
    ]);
    compiled_once(root, &mut tests).current_dir(root.path("tests/python"));
    tests.env("HOOKWIRE_COOKBOOK", "bash hookwire javascript rust");
    finish(tests.env("HOOKWIRE_COOKBOOK_PROGRAMS", root.path("target/generated/debug")))
}

/// What to run.
pub struct Options {
    /// The version of the host.
    pub version: String,
    /// Only the cases whose id contains this text.
    pub case: Option<String>,
    /// How many cases run at once.
    pub jobs: usize,
    /// Keep the folders of the sessions.
    pub keep: bool,
}

/// The differences, by the id of the case.
type Differences = BTreeMap<String, Vec<String>>;

/// Runs the cases and prints the report. Returns the number of cases that differ.
///
/// # Errors
/// A hook cannot be built, or a session cannot be started.
pub fn run(options: &Options) -> Result<usize, String> {
    let root = Root::new(workspace::root());
    let mut cases = cookbook::cases();
    cases.retain(|case| options.case.as_ref().is_none_or(|text| case.to_string().contains(text)));
    if cases.is_empty() {
        return Err("no case of the cookbook contains this text".to_owned());
    }
    let program = program::fetch(&options.version, &root.path("target/hosts"))?;
    let kit = kit(&root, &cases)?;
    let found = run_cases(options, &root, &program, &kit, &cases)?;
    print!("{}", report(&cases, &found));
    Ok(found.len())
}

/// Finds and builds what the languages of the cases need.
fn kit(root: &Root, cases: &[Case]) -> Result<Kit, String> {
    let programs = if cases.iter().any(|case| case.language == Language::Rust) { build(root)? } else { PathBuf::new() };
    let hookwire = root.path("target/generated/debug/hookwire");
    if cases.iter().any(|case| case.language == Language::Hookwire) {
        root.cargo_on(cli::MANIFEST, "build", &["--quiet", "--locked"], "")?;
    }
    Ok(Kit {
        cookbook: root.path("generated/docs/cookbook"),
        python: Python::of(&python(root)?)?,
        python_package: root.path("generated/python/src"),
        npm_package: root.path("generated/typescript"),
        programs,
        hookwire,
    })
}

/// Builds the hooks in Rust, each as it is and with a handler that panics, and returns the folder of the programs.
fn build(root: &Root) -> Result<PathBuf, String> {
    let project = root.path("target/cookbook");
    let bins = project.join("src/bin");
    let failed = |error: std::io::Error| format!("{}: {error}", project.display());
    fs::create_dir_all(&bins).map_err(failed)?;
    let package = root.path("generated/rust");
    let manifest = format!(
        "[workspace]\n[package]\nname = \"hookwire-user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\nhookwire = {{ path = {:?} }}\nserde_json = \"1\"\nregex = \"1\"\n",
        package.display().to_string(),
    );
    fs::write(project.join("Cargo.toml"), manifest).map_err(failed)?;
    // The versions that the tests of the crate use.
    fs::copy(root.path("tests/rust/Cargo.lock"), project.join("Cargo.lock")).map_err(failed)?;
    for recipe in recipes::all() {
        let path = root.path("generated/docs/cookbook").join(recipe.hook).join(Language::Rust.source());
        let source = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let broken = Language::Rust.broken(&source).map_err(|error| format!("{}: {error}", recipe.hook))?;
        // The code after the panic is never reached, and what it needs not used.
        let broken = format!("#![allow(unreachable_code, unused)]\n{broken}");
        fs::write(bins.join(format!("{}.rs", recipe.hook)), source).map_err(failed)?;
        fs::write(bins.join(format!("{}-broken.rs", recipe.hook)), broken).map_err(failed)?;
    }
    root.cargo_on(&project.join("Cargo.toml").display().to_string(), "build", &["--quiet", "--bins"], "")?;
    Ok(root.path("target/generated/debug"))
}

/// Runs the cases, several at once, and returns those that differ.
fn run_cases(
    options: &Options,
    root: &Root,
    program: &Program,
    kit: &Kit,
    cases: &[Case],
) -> Result<Differences, String> {
    let exe = env::current_exe().map_err(|error| error.to_string())?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Differences::new();
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = case.to_string().replace('/', "-");
            let folder = root.path(&format!("target/observe/cookbook-{}-{name}", std::process::id()));
            let differences = session::run(program, &exe, kit, case, &folder, options.keep)?;
            if !differences.is_empty() {
                found.insert(case.to_string(), differences);
            }
        }
        Ok(found)
    };
    let results: Vec<Result<Differences, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let failed = || Err("a session ended early".to_owned());
        running.into_iter().map(|one| one.join().unwrap_or_else(|_| failed())).collect()
    });
    let mut all = Differences::new();
    for result in results {
        all.extend(result?);
    }
    Ok(all)
}

/// Returns a table with a row for each hook and language, and the differences below it.
fn report(cases: &[Case], found: &Differences) -> String {
    let mut text = row("hook", "language", Variant::ALL.map(Variant::name));
    for recipe in recipes::all() {
        for language in Language::ALL {
            let of_row = |case: &&Case| case.recipe.hook == recipe.hook && case.language == language;
            let own: Vec<&Case> = cases.iter().filter(of_row).collect();
            let cell = |variant: Variant| match own.iter().find(|case| case.variant == variant) {
                None => "-",
                Some(case) if found.contains_key(&case.to_string()) => "other",
                Some(_) => "ok",
            };
            if !own.is_empty() {
                text += &row(recipe.hook, language.name(), Variant::ALL.map(cell));
            }
        }
    }
    for (case, differences) in found {
        text += &format!("\n{case}\n");
        text.extend(differences.iter().map(|it| format!("  {it}\n")));
    }
    text + &format!("\n{} cases, {} other than meant\n", cases.len(), found.len())
}

fn row(hook: &str, language: &str, cells: [&str; Variant::ALL.len()]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<11}")).collect();
    format!("{hook:<18} {language:<11} {}", cells.concat()).trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_a_row_for_each_hook_and_language_and_says_what_is_otherwise() {
        let mut cases = cookbook::cases();
        assert_eq!(cases.len(), 13 * 5 * 5);
        cases.retain(|case| case.to_string().starts_with("notify/python/") && case.variant != Variant::Missing);
        let found = Differences::from([("notify/python/crash".to_owned(), vec!["wait: no file".to_owned()])]);
        assert_eq!(
            report(&cases, &found),
            "hook               language    works      crash      bad-input  missing    time-limit\n\
             notify             python      ok         other      ok         -          ok\n\n\
             notify/python/crash\n  wait: no file\n\n4 cases, 1 other than meant\n"
        );
    }
}
