//! `cargo xtask test`: everything that has to hold, from a fresh clone, in one command.
//!
//! What Python and npm need is installed below `target/`, so that nothing of the machine is changed. Every step runs even
//! when an earlier one failed; the last lines say which did.
//!
//! The [`steps`] run commands in the [`root`], in an [`environment`] that they install, and each has an [`outcome`].

mod environment;
mod outcome;
mod root;
mod steps;

use std::process::ExitCode;

pub use environment::{copy_folder, environment, files, fresh, npm_tests, python_of};
pub use outcome::NOT_RUN;
pub use root::{Root, finish};
pub use steps::RUST_USER;

use crate::workspace;
use outcome::{Outcome, summary};
use steps::{FUZZ, STEPS, Step};

/// Runs every check, or those that are named.
#[derive(clap::Args)]
pub struct Args {
    /// Run this step only; may be given more than once.
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run the steps, or parts of them, that find most mistakes in a few minutes; `--list` says which.
    #[arg(long, conflicts_with = "long")]
    quick: bool,
    /// With many more cases, where a test has more: killed runs, hostile input, fuzzing.
    #[arg(long)]
    long: bool,
    /// Name the steps and what each is for.
    #[arg(long)]
    list: bool,
}

/// Runs the steps. The exit code is 0 if all pass, else 1; 2 for a step that there is not.
pub fn run(args: &Args) -> ExitCode {
    if args.list {
        for Step { name, shows, quick, .. } in STEPS {
            let quick = quick.map(|(what, _)| format!(" (quick: {what})")).unwrap_or_default();
            println!("{name:<12} {shows}{quick}");
        }
        return ExitCode::SUCCESS;
    }
    if let Some(unknown) = args.only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        eprintln!("there is no step `{unknown}`; `cargo xtask test --list` names them");
        return ExitCode::from(2);
    }
    let root = Root::new(workspace::root()).with_long_tests(args.long);
    let named = |step: &&Step| args.only.iter().any(|name| name == step.name);
    let chosen = STEPS.iter().filter(|step| named(step) || (args.only.is_empty() && (args.long || step.name != FUZZ)));
    let run = |step: &Step| if args.quick { step.quick.map(|(_, run)| run) } else { Some(step.run) };
    let outcomes: Vec<Outcome> = chosen.filter_map(|step| Some(Outcome::of(step, run(step)?, &root))).collect();
    summary(&outcomes)
}
