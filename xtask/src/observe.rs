//! `cargo xtask observe`: runs cases on the real host, offline, and compares or records what was seen.

mod bisect;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

use hookwire_codegen::generate::{self, Read};
use hookwire_harness::{Root, workspace};
use hookwire_observe::case::{Case, Hook};
use hookwire_observe::conversation::Conversation;
use hookwire_observe::program::{self, Program};
use hookwire_observe::record::{self, Recorded};
use hookwire_observe::{REFERENCE, family, other_versions, session};

use crate::{attacks, cookbook, observed, shape, trees};

/// How many sessions run at once, by default.
const JOBS: usize = 4;

/// Run hooks on the real host, offline, and check that it does what is recorded
///
/// Fetches the official program of a version from the npm registry to target/hosts, and runs it in a sandbox without a
/// network, against a scripted model. Needs bubblewrap. Exit codes: 0 as recorded, 4 differences, 1 could not run.
#[derive(clap::Args)]
pub struct Args {
    /// The version of the host; can be given several times [default: the reference version, with --check all recorded ones]
    #[arg(long, value_name = "VERSION")]
    host: Vec<String>,
    /// Only the cases of this event, or with --shape only its inputs
    #[arg(long)]
    event: Option<String>,
    /// Only the cases whose id contains this text
    #[arg(long, value_name = "TEXT")]
    case: Option<String>,
    /// How many sessions run at once
    #[arg(long, default_value_t = JOBS)]
    jobs: usize,
    /// Compare every recorded version with its records
    #[arg(long, conflicts_with = "record")]
    check: bool,
    /// Write what was seen to the records
    #[arg(long)]
    record: bool,
    /// Write into the catalogue which of its cells the records show. Runs nothing
    #[arg(long, conflicts_with_all = ["record", "check", "host", "event", "case"])]
    mark: bool,
    /// Keep the folders of the sessions in target/observe, with what the host said and asked
    #[arg(long)]
    keep: bool,
    /// Report the fields that each event really sends, and those that the contract does not have
    #[arg(long, conflicts_with_all = ["case", "check"])]
    shape: bool,
    /// Only this scene of `--shape`. With --record, the vectors of its events are added to, and others stay
    #[arg(long, requires = "shape")]
    scene: Option<String>,
    /// Run the hooks of the cookbook, and report where they differ from their authors' intent. Exit code 1 if something
    /// is
    #[arg(long, conflicts_with_all = ["event", "check", "record", "mark", "shape"])]
    cookbook: bool,
    /// Run the attacks of tests/attacks, and some on every event, and report which guards held. Exit code 1 if one did not
    #[arg(long, conflicts_with_all = ["event", "check", "record", "mark", "shape", "cookbook"])]
    attacks: bool,
    /// Run trees of settings, and compare which of their hooks run
    #[arg(long, conflicts_with_all = ["event", "mark", "shape", "cookbook", "attacks"])]
    settings: bool,
    /// Only this family of `--settings`
    #[arg(long, requires = "settings")]
    family: Option<String>,
    /// Random trees, which depend on this number, instead of the recorded ones. What is seen is written to target/observe
    #[arg(long, requires = "settings", conflicts_with_all = ["family", "record", "check"])]
    seed: Option<u64>,
    /// Find the version in which the observation of this case changed, between --from and --to
    #[arg(
        long,
        value_name = "CASE",
        requires_all = ["from", "to"],
        conflicts_with_all = ["host", "event", "case", "check", "record", "shape", "cookbook", "attacks", "settings"]
    )]
    bisect: Option<String>,
    /// With --bisect: the older version
    #[arg(long, value_name = "VERSION", requires = "bisect")]
    from: Option<String>,
    /// With --bisect: the newer version
    #[arg(long, value_name = "VERSION", requires = "bisect")]
    to: Option<String>,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    if args.cookbook {
        return run_each(args, &|version| run_cookbook(args, version));
    }
    if args.attacks {
        return run_each(args, &|version| run_attacks(args, version));
    }
    let result = if args.mark {
        observed::mark(&Root::new(workspace::root())).map(|count| {
            println!("{count} marks changed");
            0
        })
    } else if args.shape {
        let versions = if args.host.is_empty() { vec![REFERENCE.to_owned()] } else { args.host.clone() };
        let (jobs, record, scene, event) = (args.jobs, args.record, args.scene.clone(), args.event.clone());
        shape::run(&shape::Options { versions, jobs, record, scene, event })
    } else if args.settings {
        run_settings(args)
    } else {
        observe_all(args)
    };
    match result {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(4),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs something on each version. The exit code is 1 if there is a fault.
fn run_each(args: &Args, run: &dyn Fn(&str) -> Result<usize, String>) -> ExitCode {
    let versions = if args.host.is_empty() { vec![REFERENCE.to_owned()] } else { args.host.clone() };
    match versions.iter().map(|version| run(version)).sum() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs trees of settings.
fn run_settings(args: &Args) -> Result<usize, String> {
    let versions = versions(args, &workspace::root());
    let (family, seed, case, jobs) = (args.family.clone(), args.seed, args.case.clone(), args.jobs);
    trees::run(&trees::Options { versions, family, seed, case, jobs, record: args.record, keep: args.keep })
}

/// Runs the hooks of the cookbook on a version.
fn run_cookbook(args: &Args, version: &str) -> Result<usize, String> {
    let version = version.to_owned();
    cookbook::run(&cookbook::Options { version, case: args.case.clone(), jobs: args.jobs, keep: args.keep })
}

/// Runs the attacks on a version.
fn run_attacks(args: &Args, version: &str) -> Result<usize, String> {
    let root = workspace::root();
    let program = program::fetch(version, &root.join("target/hosts"))?;
    let exe = env::current_exe().map_err(|error| error.to_string())?;
    let read = read_set(&root)?;
    let events = other_versions::events(&read, version);
    println!("host {version}");
    attacks::on_host(&Root::new(root.clone()), version, args.case.as_deref(), &events, &|readable, cases| {
        let setup = session::Setup { program: &program, exe: &exe, readable, keep: args.keep };
        run_sessions(args.jobs, &root, &setup, cases)
    })
}

/// Reads the schema set.
fn read_set(root: &Path) -> Result<Read, String> {
    generate::read(&root.join("schemas")).map_err(|_| "`cargo xtask codegen` reports mistakes".to_owned())
}

/// Returns the number of differences.
fn observe_all(args: &Args) -> Result<usize, String> {
    let root = workspace::root();
    let read = read_set(&root)?;
    if let (Some(case), Some(from), Some(to)) = (&args.bisect, &args.from, &args.to) {
        let look = |program: &Program, case: &Case| {
            let seen = run_cases(args.jobs, args.keep, &root, program, std::slice::from_ref(case))?;
            Ok(seen.into_iter().next().map(|it| it.seen))
        };
        return bisect::run(&read.contract, &root, (case, from, to), look).map(|()| 0);
    }
    let mut different = 0;
    for version in &versions(args, &root) {
        let program = program::fetch(version, &root.join("target/hosts"))?;
        let names = other_versions::events(&read, version);
        for event in names.into_iter().filter(|name| args.event.as_deref().is_none_or(|wanted| wanted == *name)) {
            let mut cases = family::cases(&read.contract, event);
            cases.retain(|case| version == REFERENCE || other_versions::runs(case, version));
            cases.retain(|case| args.case.as_ref().is_none_or(|text| case.id.contains(text)));
            if !cases.is_empty() {
                different += observe_event(args, &root, &program, event, &cases)?;
            }
        }
    }
    Ok(different)
}

/// Runs the cases of other versions, and returns the ids of those in which a version differs from the records of the
/// reference version.
///
/// # Errors
/// A session cannot be started, or a record cannot be read.
pub fn differing(read: &Read, root: &Path, program: &Program) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    for event in other_versions::events(read, &program.version) {
        let mut cases = family::cases(&read.contract, event);
        cases.retain(|case| other_versions::runs(case, &program.version));
        let seen = run_cases(JOBS, false, root, program, &cases)?;
        let reference = record::read(&root.join(record::path(REFERENCE, event)))?;
        let is_same = |case: &Case| {
            let one = seen.iter().find(|one| one.case.id == case.id);
            one.is_some_and(|one| reference.get(&case.id).is_some_and(|it| it.is_same(one)))
        };
        found.extend(cases.iter().filter(|case| !is_same(case)).map(|case| case.id.clone()));
    }
    Ok(found)
}

/// Returns the versions to observe.
fn versions(args: &Args, root: &Path) -> Vec<String> {
    if !args.host.is_empty() {
        return args.host.clone();
    }
    let is_recorded = |version: &str| root.join(record::folder(version)).is_dir();
    let pinned = program::pins().into_iter().map(|pin| pin.version);
    let all = pinned.filter(|version| *version == REFERENCE || (args.check && is_recorded(version)));
    all.map(str::to_owned).collect()
}

fn observe_event(args: &Args, root: &Path, program: &Program, event: &str, cases: &[Case]) -> Result<usize, String> {
    let mut seen = run_cases(args.jobs, args.keep, root, program, cases)?;
    for one in &mut seen {
        one.seen = other_versions::reportable(one.seen.clone(), &program.version);
    }
    let file = root.join(record::path(&program.version, event));
    let is_other = program.version != REFERENCE;
    let reference = record::read(&root.join(record::path(REFERENCE, event)))?;
    let reference = other_versions::as_reported_by(&program.version, reference);
    let known = if is_other { other_versions::complete(record::read(&file)?, &reference) } else { reference.clone() };
    let lost: Vec<&Case> = cases.iter().filter(|case| !seen.iter().any(|one| one.case.id == case.id)).collect();
    let changed: Vec<&Recorded> =
        seen.iter().filter(|one| known.get(&one.case.id).is_none_or(|it| !it.is_same(one))).collect();
    println!(
        "{} {event}: {} cases, {} as recorded, {} other, {} lost",
        program.version,
        cases.len(),
        seen.len() - changed.len(),
        changed.len(),
        lost.len(),
    );
    for case in &lost {
        println!("  {}: the host ended, or did not finish", case.id);
    }
    if args.record {
        // What is not a case any more leaves the record, and a case that was lost keeps its line: the run shows nothing
        // about it.
        let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        let mut all = known;
        all.retain(|id, _| args.case.is_some() || ids.contains(id.as_str()));
        all.extend(seen.iter().map(|one| (one.case.id.clone(), one.clone())));
        if is_other {
            all = other_versions::different(all, &reference);
        }
        record::write(&file, &all.into_values().collect::<Vec<_>>())?;
        return Ok(lost.len());
    }
    for one in &changed {
        let before = known.get(&one.case.id).map(|it| serde_json::to_string(&it.seen).unwrap_or_default());
        let now = serde_json::to_string(&one.seen).unwrap_or_default();
        println!("  {}\n    recorded {}\n    seen     {now}", one.case.id, before.as_deref().unwrap_or("nothing"));
    }
    Ok(changed.len() + lost.len())
}

/// Runs the cases in sessions, several at once, and returns what was seen, in order.
fn run_cases(jobs: usize, keep: bool, root: &Path, program: &Program, cases: &[Case]) -> Result<Vec<Recorded>, String> {
    let exe = env::current_exe().map_err(|error| error.to_string())?;
    let setup = session::Setup { program, exe: &exe, readable: &[], keep };
    run_sessions(jobs, root, &setup, cases)
}

fn run_sessions(jobs: usize, root: &Path, setup: &session::Setup, cases: &[Case]) -> Result<Vec<Recorded>, String> {
    let sessions = sessions(cases);
    let next = AtomicUsize::new(0);
    let folder = |at: usize| -> PathBuf { root.join(format!("target/observe/{}-{at}", std::process::id())) };
    let work = || {
        let mut done = Vec::new();
        while let Some(part) = sessions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let at = part.first().map_or(0, |(at, _)| *at);
            let plan: Vec<Case> = part.iter().map(|(_, case)| (*case).clone()).collect();
            let signals = session::run(setup, &plan, &folder(at))?;
            done.extend(part.iter().copied().zip(signals));
        }
        Ok(done)
    };
    let mostly_waits = cases.first().and_then(|it| Conversation::of(&it.event)).is_some_and(Conversation::mostly_waits);
    let jobs = jobs.max(1) * if mostly_waits { 3 } else { 1 };
    let results: Vec<Result<Vec<_>, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let failed = || Err("a session ended early".to_owned());
        running.into_iter().map(|one| one.join().unwrap_or_else(|_| failed())).collect()
    });
    let mut all = Vec::new();
    for result in results {
        all.extend(result?);
    }
    all.sort_by_key(|((at, _), _)| *at);
    let seen = |((_, case), signals): &((usize, &Case), session::Signals)| Recorded::of(case, signals);
    Ok(all.iter().filter_map(seen).collect())
}

/// The cases of a session, with their indexes.
type Group<'a> = Vec<(usize, &'a Case)>;

/// Returns the cases of each session: those whose hooks have the same settings share sessions.
fn sessions(cases: &[Case]) -> Vec<Group<'_>> {
    let mut groups: Vec<(_, Group<'_>)> = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let hooks: Vec<_> = case.hooks().map(Hook::setting).collect();
        let settings = (case.terminal, case.mode, case.tool, case.beside, hooks);
        match groups.iter_mut().find(|(known, _)| *known == settings) {
            Some((_, group)) => group.push((at, case)),
            None => groups.push((settings, vec![(at, case)])),
        }
    }
    let size = |group: &[(usize, &Case)]| group.first().map_or(1, |(_, case)| case.session());
    groups.iter().flat_map(|(_, group)| group.chunks(size(group)).map(<[_]>::to_vec)).collect()
}
