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

use std::process::ExitCode;

use self::others::Others;
use self::packages::Packages;
use self::refused::{Outcome, Refused};
use self::report::Report;
use self::source::Draft;
use crate::harness::{Root, workspace};

/// Hold every language against the official JSON-Schema-Test-Suite
///
/// Every group of draft 2020-12 and of draft-07 is generated, or it is in tests/suite/refused.json; every case of what is generated has the
/// suite's verdict in every language. Exit codes: 0 it is so, 1 it is not or could not be asked, 2 wrong usage.
#[derive(clap::Args)]
pub struct Args {
    /// Take out of tests/suite/refused.json what is not refused any more
    #[arg(long)]
    shrink: bool,
    /// Ask this binding only, and compile no other; may be given several times
    #[arg(long, value_name = "BINDING")]
    only: Vec<String>,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    match suite(&Root::new(workspace::root()), args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The step `suite`.
pub fn step(root: &Root) -> Result<(), String> {
    suite(root, &Args { shrink: false, only: Vec::new() })
}

/// Everything is recorded before anything is judged.
fn suite(root: &Root, args: &Args) -> Result<(), String> {
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

/// What becomes of each group of a draft, alone.
fn outcomes(root: &Root, draft: Draft) -> Result<Vec<Outcome>, String> {
    source::groups(root, draft)?.into_iter().map(|group| Outcome::alone(root, group)).collect()
}
