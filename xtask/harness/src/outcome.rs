//! The results of the steps, and the report on them.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The result of a step.
pub struct Outcome {
    name: &'static str,
    shows: &'static str,
    seconds: f64,
    /// The time that all its programs were on a processor, in seconds. It hardly depends on what else the machine does.
    processor: f64,
    failure: Option<String>,
}

impl Outcome {
    /// Runs a step.
    pub fn of(name: &'static str, shows: &'static str, run: impl FnOnce() -> Result<(), String>) -> Self {
        println!("\n=== {name}: {shows}");
        let (start, used) = (Instant::now(), processor_seconds());
        let failure = run().err();
        let (seconds, processor) = (start.elapsed().as_secs_f64(), processor_seconds() - used);
        let outcome = Self { name, shows, seconds, processor, failure };
        println!("=== {name} {} after {seconds:.0} s, with {processor:.0} s of processor time", outcome.verdict());
        outcome
    }

    /// Returns the outcome of a step that ended before it could report one.
    pub fn ended_early(name: &'static str, shows: &'static str, seconds: f64, failure: String) -> Self {
        Self { name, shows, seconds, processor: 0.0, failure: Some(failure) }
    }

    /// Returns what another process needs to know of the outcome.
    pub fn reported(&self) -> String {
        json!([self.seconds, self.processor, self.failure]).to_string()
    }

    /// Returns the outcome that another process has reported, if it is one.
    pub fn of_report(name: &'static str, shows: &'static str, report: &str) -> Option<Self> {
        let report: Value = serde_json::from_str(report).ok()?;
        let failure = report[2].as_str().map(str::to_owned);
        Some(Self { name, shows, seconds: report[0].as_f64()?, processor: report[1].as_f64()?, failure })
    }

    /// Returns the name of the step.
    pub fn name(&self) -> &'static str {
        self.name
    }

    fn verdict(&self) -> &'static str {
        verdict(self.failure.as_deref())
    }
}

fn verdict(failure: Option<&str>) -> &'static str {
    match failure {
        None => "passed",
        Some(why) if why.starts_with(NOT_RUN) => "not run",
        Some(_) => "FAILED",
    }
}

/// Returns the processor time of this process, and of all programs that it started and that have ended, in seconds. Only Linux
/// shows it in a file; elsewhere it is 0.
fn processor_seconds() -> f64 {
    // The second field is the name of the program in parentheses. Times are in hundredths of a second.
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(11).take(4).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Returns the gigabytes of all files in a folder, without following links. What cannot be read counts as nothing.
fn size(folder: &Path) -> f64 {
    bytes(folder) as f64 / 1e9
}

fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |entry: fs::DirEntry| match entry.metadata() {
        Ok(it) if it.is_dir() => bytes(&entry.path()),
        // Cargo gives many files a second name.
        #[cfg(unix)]
        Ok(it) => it.len() / std::os::unix::fs::MetadataExt::nlink(&it).max(1),
        #[cfg(not(unix))]
        Ok(it) => it.len(),
        Err(_) => 0,
    };
    entries.map(of).sum()
}

/// The prefix of an error that says why a step neither passed nor failed: a program is missing, or it passed with the same files.
pub const NOT_RUN: &str = "not run: ";

/// Prints a line for each step, with its time and its processor time, and a total with the time of the whole run and the size of
/// the folder that it builds and installs into. The exit code is 0 if no step failed.
pub fn summary(outcomes: &[Outcome], took: Duration, target: &Path) -> ExitCode {
    println!();
    for Outcome { name, shows, seconds, processor, failure } in outcomes {
        let detail = match failure {
            None => (*shows).to_owned(),
            Some(why) => why.strip_prefix(NOT_RUN).unwrap_or(why).to_owned(),
        };
        let verdict = verdict(failure.as_deref());
        println!("{name:<12} {seconds:>5.0} s {processor:>5.0} s of processor  {verdict}: {detail}");
    }
    let (text, failed) = summed_up(outcomes, took, size(target));
    println!("{text}");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the last line, and the number of failed steps.
fn summed_up(outcomes: &[Outcome], took: Duration, size: f64) -> (String, usize) {
    let count = |verdict| outcomes.iter().filter(|outcome| outcome.verdict() == verdict).count();
    let (passed, failed, not_run) = (count("passed"), count("FAILED"), count("not run"));
    let not_run = if not_run == 0 { String::new() } else { format!(", {not_run} not run") };
    // Steps run beside each other, so the time of all is not the sum of theirs.
    let (minutes, processor) = (took.as_secs_f64() / 60.0, outcomes.iter().map(|it| it.processor).sum::<f64>() / 60.0);
    let text = format!(
        "steps: {passed} passed, {failed} failed{not_run}, in {minutes:.0} min ({processor:.0} of processor time), with {size:.1} GB in \
         target/"
    );
    (text, failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_was_not_run_is_no_failure_and_is_counted_by_itself() {
        let outcome = |failure: Option<&str>| {
            let failure = failure.map(str::to_owned);
            Outcome { name: "a", shows: "b", seconds: 40.0, processor: 60.0, failure }
        };
        let not_run = outcome(Some(&format!("{NOT_RUN}there is none")));
        assert_eq!(not_run.verdict(), "not run");
        let all = [outcome(None), not_run, outcome(Some("it is red"))];
        let (text, failed) = summed_up(&all, Duration::from_secs(130), 2.5);
        assert_eq!(
            (text.as_str(), failed),
            ("steps: 1 passed, 1 failed, 1 not run, in 2 min (3 of processor time), with 2.5 GB in target/", 1)
        );
        for it in &all {
            let told = Outcome::of_report(it.name, it.shows, &it.reported());
            assert!(told.is_some_and(|told| told.failure == it.failure && told.processor == it.processor));
        }
        assert!(Outcome::of_report("a", "b", "").is_none());
    }
}
