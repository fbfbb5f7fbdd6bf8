//! `cargo xtask conform attacks`: programs that try to open a guard, in every language, checked by what the real host was recorded to
//! do. It is part of the step `runtime`. tests/attacks/README.md describes it.
//!
//! ```text
//! table ─▶ program (files, built) ─▶ process (as the host runs it) ─▶ verdict (records, and what the packages say)
//! ```
//!
//! [`on_host`] runs them on the real host instead.

mod form;
mod on_host;
mod plain;
mod process;
mod program;
mod table;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use hookwire_conformance::conform::{self, RecordedCase};
use hookwire_harness::{Root, python, workspace};
use program::Programs;
use serde_json::Value;
use table::{Attack, Language};
use verdict::{Host, Verdict};

pub use on_host::run as on_host;

/// How many programs run at once: the machine has to be quiet enough for their time limits.
const JOBS: usize = 2;

/// A program that was run: its attack, its language, and the verdict.
struct Done<'a> {
    attack: &'a Attack,
    language: Language,
    verdict: Verdict,
}

/// Run programs that try to open a guard, and check them by what the real host was recorded to do
///
/// The programs are those of tests/attacks. The step `runtime` runs all of them. Exit codes: 0 every guard held, 1 a fault.
#[derive(clap::Args)]
pub struct Args {
    /// Only the attacks whose kind and id contain this text, as in stdout/child
    #[arg(long, value_name = "TEXT")]
    case: Option<String>,
    /// Only the programs in this language
    #[arg(long)]
    language: Option<Language>,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    match chosen(&Root::new(workspace::root()), args) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn chosen(root: &Root, args: &Args) -> Result<usize, String> {
    let languages = args.language.map_or(Language::ALL.to_vec(), |it| vec![it]);
    let mut attacks = table::read(root, &languages)?;
    let is_chosen = |it: &Attack| args.case.as_ref().is_none_or(|text| it.name().contains(text));
    attacks.retain(|it| is_chosen(it) && !it.sources.is_empty());
    if attacks.is_empty() {
        return Err(format!("no attack in {} is like this", table::FOLDER));
    }
    report(root, &attacks, Vec::new())
}

/// Runs all attacks in every language. Returns the number of faults.
///
/// # Errors
/// The table is not complete, or a program cannot be built or started.
pub fn step(root: &Root) -> Result<usize, String> {
    let attacks = table::read(root, &Language::ALL)?;
    let faults = table::too_few(&attacks);
    report(root, &attacks, faults)
}

/// Runs attacks, and prints the faults after those that are known already. Returns their number.
fn report(root: &Root, attacks: &[Attack], mut faults: Vec<String>) -> Result<usize, String> {
    let events: BTreeSet<&str> = attacks.iter().map(|it| it.event.as_str()).collect();
    let host = Host::read(root, &events.into_iter().collect::<Vec<_>>())?;
    let programs = Programs::make(root, python(root)?, attacks)?;
    let done = run_all(root, &programs, &host, attacks)?;
    faults.extend(unknown(&done));
    faults.extend(opened(&done));
    faults.extend(disagreements(root, &done)?);
    for fault in &faults {
        println!("{fault}");
    }
    for language in Language::ALL {
        if done.iter().any(|it| it.language == language) {
            println!("{}", summary(language, &done));
        }
    }
    Ok(faults.len())
}

/// Runs every program, a few at once, and returns the verdict on each.
fn run_all<'a>(root: &Root, programs: &Programs, host: &Host, attacks: &'a [Attack]) -> Result<Vec<Done<'a>>, String> {
    let all: Vec<(&Attack, Language)> =
        attacks.iter().flat_map(|it| it.sources.keys().map(move |language| (it, *language))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((attack, language)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let input = input(root, attack)?;
            let ended = process::run(programs.command(attack, *language), &input, attack.limit)
                .map_err(|error| format!("{} {}: {error}", language.name(), attack.id))?;
            done.push(Done { attack, language: *language, verdict: host.verdict(attack, &ended) });
        }
        Ok(done)
    };
    let results: Vec<Result<Vec<Done>, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..JOBS).map(|_| scope.spawn(work)).collect();
        let failed = || Err("a thread that runs attacks ended early".to_owned());
        running.into_iter().map(|it| it.join().unwrap_or_else(|_| failed())).collect()
    });
    let mut all = Vec::new();
    for result in results {
        all.extend(result?);
    }
    all.sort_by_key(|it| (it.language, &it.attack.kind, &it.attack.id));
    Ok(all)
}

/// Returns the standard input of an attack: its own, or the minimal sample of its event.
fn input(root: &Root, attack: &Attack) -> Result<Vec<u8>, String> {
    if let Some(input) = &attack.input {
        return Ok(input.clone());
    }
    let path = format!("schemas/examples/{}Input.json", attack.event);
    let text = fs::read(root.path(&path)).map_err(|error| format!("{path}: {error}"))?;
    let examples: Value = serde_json::from_slice(&text).map_err(|error| format!("{path}: {error}"))?;
    let minimal = examples.pointer("/valid/minimal/value").ok_or_else(|| format!("{path} has no `minimal`"))?;
    Ok(minimal.to_string().into_bytes())
}

/// Returns the faults of guards that did not hold.
fn opened(done: &[Done<'_>]) -> impl Iterator<Item = String> {
    done.iter().filter_map(|it| match &it.verdict {
        Verdict::Opened(why) => {
            let Attack { event, expect, .. } = it.attack;
            Some(format!("{} on {event}: {} is expected, and it is opened: {why}", it.name(), expect.name()))
        }
        _ => None,
    })
}

/// Returns what the records lack, each with the attacks that need it.
fn unknown(done: &[Done<'_>]) -> impl Iterator<Item = String> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for it in done {
        if let Verdict::Unknown(why) = &it.verdict {
            found.entry(format!("{} {why}", it.attack.event)).or_default().push(it.name());
        }
    }
    let line = |(why, names): (String, Vec<String>)| {
        format!("not recorded: {why}\n  observe it, in a family of xtask/observe/src/family, for {}", names.join(", "))
    };
    found.into_iter().map(line)
}

/// Asks the packages about the results of the guards that held. Returns where they differ from the records.
fn disagreements(root: &Root, done: &[Done<'_>]) -> Result<Vec<String>, String> {
    let held = |it: &Done<'_>| match &it.verdict {
        Verdict::Held(cases) => cases.iter().map(|case| (it.name(), case.clone())).collect(),
        _ => Vec::new(),
    };
    let (names, cases): (Vec<String>, Vec<RecordedCase>) = done.iter().flat_map(held).unzip();
    let said = conform::acts(root, &cases)?;
    Ok(said.into_iter().filter_map(|(at, fault)| Some(format!("{}: {fault}", names.get(at)?))).collect())
}

impl Done<'_> {
    fn name(&self) -> String {
        format!("{} {}", self.language.name(), self.attack.name())
    }
}

/// Returns the line of a language.
fn summary(language: Language, done: &[Done<'_>]) -> String {
    let own: Vec<&Done> = done.iter().filter(|it| it.language == language).collect();
    let kinds = table::kinds(own.iter().map(|it| it.attack)).len();
    let opened = own.iter().filter(|it| matches!(it.verdict, Verdict::Opened(_))).count();
    let unknown = own.iter().filter(|it| matches!(it.verdict, Verdict::Unknown(_))).count();
    let name = language.name();
    format!("{name:<11} attacks: {}, kinds: {kinds}, opened: {opened}, not recorded: {unknown}", own.len())
}
