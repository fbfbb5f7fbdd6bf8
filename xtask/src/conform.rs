//! `cargo xtask conform`: compares every binding with the schemas.

use std::path::PathBuf;
use std::process::ExitCode;

use hookwire_conformance::conform::{self, Options};
use hookwire_harness::{Root, workspace};

/// Compare every binding with the schemas, and with each other
///
/// Checks all examples, the corpus, and mutants of both with each binding. A disagreement fails, with the smallest
/// payload that shows it. Exit codes: 0 all agree, 1 they disagree or could not run, 2 wrong usage.
#[derive(clap::Args)]
pub struct Args {
    /// The seed of the mutants: the same number gives the same mutants
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many mutants and random matchers; of documents and of validator results, a tenth of it
    #[arg(long, default_value_t = 2000)]
    count: u64,
    /// Use only the vectors of this file: lines of {"id", "payload", "type" or "event" and "direction", "host", "tool"}
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "count"])]
    vectors: Option<PathBuf>,
    /// Write every verdict to this file: lines of {"id", "verdicts", "host", "strict", "problems"}
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    let Args { seed, count, vectors, verdicts } = args;
    let options = Options { seed: *seed, count: *count, vectors: vectors.clone(), verdicts: verdicts.clone() };
    match conform::run(&Root::new(workspace::root()), &options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
