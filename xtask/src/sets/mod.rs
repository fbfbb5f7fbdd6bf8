//! `cargo xtask conform sets`: generates public schema sets as they are published, compares every language with an independent
//! validator, and other generators with ours.
//!
//! | module | holds |
//! |---|---|
//! | `peers` | what other generators make of a set |
//! | `stated` | what a schema states, and how much of it generated types have |
//! | `rust`, `read_declarations.js`, `read_models.py` | the types of a generated file, for `stated` |
//! | `page` | `docs/sets.md` |

mod page;
mod peers;
mod rust;
mod stated;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, iter, thread};

use hookwire_conformance::sets::{self, Amount, Checks, list};
use hookwire_harness::{Root, workspace};

use crate::bench::peers::{FOLDER, install};
use crate::bench::public_sets::PAGE;
use peers::PeerResult;
use stated::Count;

/// Generate public schema sets as published, and check what comes out in every language
///
/// Fetches the sets of tests/published/sets.toml below target/, generates their packages, compiles them, and compares the
/// verdicts and round trips of every language with an independent validator. Runs other generators on the same files.
/// Each set that is done replaces its rows of docs/sets.md, also if you stop the run later. Exit codes: 0 no set is refused and nothing differs, 1 otherwise.
#[derive(clap::Args)]
pub struct Args {
    /// Only this set; may be given several times
    #[arg(long, value_name = "SET")]
    set: Vec<String>,
    /// Count what the types have, and check nothing else. On docs/sets.md, the section about other generators changes
    #[arg(long, conflicts_with = "without_peers")]
    types: bool,
    /// Run no other generators
    #[arg(long)]
    without_peers: bool,
}

/// The payloads of a full run.
const AMOUNT: Amount = Amount { types: 150, payloads: 1_000 };

/// Checks the sets, and prints a line for each set and for each fault.
pub fn run(args: &Args) -> ExitCode {
    match checked(args) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(faults) => {
            eprintln!("error: {faults} faults");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the number of faults.
fn checked(args: &Args) -> Result<usize, String> {
    let root = Root::new(workspace::root());
    let all = list::read(&root)?;
    let sets = list::chosen(all.clone(), &args.set)?;
    if !args.without_peers {
        install(&root.path(FOLDER))?;
    }
    // Sets of one package are fetched together, which two threads must not do at once.
    sets.iter().try_for_each(|set| sets::fetch(&root, set).map(drop))?;
    let faults = AtomicUsize::new(0);
    let page = Mutex::new(root.path(PAGE));
    for_each(sets, |set| {
        let checks = Checks { amount: AMOUNT, compile: true, mypy: true };
        let result = sets::check(&root, set, (!args.types).then_some(checks))?;
        let found: String = result.faults().iter().map(|fault| format!("\n  {fault}")).collect();
        println!("{}{found}", result.line());
        faults.fetch_add(result.faults().len(), Ordering::Relaxed);
        let peers = if args.without_peers { Vec::new() } else { peers::run(&root, &result)? };
        // Where a set is chosen, somebody looks for what its types do not have.
        for PeerResult { name, count, own } in peers.iter().filter(|_| !args.set.is_empty()) {
            let lost = |it: &Count| format!("{} of {} lost", it.lost.len(), it.stated);
            let theirs = count.as_ref().map_or_else(|reason| (*reason).to_owned(), lost);
            println!("  {name}: {theirs}; ours: {}", own.as_ref().map_or("refused".to_owned(), lost));
            own.iter().flat_map(|it| &it.lost).for_each(|it| println!("    {it}"));
        }
        let path = page.lock().map_err(|error| error.to_string())?;
        let old = fs::read_to_string(&*path).unwrap_or_default();
        let new = page::with_row(&old, &all, page::Row::new(&result, !args.types, &peers));
        fs::write(&*path, new).map_err(|error| format!("{PAGE}: {error}"))
    })?;
    Ok(faults.into_inner())
}

/// Calls a function with each item, on all processors, and returns the results in the order of the items.
fn for_each<T: Send, R: Send>(items: Vec<T>, call: impl Fn(T) -> Result<R, String> + Sync) -> Result<Vec<R>, String> {
    let waiting = Mutex::new(items.into_iter().enumerate());
    let next = || waiting.lock().ok()?.next();
    let worker = || iter::from_fn(next).map(|(at, item)| Ok((at, call(item)?))).collect::<Result<Vec<_>, String>>();
    let count = thread::available_parallelism().map_or(1, NonZero::get);
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(worker)).collect();
        let results = workers.into_iter().map(|it| it.join().unwrap_or_else(|_| Err("a check panicked".to_owned())));
        results.collect::<Result<Vec<_>, String>>()
    });
    let mut done: Vec<(usize, R)> = done?.into_iter().flatten().collect();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
