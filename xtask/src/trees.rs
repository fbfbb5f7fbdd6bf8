//! `cargo xtask observe --settings`: runs trees of settings on the real host, and compares or records which hooks ran.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

use hookwire_harness::workspace;
use hookwire_observe::REFERENCE;
use hookwire_observe::program::{self, Program};
use hookwire_observe::settings::family::{FAMILIES, WITNESS, random_from};
use hookwire_observe::settings::firing::{Firing, completed, started_in};
use hookwire_observe::settings::record::{self, Recorded};
use hookwire_observe::settings::session::Seen;
use hookwire_observe::settings::tree::Case;
use hookwire_observe::settings::{scenes, session};

/// What to run.
pub struct Options {
    /// The versions of the host. Those of the records, if empty.
    pub versions: Vec<String>,
    /// Only this family.
    pub family: Option<String>,
    /// Random trees, which depend on this number, and are not recorded.
    pub seed: Option<u64>,
    /// Only the cases whose id contains this text.
    pub case: Option<String>,
    /// How many sessions run at once.
    pub jobs: usize,
    /// Write what was seen to the records.
    pub record: bool,
    /// Keep the folders of the sessions.
    pub keep: bool,
}

/// Runs the cases and prints the report. Returns the number of cases that differ from their records.
///
/// # Errors
/// A session cannot be started, or a record cannot be read or written.
pub fn run(options: &Options) -> Result<usize, String> {
    let root = workspace::root();
    let mut different = 0;
    for version in &options.versions {
        let program = program::fetch(version, &root.join("target/hosts"))?;
        if let Some(seed) = options.seed {
            run_random(options, &root, &program, seed)?;
            continue;
        }
        for (family, cases) in FAMILIES {
            let mut cases = cases();
            cases.retain(|case| options.case.as_ref().is_none_or(|text| case.id.contains(text)));
            if version != REFERENCE && !options.record {
                // Of other versions, only some families are recorded.
                let known = record::read(&root.join(record::path(version, family)))?;
                cases.retain(|case| known.contains_key(&case.id));
            }
            if options.family.as_deref().is_none_or(|name| name == family) && !cases.is_empty() {
                different += run_family(options, &root, &program, family, &cases)?;
            }
        }
    }
    Ok(different)
}

/// Runs random trees, and writes what was seen, with the order in which the handlers started.
fn run_random(options: &Options, root: &Path, program: &Program, seed: u64) -> Result<(), String> {
    let mut cases = random_from(seed);
    cases.retain(|case| options.case.as_ref().is_none_or(|text| case.id.contains(text)));
    let witnesses = record::read(&root.join(record::path(&program.version, WITNESS)))?;
    let seen = run_cases(options, root, program, &cases)?;
    let all: Vec<Recorded> = cases.iter().zip(seen).map(|(case, seen)| recorded(case, seen, &witnesses)).collect();
    let file = root.join(format!("target/observe/{}/settings/random-{seed}.jsonl", program.version));
    hookwire_observe::record::write(&file, &all)?;
    println!("{} random trees from seed {seed}: {}", all.len(), file.display());
    Ok(())
}

/// Returns what was seen of a case, with the inputs on which nothing ran. `witnesses` is the record of that family.
fn recorded(case: &Case, seen: Seen, witnesses: &BTreeMap<String, Recorded>) -> Recorded {
    let Seen { firings, refused, .. } = seen;
    let fired = witnesses.get(&format!("{WITNESS}/{}", scenes::witness(&case.scene)));
    let fired = started_in(fired.map(|it| it.seen.clone()).unwrap_or_default(), &case.start);
    let seen = completed(firings, &fired, |event| !refused && case.names(event));
    Recorded { case: case.clone(), refused, seen }
}

fn run_family(
    options: &Options,
    root: &Path,
    program: &Program,
    family: &str,
    cases: &[Case],
) -> Result<usize, String> {
    let version = &program.version;
    let file = root.join(record::path(version, family));
    let known = record::read(&file)?;
    let witnesses =
        if family == WITNESS { BTreeMap::new() } else { record::read(&root.join(record::path(version, WITNESS)))? };
    let seen = run_cases(options, root, program, cases)?;
    let mut now: BTreeMap<String, Recorded> = BTreeMap::new();
    for (case, seen) in cases.iter().zip(seen) {
        let mut recorded = recorded(case, seen, &witnesses);
        // Two runs of the host can differ in it.
        recorded.seen.iter_mut().for_each(|it| it.started.clear());
        now.insert(case.id.clone(), recorded);
    }
    let changed: Vec<&Recorded> = now.values().filter(|one| known.get(&one.case.id) != Some(one)).collect();
    println!(
        "{version} {family}: {} cases, {} as recorded, {} other",
        now.len(),
        now.len() - changed.len(),
        changed.len()
    );
    if options.record {
        let mut all = known;
        all.retain(|id, _| options.case.is_some() || now.contains_key(id));
        all.extend(now);
        hookwire_observe::record::write(&file, &all.into_values().collect::<Vec<_>>())?;
        return Ok(0);
    }
    for one in &changed {
        println!("  {}", one.case.id);
        let before = known.get(&one.case.id).map(|it| it.seen.as_slice()).unwrap_or_default();
        print_changes("recorded", before, &one.seen);
        print_changes("seen    ", &one.seen, before);
    }
    Ok(changed.len())
}

/// Prints the firings that the other side does not have.
fn print_changes(side: &str, all: &[Firing], others: &[Firing]) {
    for firing in all.iter().filter(|it| !others.contains(it)) {
        println!("    {side} {}", serde_json::to_string(firing).unwrap_or_default());
    }
}

/// Runs the cases, several at once, and returns what was seen of each, in order.
fn run_cases(options: &Options, root: &Path, program: &Program, cases: &[Case]) -> Result<Vec<Seen>, String> {
    let exe = env::current_exe().map_err(|error| error.to_string())?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(at) else { return Ok(done) };
            let folder = root.join(format!("target/observe/settings-{}-{at}", std::process::id()));
            let seen = session::run(program, &exe, case, &folder, options.keep)?;
            seen.notes.iter().for_each(|note| println!("note: {}: {note}", case.id));
            done.push((at, seen));
        }
    };
    let results: Vec<Result<Vec<_>, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let failed = || Err("a session ended early".to_owned());
        running.into_iter().map(|one| one.join().unwrap_or_else(|_| failed())).collect()
    });
    let mut all = results.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, seen)| seen).collect())
}
