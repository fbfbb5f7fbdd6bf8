//! `cargo xtask sets`: generates public schema sets as they are published, compares every language with an independent
//! validator, and other generators with ours.
//!
//! | module | holds |
//! |---|---|
//! | `peers` | what other generators make of a set |
//! | `any` | how often a generated file says that a value can be anything |
//! | `page` | `docs/sets.md` |

mod any;
mod page;
mod peers;

use std::fs;
use std::process::ExitCode;

use hookwire_conformance::sets::{self, Amount, Checks, SetResult, list};
use hookwire_harness::{Root, workspace};

use crate::bench::peers::{FOLDER, install};
use crate::bench::public_sets::PAGE;
use peers::PeerResult;

/// Generate public schema sets as published, and check what comes out in every language
///
/// Fetches the sets of tests/published/sets.toml below target/, generates their packages, compiles them, and compares the
/// verdicts and round trips of every language with an independent validator. Runs other generators on the same files.
/// With all sets and all generators it writes docs/sets.md. Exit codes: 0 no set is refused and nothing differs, 1 otherwise.
#[derive(clap::Args)]
pub struct Args {
    /// Only this set; may be given several times
    #[arg(long, value_name = "SET")]
    set: Vec<String>,
    /// Run no other generators
    #[arg(long)]
    without_peers: bool,
}

/// The payloads of a full run.
const AMOUNT: Amount = Amount { types: 150, payloads: 1_000 };

/// A set with what every generator makes of it.
struct Row {
    result: SetResult,
    peers: Vec<PeerResult>,
}

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
    let sets = list::chosen(list::read(&root)?, &args.set)?;
    if !args.without_peers {
        install(&root.path(FOLDER))?;
    }
    let (mut rows, mut faults) = (Vec::new(), 0);
    for set in sets {
        let result = sets::check(&root, set, Checks { amount: AMOUNT, compile: true, mypy: true })?;
        println!("{}", result.line());
        let found = result.faults();
        found.iter().for_each(|fault| println!("  {fault}"));
        faults += found.len();
        let peers = if args.without_peers { Vec::new() } else { peers::run(&root, &result)? };
        rows.push(Row { result, peers });
    }
    if args.set.is_empty() && !args.without_peers {
        let path = root.path(PAGE);
        let old = fs::read_to_string(&path).unwrap_or_default();
        fs::write(&path, page::page(&rows, &old)).map_err(|error| format!("{PAGE}: {error}"))?;
    }
    Ok(faults)
}
