//! The step `observed`: the catalogue and the packages agree with the records of the real host.

use std::collections::BTreeMap;
use std::fs;

use hookwire_conformance::conform;
use hookwire_harness::Root;
use hookwire_observe::compare::{self, Outcome};
use hookwire_observe::record;
use serde_json::Value;

/// Compares the records with the catalogue and with the readers of the packages.
///
/// # Errors
/// One of them says something else, or cannot be asked.
pub fn step(root: &Root) -> Result<(), String> {
    let faults = catalogue(root)? + conform::observed(root)?;
    if faults == 0 { Ok(()) } else { Err(format!("{faults} differences from the records")) }
}

/// Returns the number of cells that say something else than the records, or have other marks.
fn catalogue(root: &Root) -> Result<usize, String> {
    let text = fs::read_to_string(root.path("schemas/events.json")).map_err(|error| format!("events.json: {error}"))?;
    let catalogue: Value = serde_json::from_str(&text).map_err(|error| format!("events.json: {error}"))?;
    let mut faults = 0;
    for version in versions(root)? {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, event) in catalogue["events"].as_array().into_iter().flatten().enumerate() {
            let name = event["name"].as_str().unwrap_or_default();
            let records = record::read(&root.path(&record::path(&version, name)))?;
            for it in compare::compare(event, &version, &records) {
                let marked = event.pointer(&it.pointer).and_then(|cell| cell["observed"].as_array());
                let is_marked = marked.is_some_and(|all| all.iter().any(|it| it == &version));
                let fault = match &it.result {
                    Outcome::Seen(case) if !is_marked => Some(format!("`observed` lacks {version}: {case}")),
                    Outcome::Other(case) => Some(format!("host {version} does something else: {case}")),
                    Outcome::NotSeen if is_marked => Some(format!("`observed` has {version}, and no case shows it")),
                    _ => None,
                };
                *counts.entry(if matches!(it.result, Outcome::Seen(_)) { "seen" } else { "not seen" }).or_default() +=
                    1;
                if let Some(fault) = fault {
                    println!("schemas/events.json/events/{index}{} ({name}): {fault}", it.pointer);
                    faults += 1;
                }
            }
        }
        println!("host {version}, cells of the catalogue: {counts:?}");
    }
    Ok(faults)
}

/// Returns the versions with records.
fn versions(root: &Root) -> Result<Vec<String>, String> {
    let folder = root.path("tests/observed");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut all: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    all.sort();
    Ok(all)
}
