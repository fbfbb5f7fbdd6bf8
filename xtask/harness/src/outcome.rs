//! The results of the steps, and the report on them.

use std::process::ExitCode;
use std::time::Instant;

/// The result of a step.
pub struct Outcome {
    name: &'static str,
    seconds: f64,
    failure: Option<String>,
}

impl Outcome {
    /// Runs a step.
    pub fn of(name: &'static str, shows: &str, run: impl FnOnce() -> Result<(), String>) -> Self {
        println!("\n=== {name}: {shows}");
        let start = Instant::now();
        let failure = run().err();
        let seconds = start.elapsed().as_secs_f64();
        let outcome = Self { name, seconds, failure };
        println!("=== {name} {} after {seconds:.0} s", outcome.verdict());
        outcome
    }

    fn verdict(&self) -> &'static str {
        match &self.failure {
            None => "passed",
            Some(why) if why.starts_with(NOT_RUN) => "not run",
            Some(_) => "FAILED",
        }
    }
}

/// The prefix of an error that reports a missing program: the step neither passed nor failed.
pub const NOT_RUN: &str = "not run: ";

/// Prints a line for each step and a total. The exit code is 0 if no step failed.
pub fn summary(outcomes: &[Outcome]) -> ExitCode {
    println!();
    for outcome in outcomes {
        let why = outcome.failure.as_deref().map(|why| format!(": {}", why.strip_prefix(NOT_RUN).unwrap_or(why)));
        println!("{:<12} {:>5.0} s  {}{}", outcome.name, outcome.seconds, outcome.verdict(), why.unwrap_or_default());
    }
    let (text, failed) = summed_up(outcomes);
    println!("{text}");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the last line, and the number of failed steps.
fn summed_up(outcomes: &[Outcome]) -> (String, usize) {
    let count = |verdict| outcomes.iter().filter(|outcome| outcome.verdict() == verdict).count();
    let (passed, failed, not_run) = (count("passed"), count("FAILED"), count("not run"));
    let not_run = if not_run == 0 { String::new() } else { format!(", {not_run} not run") };
    (format!("steps: {passed} passed, {failed} failed{not_run}"), failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_was_not_run_is_no_failure_and_is_counted_by_itself() {
        let outcome = |failure: Option<&str>| Outcome { name: "a", seconds: 0.0, failure: failure.map(str::to_owned) };
        let not_run = outcome(Some(&format!("{NOT_RUN}there is none")));
        assert_eq!(not_run.verdict(), "not run");
        let (text, failed) = summed_up(&[outcome(None), not_run, outcome(Some("it is red"))]);
        assert_eq!((text.as_str(), failed), ("steps: 1 passed, 1 failed, 1 not run", 1));
    }
}
