//! `cargo xtask suite`: the official JSON-Schema-Test-Suite, whose verdicts every language has to have.
//!
//! ```text
//! groups ─▶ wrapped ─▶ each alone through the generator ─▶ refused: only those that are listed
//!                                                       └▶ all others in one set ─▶ packages ─▶ cases ─▶ table, faults
//! ```
//!
//! tests/suite/README.md says what is run, and what a refusal has to be.

mod languages;
mod others;
mod packages;
mod refused;
mod report;
mod source;
mod wrap;

use hookwire_harness::Root;

use self::others::Others;
use self::packages::Packages;
use self::refused::{Outcome, Refused};
use self::report::Report;
use self::source::Draft;

/// The bindings that a run asks, and whether it shortens the list of refusals.
#[derive(Default)]
pub struct Options {
    /// Take out of tests/suite/refused.json what is not refused any more.
    pub shrink: bool,
    /// The bindings to compile and ask; all of them, if none is named.
    pub only: Vec<String>,
}

/// Runs every case and prints the report. Everything is recorded before anything is validated.
///
/// # Errors
/// A language cannot be asked, or has another verdict than the suite.
pub fn run(root: &Root, args: &Options) -> Result<(), String> {
    source::install(root)?;
    let mut groups = [outcomes(root, Draft::Newest)?, outcomes(root, Draft::Seven)?].concat();
    let packages = Packages::make(root, &mut groups)?;
    let bindings = languages::prepared(root, &packages, &args.only)?;
    let answers = languages::ask(&bindings, &groups)?;
    let mut listed = Refused::read(root)?;
    if args.shrink {
        listed.shrink(&groups);
        listed.write(root)?;
    }
    let report = Report::of(groups, &bindings, answers, Others::read(root)?);
    report.print_table();
    let faults = report.faults(&listed);
    faults.iter().for_each(|fault| println!("{fault}"));
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len())) }
}

/// Generates each group of a draft alone, and returns the outcomes.
fn outcomes(root: &Root, draft: Draft) -> Result<Vec<Outcome>, String> {
    source::groups(root, draft)?.into_iter().map(|group| Outcome::alone(root, group)).collect()
}
