//! `cargo xtask test`: runs every check of the repository in one command, from a fresh clone.
//!
//! The packages for Python and npm are installed below `target/`, so that the system does not change. Every step runs
//! even if an earlier one failed; the last lines list the failed ones.
//!
//! [`steps`] lists the steps. [`beside`] runs two of them beside each other.

mod beside;
mod record;
mod steps;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use hookwire_harness::{NOT_RUN, Outcome, Root, signals_end_programs, summary, workspace};
use steps::{FUZZ, Run, STEPS, Step};

/// Run every check, or those that are named
#[derive(clap::Args)]
#[command(after_help = listing())]
pub struct Args {
    /// Run this step only; may be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run the steps that catch most mistakes, in a shorter form: the steps marked `quick`
    #[arg(long, conflicts_with = "long")]
    quick: bool,
    /// Run many more cases, where a test has more, and the steps whose files have not changed
    #[arg(long)]
    long: bool,
    /// List the steps and their purpose
    #[arg(long)]
    list: bool,
    /// Run one step for another process of this command, and write its outcome to this file
    #[arg(long, hide = true, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Run the step even if it has passed with the same files
    #[arg(long, hide = true)]
    again: bool,
}

impl Args {
    /// Returns true if steps run that have passed with the same files.
    fn is_asked_for(&self) -> bool {
        // A process that runs a step for another one is always given its name.
        self.long || if self.report.is_some() { self.again } else { !self.only.is_empty() }
    }
}

/// Runs the steps. The exit code is 0 if all pass, 1 if one fails, and 2 for an unknown step.
pub fn run(args: &Args) -> ExitCode {
    if args.list {
        println!("{}", listing());
        return ExitCode::SUCCESS;
    }
    if let Some(unknown) = args.only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        eprintln!("there is no step `{unknown}`; `cargo xtask test --list` names them");
        return ExitCode::from(2);
    }
    if let Some(step) =
        STEPS.iter().find(|step| args.quick && step.quick.is_none() && args.only.iter().any(|it| it == step.name))
    {
        eprintln!("the step `{}` has no quick form; run it without `--quick`", step.name);
        return ExitCode::from(2);
    }
    // Only a few tests send signals, and those say what failed.
    if let (Err(warning), None) = (signals_end_programs(), &args.report) {
        eprintln!("warning: {warning}");
    }
    let root = Root::new(workspace::root()).with_long_tests(args.long);
    let chosen: Vec<(&Step, Run)> = chosen(args).collect();
    let start = Instant::now();
    let outcomes = match chosen[..] {
        // One step needs no other process, and its output is shown as it comes.
        [(step, run)] => vec![Outcome::of(step.name, step.shows, || perform(&root, step, run, args))],
        _ => beside::run(&root, args, chosen.iter().map(|(step, _)| *step)),
    };
    match (&args.report, &outcomes[..]) {
        (Some(report), [outcome]) => {
            fs::write(report, outcome.reported()).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
        }
        _ => summary(&outcomes, start.elapsed(), &root.path("target/")),
    }
}

/// Runs a step, unless it has passed with the same files before.
fn perform(root: &Root, step: &Step, run: Run, args: &Args) -> Result<(), String> {
    let Some(own) = step.own else { return run(root) };
    // Without git nobody knows the files, so the step runs.
    let digest = record::digest(root, own).ok();
    let is_asked_for = args.is_asked_for();
    if !is_asked_for && digest.as_ref().is_some_and(|digest| record::has(root, step.name, digest)) {
        let name = step.name;
        return Err(format!("{NOT_RUN}it passed with these files; `cargo xtask test --only {name}` runs it again"));
    }
    run(root)?;
    digest.filter(|_| is_asked_for).map_or(Ok(()), |digest| record::write(root, step.name, digest))
}

/// Returns the steps to run, each in the requested form.
fn chosen(args: &Args) -> impl Iterator<Item = (&'static Step, Run)> {
    let named = |step: &Step| args.only.iter().any(|name| name == step.name);
    let wanted = move |step: &Step| named(step) || (args.only.is_empty() && (args.long || step.name != FUZZ));
    let form = |step: &'static Step| if args.quick { step.quick } else { Some(step.run) };
    STEPS.iter().filter(move |step| wanted(step)).filter_map(move |step| Some((step, form(step)?)))
}

/// Returns a line for each step: its name, whether it has a quick form, and what it shows.
fn listing() -> String {
    let quick = |step: &Step| if step.quick.is_some() { "quick" } else { "" };
    let lines = STEPS.iter().map(|step| format!("{:<12} {:<5}  {}", step.name, quick(step), step.shows));
    format!("Steps:\n  {}", lines.collect::<Vec<_>>().join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_run_has_the_steps_with_a_quick_form_only() {
        let args = |only: &[&str], quick| Args {
            only: only.iter().map(ToString::to_string).collect(),
            long: false,
            quick,
            list: false,
            report: None,
            again: false,
        };
        let names = |args: &Args| chosen(args).map(|(step, _)| step.name).collect::<Vec<_>>();
        let quick = names(&args(&[], true));
        assert_eq!(quick, ["generator", "drift", "docs", "rust", "python", "typescript", "conform", "observed", "cli"]);
        assert_eq!(names(&args(&["drift", "go"], true)), ["drift"]);
        assert_eq!(names(&args(&["drift", "go"], false)), ["drift", "go"]);
        assert_eq!(names(&args(&[], false)).len(), STEPS.len() - 1);
        let marked = listing().lines().filter(|line| line.contains(" quick ")).count();
        assert_eq!(marked, quick.len());
    }
}
