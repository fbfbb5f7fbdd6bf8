//! Runs two steps beside each other, because most of them keep one processor busy and wait for it.
//!
//! Each step is a process of its own, which writes to a file. That is printed as a whole when the step has ended, so that the
//! output of one step is not mixed with that of another.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::{env, thread};

use hookwire_harness::{Outcome, RUN, Root, run as id_of_run};

use super::Args;
use super::steps::{Place, STEPS, Step};

/// How many steps run at once. Most steps start several processes themselves.
const LANES: usize = 2;

/// Where the outputs of the steps are.
const FOLDER: &str = "target/test";

/// The steps that wait, those that run, and what came of those that ended.
#[derive(Default)]
struct State {
    waiting: Vec<&'static Step>,
    running: Vec<&'static Step>,
    ended: Vec<Outcome>,
}

impl State {
    /// Takes the step that comes next, if one may run beside those that run.
    ///
    /// Steps that share a folder follow each other, and take longest. So those that build come first, and the others fill what is
    /// left of the time.
    fn next(&mut self) -> Option<&'static Step> {
        let is_free = |step: &Step| !self.running.iter().any(|it| it.place.excludes(step.place));
        let is_next = |step: &Step, places: &[Place]| places.contains(&step.place) && is_free(step);
        let find = |places: &[Place]| self.waiting.iter().position(|step| is_next(step, places));
        let builds = find(&[Place::Generator]).or_else(|| find(&[Place::Packages, Place::Both]));
        let at = builds.or_else(|| find(&[Place::Beside])).or_else(|| {
            let nothing_else = self.waiting.iter().all(|step| step.place == Place::Last);
            if nothing_else { find(&[Place::Last]) } else { None }
        })?;
        let step = self.waiting.remove(at);
        self.running.push(step);
        Some(step)
    }
}

/// Runs the steps. Returns their outcomes in the order of the list.
pub fn run(root: &Root, args: &Args, steps: impl Iterator<Item = &'static Step>) -> Vec<Outcome> {
    let state = Mutex::new(State { waiting: steps.collect(), ..State::default() });
    let changed = Condvar::new();
    let lane = || {
        let mut now = lock(&state);
        while !now.waiting.is_empty() {
            let Some(step) = now.next() else {
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            println!("=== {} has started", step.name);
            drop(now);
            let outcome = perform(root, args, step);
            now = lock(&state);
            // No other lane prints meanwhile.
            print(root, step);
            now.running.retain(|it| it.name != step.name);
            now.ended.push(outcome);
            changed.notify_all();
        }
    };
    thread::scope(|scope| (0..LANES).for_each(|_| drop(scope.spawn(lane))));
    let mut ended = state.into_inner().unwrap_or_else(PoisonError::into_inner).ended;
    ended.sort_by_key(|outcome| STEPS.iter().position(|step| step.name == outcome.name()));
    ended
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a step in a process of its own.
fn perform(root: &Root, args: &Args, step: &Step) -> Outcome {
    let start = Instant::now();
    let failed = |failure| Outcome::ended_early(step.name, step.shows, start.elapsed().as_secs_f64(), failure);
    let report = file(root, step, "json");
    let status = match started(root, args, step) {
        Ok(status) => status,
        Err(error) => return failed(format!("it cannot be started: {error}")),
    };
    let reported = fs::read_to_string(&report).ok();
    let outcome = reported.and_then(|report| Outcome::of_report(step.name, step.shows, &report));
    outcome.unwrap_or_else(|| failed(format!("its process ended early: {status}")))
}

/// Starts the process of a step, and waits for it.
fn started(root: &Root, args: &Args, step: &Step) -> io::Result<std::process::ExitStatus> {
    fs::create_dir_all(root.path(FOLDER))?;
    let report = file(root, step, "json");
    if report.exists() {
        fs::remove_file(&report)?;
    }
    // One file for both streams keeps their order.
    let output = File::create(file(root, step, "log"))?;
    let mut command: Command = root.command(env::current_exe()?);
    command.args(["test", "--only", step.name, "--report"]).arg(report).env(RUN, id_of_run());
    let options = [(args.quick, "--quick"), (args.long, "--long"), (!args.only.is_empty(), "--again")];
    command.args(options.iter().filter(|(is_set, _)| *is_set).map(|(_, option)| option));
    command.stdout(output.try_clone()?).stderr(output).status()
}

/// Prints the output of a step.
fn print(root: &Root, step: &Step) {
    let shown = File::open(file(root, step, "log")).and_then(|mut output| {
        let mut out = io::stdout().lock();
        io::copy(&mut output, &mut out)?;
        out.flush()
    });
    if let Err(error) = shown {
        println!("=== {}: its output cannot be shown: {error}", step.name);
    }
}

fn file(root: &Root, step: &Step, ending: &str) -> PathBuf {
    root.path(FOLDER).join(format!("{}.{ending}", step.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_share_a_folder_or_need_a_quiet_machine_run_one_after_the_other() {
        let mut state = State { waiting: STEPS.iter().collect(), ..State::default() };
        let mut rounds = Vec::new();
        // Each round starts what may run, and ends the step that runs longest.
        while !state.waiting.is_empty() || !state.running.is_empty() {
            while state.running.len() < LANES && state.next().is_some() {}
            assert!(!state.running.is_empty(), "nothing may run");
            rounds.push(state.running.iter().map(|step| step.place).collect::<Vec<_>>());
            state.running.remove(0);
        }
        assert_eq!(rounds[0], [Place::Generator, Place::Packages]);
        for round in &rounds {
            let has = |places: &[Place]| round.iter().filter(|place| places.contains(place)).count();
            assert!(has(&[Place::Generator, Place::Both]) < 2 && has(&[Place::Packages, Place::Both]) < 2, "{round:?}");
            assert!(has(&[Place::Last]) == 0 || round.len() == 1, "{round:?}");
        }
        let quiet = rounds.iter().position(|round| round == &[Place::Last]).unwrap_or_default();
        assert!(rounds[quiet..].iter().all(|round| round == &[Place::Last]), "{rounds:?}");
        assert!(quiet > LANES);
    }
}
