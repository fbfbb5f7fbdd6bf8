//! The results of the steps, and the report on them.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The result of a step.
pub struct Outcome {
    name: &'static str,
    shows: &'static str,
    seconds: f64,
    /// The time that all its programs were on a processor, in seconds. It hardly depends on what else the machine does.
    processor: f64,
    /// The size of the folder of all built and installed files before and after the step, in gigabytes.
    sizes: [f64; 2],
    failure: Option<String>,
}

impl Outcome {
    /// Runs a step, which builds and installs into this folder.
    pub fn of(
        name: &'static str,
        shows: &'static str,
        target: &Path,
        run: impl FnOnce() -> Result<(), String>,
    ) -> Self {
        println!("\n=== {name}: {shows}");
        let before = size(target);
        let (start, used) = (Instant::now(), processor_seconds());
        let failure = run().err();
        let (seconds, processor) = (start.elapsed().as_secs_f64(), processor_seconds() - used);
        let outcome = Self { name, shows, seconds, processor, sizes: [before, size(target)], failure };
        println!("=== {name} {} after {seconds:.0} s, with {processor:.0} s of processor time", outcome.verdict());
        outcome
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

/// Prints a line for each step, with its time, its processor time and how much the folder of built files grew, and a total. The exit code is 0 if no
/// step failed.
pub fn summary(outcomes: &[Outcome]) -> ExitCode {
    println!();
    for Outcome { name, shows, seconds, processor, sizes: [before, after], failure } in outcomes {
        let detail = match failure {
            None => (*shows).to_owned(),
            Some(why) => why.strip_prefix(NOT_RUN).unwrap_or(why).to_owned(),
        };
        let (grown, verdict) = (after - before, verdict(failure.as_deref()));
        println!("{name:<12} {seconds:>5.0} s {processor:>5.0} s of processor {grown:>5.1} GB  {verdict}: {detail}");
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
    let minutes = |of: fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / 60.0;
    let (minutes, processor) = (minutes(|it| it.seconds), minutes(|it| it.processor));
    let size = outcomes.last().map_or(0.0, |outcome| outcome.sizes[1]);
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
            Outcome { name: "a", shows: "b", seconds: 40.0, processor: 60.0, sizes: [1.0, 2.5], failure }
        };
        let not_run = outcome(Some(&format!("{NOT_RUN}there is none")));
        assert_eq!(not_run.verdict(), "not run");
        let (text, failed) = summed_up(&[outcome(None), not_run, outcome(Some("it is red"))]);
        assert_eq!(
            (text.as_str(), failed),
            ("steps: 1 passed, 1 failed, 1 not run, in 2 min (3 of processor time), with 2.5 GB in target/", 1)
        );
    }
}
