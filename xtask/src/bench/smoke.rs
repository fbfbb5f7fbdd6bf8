//! One round of each benchmark in the complete test, whatever the figures: a benchmark that is not run breaks unnoticed.

use std::time::Duration;

use hookwire_harness::Root;

use super::{Bench, Build, Rows, cold, command, host, page, public_sets, succeeded};

/// The smallest set of each kind.
const SETS: [&str; 3] = ["canonical", "20", "cycle-20"];

const LIMIT: Duration = Duration::from_secs(100);

/// Runs the step `benchmarks`. It does not run other generators or packages of others. All programs but the static one of
/// `cold` are debug programs.
///
/// # Errors
/// A program cannot be built or started, or fails; or a guard does not deny the call.
pub fn step(root: &Root) -> Result<(), String> {
    let parts =
        [generator(root), host_functions(root), public_sets::smoke(root, LIMIT), guards(root), the_command(root)];
    let faults: Vec<String> = parts.into_iter().filter_map(Result::err).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn generator(root: &Root) -> Result<(), String> {
    let bench = Bench::new(root, Build::Debug, LIMIT)?;
    // The step `drift` generates the whole of the canonical set, which takes a debug program ten seconds.
    let sets = bench.measure(&SETS, Rows { whole: false, peers: false }, 1)?;
    page::page(&sets, &bench);
    succeeded(&sets)
}

fn host_functions(root: &Root) -> Result<(), String> {
    let languages = host::measure(root, &host::SMOKE, 1, LIMIT)?;
    host::page::section(&languages, "", None);
    let mistakes: Vec<String> = languages.iter().flat_map(host::Measured::mistakes).collect();
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes.join("\n")) }
}

fn guards(root: &Root) -> Result<(), String> {
    cold::measure(root, 1, false).map(|measured| println!("{} guards deny the call", measured.rows.len()))
}

fn the_command(root: &Root) -> Result<(), String> {
    let measured = command::measure(root, &command::SMOKE, 1, false)?;
    command::section(&measured, &command::SMOKE, 1, "", None);
    Ok(())
}
