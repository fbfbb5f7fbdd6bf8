//! `cargo xtask conform suite`: compares every language with the official JSON-Schema-Test-Suite.

use std::process::ExitCode;

use hookwire_conformance::suite::{self, Options};
use hookwire_harness::{Root, workspace};

/// Check every language with the official JSON-Schema-Test-Suite
///
/// Every group of drafts 2020-12 and 07 is generated, or listed in tests/suite/refused.json. Every generated case has
/// the suite's verdict in every language. Exit codes: 0 all agree, 1 they disagree or could not run, 2 wrong usage.
#[derive(clap::Args)]
pub struct Args {
    /// Remove groups that are no longer refused from tests/suite/refused.json
    #[arg(long)]
    shrink: bool,
    /// Check this binding only, and compile no other; may be given several times
    #[arg(long, value_name = "BINDING")]
    only: Vec<String>,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    let options = Options { shrink: args.shrink, only: args.only.clone() };
    match suite::run(&Root::new(workspace::root()), &options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
