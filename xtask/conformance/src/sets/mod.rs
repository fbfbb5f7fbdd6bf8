//! `cargo xtask conform sets`: generates public schema sets as they are published, and compares every language with an
//! independent validator of the published schemas.
//!
//! ```text
//! tests/published/sets.toml ─▶ npm, pip ─▶ files, each with its digest
//!   files ─▶ packages as published ─▶ compiled in every language
//!   files ─▶ samples and mutants ─▶ every language ─▶ verdicts and round trips, compared with the crate `jsonschema`
//! ```
//!
//! See tests/published/README.md.

mod documents;
mod fetch;
pub mod list;
mod packages;
mod samples;
mod verdicts;

use std::path::PathBuf;

use hookwire_codegen::explain::Losses;

pub use self::documents::{Documents, Node};
pub use self::fetch::fetch;
use self::list::PublicSet;
use self::packages::Packages;
pub use self::verdicts::{Amount, Verdicts};
use crate::binding;
use hookwire_harness::Root;

/// What is done with a set.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// How many payloads are made.
    pub amount: Amount,
    /// Compiles the packages in every language. Otherwise only the pydantic models are built, and Rust is not asked.
    pub compile: bool,
    /// Checks the Python package with mypy and pyright as well.
    pub mypy: bool,
}

/// The result of a set.
pub struct SetResult {
    /// The set.
    pub set: PublicSet,
    /// A folder with its files, as published.
    pub files: PathBuf,
    /// The packages, or the reason why the generator refuses the set.
    pub outcome: Result<Generated, String>,
}

/// The packages of a set that the generator accepts as published.
pub struct Generated {
    /// The folder with a folder for each target.
    pub folder: PathBuf,
    /// The number of types.
    pub types: usize,
    /// Where the types say less than the schemas, as `codegen untyped` lists it.
    pub lost: Losses,
    /// What a compiler or a type checker reports, by language.
    pub failures: Vec<(&'static str, String)>,
    /// The comparison with the independent validator, or the reason why there is none.
    pub verdicts: Result<Verdicts, String>,
}

/// Fetches a set, generates its packages, and checks them.
///
/// # Errors
/// The set cannot be fetched, or the environments of the languages are not installed.
pub fn check(root: &Root, set: PublicSet, checks: Option<Checks>) -> Result<SetResult, String> {
    binding::python_installed(root)?;
    binding::typescript_installed(root)?;
    let files = fetch(root, &set)?;
    let documents = Documents::read(&set, &files)?;
    let outcome = packages::as_published(root, &set, &files).map(|packages| {
        let mut failures = Vec::new();
        let verdicts = match checks {
            Some(checks) => verdicts(root, &packages, &documents, checks, &mut failures),
            None => Ok(Verdicts::default()),
        };
        Generated {
            types: packages.contract().types.len(),
            lost: packages.lost,
            folder: packages.folder,
            failures,
            verdicts,
        }
    });
    Ok(SetResult { set, files, outcome })
}

/// Compiles the packages, and asks all languages that compile. What does not compile is a failure, and the others are asked.
fn verdicts(
    root: &Root,
    packages: &Packages,
    documents: &Documents,
    checks: Checks,
    failures: &mut Vec<(&'static str, String)>,
) -> Result<Verdicts, String> {
    let mut failed = |name, text| failures.push((name, text));
    let types = verdicts::chosen(packages, documents, checks.amount);
    let names = types.iter().map(|(def, _)| def.name.as_str()).collect();
    let mut rust = None;
    if checks.compile {
        packages.compile_typescript(root).unwrap_or_else(|text| failed("TypeScript", text));
        rust = packages.compile_rust(root, &names).map_err(|text| failed("Rust", text)).ok();
    }
    if checks.mypy {
        packages.check_python(root).unwrap_or_else(|text| failed("Python", text));
    }
    let models = packages.build_models(root).map_err(|text| failed("pydantic", text)).is_ok();
    let payloads = verdicts::payloads(&types, documents, checks.amount)?;
    verdicts::compare(&payloads, &verdicts::bindings(root, packages, rust, models)?, failed)
}

impl SetResult {
    /// Returns everything that is wrong; of the report of a compiler, the first lines.
    pub fn faults(&self) -> Vec<String> {
        match &self.outcome {
            Err(reason) => vec![format!("refused: {reason}")],
            Ok(Generated { failures, verdicts, .. }) => {
                let failures = failures.iter().map(|(language, text)| format!("{language}: {}", shortened(text)));
                let verdicts = match verdicts {
                    Ok(verdicts) => verdicts.differences.clone(),
                    Err(reason) => vec![format!("there are no verdicts: {reason}")],
                };
                failures.chain(verdicts).collect()
            }
        }
    }

    /// Returns the result in one line.
    pub fn line(&self) -> String {
        let name = &self.set.name;
        match &self.outcome {
            Err(reason) => format!("{name}: refused: {reason}"),
            Ok(it) => {
                let verdicts = match &it.verdicts {
                    Err(reason) => format!("no verdicts: {reason}"),
                    Ok(Verdicts {
                        valid, invalid, types: (with, all), differences, by_design, round_trips, ..
                    }) => {
                        let wrong = differences.len();
                        format!(
                            "{valid} valid payloads of {with} of {all} types, {invalid} invalid; {wrong} differ, {by_design} by design; {round_trips} round trips"
                        )
                    }
                };
                format!(
                    "{name}: {} types, {} lost; {} failures; {verdicts}",
                    it.types,
                    it.lost.types_lost().len(),
                    it.failures.len()
                )
            }
        }
    }
}

/// Returns the beginning and the end of a compiler's report: the first error, or that of a traceback.
fn shortened(text: &str) -> String {
    const LINES: usize = 6;
    let lines: Vec<&str> = text.lines().collect();
    let (first, rest) = lines.split_at(lines.len().min(LINES));
    let last = &rest[rest.len().saturating_sub(LINES)..];
    first.iter().chain(last).copied().collect::<Vec<_>>().join("\n  ")
}

/// The sets of the step `sets`: small ones, and a large one whose crate is not compiled.
const OF_STEP: [(&str, bool); 4] = [("geojson", true), ("jsonresume", true), ("openapi-3", true), ("webhooks", false)];

/// Runs the step: all verdicts of a few sets.
///
/// # Errors
/// A set is refused, or something about it is wrong.
pub fn step(root: &Root) -> Result<(), String> {
    let mut faults = 0;
    let all = list::read(root)?;
    for (name, compile) in OF_STEP {
        let [set] = &list::chosen(all.clone(), &[name])?[..] else { continue };
        let amount = Amount { types: 60, payloads: 600 };
        let result = check(root, set.clone(), Some(Checks { amount, compile, mypy: false }))?;
        println!("{}", result.line());
        let found = result.faults();
        found.iter().for_each(|fault| println!("  {fault}"));
        faults += found.len();
    }
    if faults == 0 { Ok(()) } else { Err(format!("{faults} faults")) }
}
