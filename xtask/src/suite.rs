//! `cargo xtask suite`: compares every language with the official JSON-Schema-Test-Suite.

use std::process::ExitCode;

use hookwire_conformance::suite::{self, Options};
use hookwire_harness::{Root, workspace};

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
    let options = Options { shrink: args.shrink, only: args.only.clone() };
    match suite::run(&Root::new(workspace::root()), &options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
