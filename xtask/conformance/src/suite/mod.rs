//! `cargo xtask conform suite`: compares every language with the verdicts of the official JSON-Schema-Test-Suite.
//!
//! ```text
//! groups ─▶ wrapped ─▶ each alone through the generator ─▶ refused: only those that are listed
//!                                                       └▶ all others in one set ─▶ packages ─▶ cases ─▶ table, faults
//! ```
//!
//! See tests/suite/README.md for the groups that are run, and the rules for refusals.

mod languages;
mod other_validators;
mod packages;
mod refused;
mod report;
pub(crate) mod source;
mod wrap;

use hookwire_harness::Root;

use self::other_validators::Exceptions;
use self::packages::Packages;
use self::refused::{Outcome, Refused};
use self::report::Report;
use self::source::{Draft, Remote};

/// The options of a run.
#[derive(Default)]
pub struct Options {
    /// Removes groups that are no longer refused from tests/suite/refused.json.
    pub shrink: bool,
    /// The bindings to compile and ask. If empty, all of them.
    pub only: Vec<String>,
}

/// Runs every case and prints the report. All answers are collected before they are compared.
///
/// # Errors
/// The suite cannot be run, or the report contains faults.
pub fn run(root: &Root, args: &Options) -> Result<(), String> {
    source::install(root)?;
    let remotes = source::remotes(root)?;
    let mut groups = Vec::new();
    for draft in Draft::ALL {
        groups.extend(outcomes(root, draft, &remotes)?);
    }
    let packages = Packages::make(root, &mut groups, &remotes)?;
    let bindings = languages::prepared(root, &packages, &args.only)?;
    let answers = languages::ask(&bindings, &groups)?;
    let mut listed = Refused::read(root)?;
    if args.shrink {
        listed.shrink(&groups);
        listed.write(root)?;
    }
    let report = Report::of(groups, &bindings, answers, Exceptions::read(root)?);
    report.print_table();
    let faults = report.faults(&listed);
    faults.iter().for_each(|fault| println!("{fault}"));
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len())) }
}

/// Generates each group of a draft alone, and returns the outcomes.
fn outcomes(root: &Root, draft: Draft, remotes: &[Remote]) -> Result<Vec<Outcome>, String> {
    source::groups(root, draft)?.into_iter().map(|group| Outcome::alone(root, group, remotes)).collect()
}
